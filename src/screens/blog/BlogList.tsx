import { itemsInCategory, listingSnapshot } from '../../../machines/listing/listing.machine.ts';
import { useOnChange } from '../../browser/useOnChange.ts';
import { Seo } from '../../components/Seo.tsx';
import { blogText, posts } from '../../content/posts.ts';
import { blogList } from '../../flows/blogList.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { BlogLayout } from './BlogLayout.tsx';
import { blogListHeading, blogListSeo } from './blog.seo.ts';
import { PostCard } from './PostCard.tsx';

/** The posts of a category, or all of them. Spec §2, Blog; §4, Blog list. */
export function BlogList({ category }: { category: string | null }) {
  const input = { category, items: posts };
  const { snapshot, send, rootProps } = useFlow(blogList, input, listingSnapshot(blogList.machine, input));
  useOnChange(category, () => send({ type: 'categoryChosen', category }));
  return (
    <BlogLayout
      rootProps={rootProps}
      header={
        <>
          <h1>{blogListHeading(category)}</h1>
          <p>{blogText.intro}</p>
        </>
      }
    >
      <Seo {...blogListSeo(category)} />
      {snapshot.matches('empty') ? (
        <div className="empty">
          <Illustration name="empty-notebook" load="eager" />
          <p>{blogText.empty}</p>
        </div>
      ) : (
        <ul role="list" className="post-cards">
          {itemsInCategory(posts, snapshot.context.category).map((post, index) => (
            <li key={post.slug}>
              <PostCard post={post} load={index === 0 ? 'eager' : 'lazy'} />
            </li>
          ))}
        </ul>
      )}
    </BlogLayout>
  );
}

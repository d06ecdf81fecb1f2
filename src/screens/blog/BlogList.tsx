import { inCategory, listingFrom } from '../../../machines/listing/listing.machine.ts';
import { useOnChange } from '../../browser/change.ts';
import { Seo } from '../../components/Seo.tsx';
import { blogText, posts } from '../../content/posts.ts';
import { blogListHeading, blogListSeo } from '../../content/seo/blog.ts';
import { blogList } from '../../flows/blogList.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { BlogFrame } from './BlogFrame.tsx';
import { PostCard } from './PostCard.tsx';

/** The posts of a category, or all of them. Spec §2, Blog; §4, Blog list. */
export function BlogList({ category }: { category: string | null }) {
  const start = { category, items: posts };
  const { snapshot, send, marks } = useFlow(blogList, start, listingFrom(blogList.machine, start));
  useOnChange(category, () => send({ type: 'categoryChosen', category }));
  return (
    <BlogFrame
      marks={marks}
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
          <Illustration name="empty-notebook" load="soon" />
          <p>{blogText.empty}</p>
        </div>
      ) : (
        <ul className="post-cards">
          {inCategory(posts, snapshot.context.category).map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </BlogFrame>
  );
}

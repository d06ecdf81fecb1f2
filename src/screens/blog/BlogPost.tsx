import { currentPost, type Post } from '../../../machines/blogPost/blogPost.machine.ts';
import { useOnChange } from '../../browser/useOnChange.ts';
import { CalendarDate } from '../../components/CalendarDate.tsx';
import { CallToAction } from '../../components/CallToAction.tsx';
import { Contents } from '../../components/Contents.tsx';
import { Html } from '../../components/Html.tsx';
import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { blogText, headingsOf, nextPost, posts } from '../../content/posts.ts';
import { blogPost, loadedPostSnapshot } from '../../flows/blogPost.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { BlogLayout } from './BlogLayout.tsx';
import { postSeo, unknownPostSeo } from './blog.seo.ts';

const slugs = posts.map(({ slug }) => slug);

/** The page of a post; its heading and its cover are shown while its text is being loaded. Spec §2, Blog. */
export function BlogPost({ slug }: { slug: string }) {
  const input = { slug, slugs };
  const { snapshot, send, rootProps } = useFlow(blogPost, input, loadedPostSnapshot(input));
  useOnChange(slug, () => send({ type: 'slugChanged', slug }));
  const post = currentPost(snapshot.context);
  const summary = posts.find((known) => known.slug === snapshot.context.slug);
  return (
    <BlogLayout
      rootProps={rootProps}
      header={
        <>
          {summary && <p className="category">{summary.category}</p>}
          <h1>{summary?.title ?? blogText.loading}</h1>
          {summary && (
            <p className="post-facts">
              {post && <span className="author">{`By ${post.author}`}</span>}{' '}
              <CalendarDate date={summary.date} />
            </p>
          )}
        </>
      }
    >
      {summary && <Illustration name={summary.image} className="post-cover" load="priority" />}
      <Seo {...(summary ? postSeo(summary.slug, summary.title, post?.seoDescription) : unknownPostSeo)} />
      <p role="status">{snapshot.matches('loading') && blogText.loading}</p>
      <p role="alert">{snapshot.matches('failed') && blogText.failed}</p>
      {snapshot.matches('failed') && (
        <button type="button" className="button" onClick={() => send({ type: 'retried' })}>
          {blogText.retry}
        </button>
      )}
      {post && <PostBody post={post} />}
      {summary && <NextPost slug={summary.slug} />}
      {post && <CallToAction id="blog-action" {...blogText.callToAction} />}
    </BlogLayout>
  );
}

function PostBody({ post }: { post: Post }) {
  return (
    <>
      <article className="prose" aria-label={post.title}>
        <Html html={post.content} />
        <ul role="list" className="tags" aria-label="Tags">
          {post.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </article>
      <Contents parts={headingsOf(post)} />
    </>
  );
}

function NextPost({ slug }: { slug: string }) {
  const next = nextPost(slug);
  return (
    next && (
      <nav className="next-post" aria-labelledby="next-post">
        <h2 id="next-post">{blogText.next}</h2>
        <p>
          <SiteLink href={`/blog/${next.slug}`}>{next.title}</SiteLink>
        </p>
        <p>{next.excerpt}</p>
      </nav>
    )
  );
}

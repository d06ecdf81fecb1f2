import { CalendarDate } from '../../components/CalendarDate.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import type { PostSummary } from '../../content/posts.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** A post in the list. Spec §3, Blog post summary. */
export function PostCard({ post, load }: { post: PostSummary; load: 'eager' | 'lazy' }) {
  const { slug, title, excerpt, category, date, readTime, image } = post;
  return (
    <article className="post-card">
      <Illustration name={image} load={load} />
      <p className="category">{category}</p>
      <h2>
        <SiteLink href={`/blog/${slug}`}>{title}</SiteLink>
      </h2>
      <p>{excerpt}</p>
      <p className="post-facts">
        <CalendarDate date={date} /> <span>{`${readTime} read`}</span>
      </p>
    </article>
  );
}

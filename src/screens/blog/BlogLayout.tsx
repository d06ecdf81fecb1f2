import type { ReactNode } from 'react';
import { SiteLink } from '../../components/SiteLink.tsx';
import { blogCategories, blogText, popularTags } from '../../content/posts.ts';

type Props = {
  rootProps: { 'data-flow': string; 'data-state': string };
  header: ReactNode;
  children: ReactNode;
};

/** Header, content and sidebar, as every page of the blog has them. Spec §2, Blog. */
export function BlogLayout({ rootProps, header, children }: Props) {
  return (
    <div className="page blog" {...rootProps}>
      <header className="page-hero blog-header">{header}</header>
      <div className="blog-content">{children}</div>
      <aside className="blog-sidebar" aria-label={blogText.heading}>
        <nav aria-labelledby="blog-categories">
          <h2 id="blog-categories">{blogText.categoriesHeading}</h2>
          <ul className="blog-categories">
            {blogCategories.map(({ label, href }) => (
              <li key={href}>
                <SiteLink href={href} marksCurrentPage>
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="blog-tags">
          <h2 id="blog-tags">{blogText.tagsHeading}</h2>
          <ul className="tags">
            {popularTags.map(({ label, href }) => (
              <li key={href}>
                <SiteLink href={href}>{label}</SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
    </div>
  );
}

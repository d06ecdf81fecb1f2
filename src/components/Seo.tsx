import type { Seo as SeoTexts } from '../content/pageSeo.ts';
import { site } from '../content/site.ts';

/** Browser title, meta description and canonical URL of a page. Spec §2, Blog. */
export function Seo({ title, description, path }: SeoTexts) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {path === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={`${site.origin}${path}`} />
      )}
    </>
  );
}

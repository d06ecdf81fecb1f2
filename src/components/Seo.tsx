import { useLocation } from 'react-router-dom';
import { type Seo as SeoTexts, seoFor } from '../content/seo.ts';

/** Browser title and meta description of the page; without texts of its own, those of its address. Spec §2, Blog. */
export function Seo(texts: Partial<SeoTexts>) {
  const { title, description } = { ...seoFor(useLocation().pathname), ...texts };
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
    </>
  );
}

import { blogListSeo, unknownPostSeo } from './seo/blog.ts';
import { contactSeo } from './seo/contact.ts';
import { homeSeo } from './seo/home.ts';
import { notFoundSeo } from './seo/notFound.ts';
import type { Seo } from './seo/pageSeo.ts';

export { notFoundSeo } from './seo/notFound.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./seo/*.ts', { eager: true });

const isSeo = (value: unknown): value is Seo =>
  typeof value === 'object' && value !== null && 'title' in value && 'description' in value;

const pageSeos = Object.values(modules).flatMap((module) => Object.values(module).filter(isSeo));

const seoByPath = new Map(pageSeos.map((page) => [page.path?.toLowerCase(), page]));
seoByPath.set('/home', homeSeo);
seoByPath.set('/gettouch', contactSeo);

/**
 * Returns the title and the description of the page at a path. Imports those of all pages: a screen imports its own
 * instead. Case and a trailing slash make no difference, as in the router.
 */
export function seoFor(pathname: string): Seo {
  const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const category = /^\/blog(?:\/category\/([^/]+))?$/.exec(path);
  if (category) return blogListSeo(category[1] ?? null);
  if (/^\/blog\/[^/]+$/.test(path)) return unknownPostSeo;
  return seoByPath.get(path) ?? notFoundSeo;
}

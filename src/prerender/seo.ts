import { pagePath } from '../../machines/shared/address.ts';
import type { Seo } from '../content/pageSeo.ts';
import { blogListSeo, unknownPostSeo } from '../screens/blog/blog.seo.ts';
import { contactSeo } from '../screens/contact/contact.seo.ts';
import { homeSeo } from '../screens/home/home.seo.ts';
import { notFoundSeo } from '../screens/notFound/notFound.seo.ts';

export { notFoundSeo } from '../screens/notFound/notFound.seo.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../screens/*/*.seo.ts', { eager: true });

const isSeo = (value: unknown): value is Seo =>
  typeof value === 'object' && value !== null && 'title' in value && 'description' in value;

const pageSeos = Object.values(modules).flatMap((module) => Object.values(module).filter(isSeo));

const seoByPath = new Map(pageSeos.map((page) => [page.path?.toLowerCase(), page]));
seoByPath.set('/home', homeSeo);
seoByPath.set('/gettouch', contactSeo);

/**
 * The title and the description of the page at a path. Imports those of all pages: a screen imports its own
 * instead. Case and a trailing slash make no difference, as in the router.
 */
export function seoFor(pathname: string): Seo {
  const path = pagePath(pathname) ?? '';
  const category = /^\/blog(?:\/category\/([^/]+))?$/.exec(path);
  if (category) return blogListSeo(category[1] ?? null);
  if (/^\/blog\/[^/]+$/.test(path)) return unknownPostSeo;
  return seoByPath.get(path) ?? notFoundSeo;
}

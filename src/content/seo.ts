import { aboutSeo } from './seo/about.ts';
import { blogListSeo, unknownPostSeo } from './seo/blog.ts';
import { careersSeo } from './seo/careers.ts';
import { combinedSeo } from './seo/combined.ts';
import { contactSeo } from './seo/contact.ts';
import { coursesSeo } from './seo/courses.ts';
import { homeSeo } from './seo/home.ts';
import { knowmoreSeo } from './seo/knowmore.ts';
import { notFoundSeo } from './seo/notFound.ts';
import { privacySeo } from './seo/privacy.ts';
import { refundSeo } from './seo/refund.ts';
import { registrationSeo } from './seo/registration.ts';
import { scholarshipSeo } from './seo/scholarship.ts';
import type { Seo } from './seo/seo.ts';
import { servicesSeo } from './seo/services.ts';
import { shippingSeo } from './seo/shipping.ts';
import { termsSeo } from './seo/terms.ts';

export { notFoundSeo } from './seo/notFound.ts';

const pages: readonly Seo[] = [
  aboutSeo,
  servicesSeo,
  careersSeo,
  coursesSeo,
  scholarshipSeo,
  privacySeo,
  termsSeo,
  refundSeo,
  shippingSeo,
  combinedSeo,
  registrationSeo,
  knowmoreSeo,
  homeSeo,
  contactSeo,
];

const byPath = new Map(pages.map((page) => [page.path?.toLowerCase(), page]));
byPath.set('/home', homeSeo);
byPath.set('/gettouch', contactSeo);

/**
 * Title and description for the address of a page, of all pages at once: the screens bring their own. Case and a
 * trailing slash make no difference, as in the router.
 */
export function seoFor(pathname: string): Seo {
  const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const category = /^\/blog(?:\/category\/([^/]+))?$/.exec(path);
  if (category) return blogListSeo(category[1] ?? null);
  if (/^\/blog\/[^/]+$/.test(path)) return unknownPostSeo;
  return byPath.get(path) ?? notFoundSeo;
}

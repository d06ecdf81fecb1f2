import { aboutSeo } from './seo/about.ts';
import { blogListSeo, unknownPostSeo } from './seo/blog.ts';
import { careersSeo } from './seo/careers.ts';
import { combinedPoliciesSeo } from './seo/combinedPolicies.ts';
import { contactSeo } from './seo/contact.ts';
import { coursesSeo } from './seo/courses.ts';
import { homeSeo } from './seo/home.ts';
import { knowmoreSeo } from './seo/knowmore.ts';
import { notFoundSeo } from './seo/notFound.ts';
import type { Seo } from './seo/pageSeo.ts';
import { privacySeo } from './seo/privacy.ts';
import { refundSeo } from './seo/refund.ts';
import { registrationSeo } from './seo/registration.ts';
import { scholarshipSeo } from './seo/scholarship.ts';
import { servicesSeo } from './seo/services.ts';
import { shippingSeo } from './seo/shipping.ts';
import { termsSeo } from './seo/terms.ts';

export { notFoundSeo } from './seo/notFound.ts';

const pageSeos: readonly Seo[] = [
  aboutSeo,
  servicesSeo,
  careersSeo,
  coursesSeo,
  scholarshipSeo,
  privacySeo,
  termsSeo,
  refundSeo,
  shippingSeo,
  combinedPoliciesSeo,
  registrationSeo,
  knowmoreSeo,
  homeSeo,
  contactSeo,
];

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

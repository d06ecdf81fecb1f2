import type { Seo } from '../../content/pageSeo.ts';
import { site } from '../../content/site.ts';

/** Also for /home, which is the same page. */
export const homeSeo: Seo = {
  path: '/',
  title: `${site.name}: Online Classes, Grades 5-10`,
  description:
    'Daily online classes for Grades 5 to 10: board exam preparation, English communication, competitive foundation and life skills, with reports for parents.',
};

import { pageTitle, type Seo } from '../../content/pageSeo.ts';

/** For a path that the route table does not list. */
export const notFoundSeo: Seo = {
  path: null,
  title: pageTitle('Page Not Found'),
  description:
    'This page is not here. Go to the home page, the syllabus, the blog or the contact page instead.',
};

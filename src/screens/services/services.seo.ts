import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const servicesSeo: Seo = {
  path: '/services',
  title: pageTitle('Our Services'),
  description:
    'Student skill courses, teacher training, school development, book publishing, IT courses, career awareness for Grades 8-12, soft skills and assessment.',
};

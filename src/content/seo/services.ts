import { type Seo, titled } from './seo.ts';

export const servicesSeo: Seo = {
  path: '/services',
  title: titled('Our Services'),
  description:
    'Student skill courses, teacher training, school development, book publishing, IT courses, career awareness for Grades 8-12, soft skills and assessment.',
};

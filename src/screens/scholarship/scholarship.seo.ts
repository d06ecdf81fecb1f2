import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const scholarshipSeo: Seo = {
  path: '/applyPath',
  title: pageTitle('Apply for a Scholarship'),
  description:
    'Start your learning journey: apply for a scholarship with your name, grade, course, phone number and city. For students of Grades 5 to 10.',
};

import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const coursesSeo: Seo = {
  path: '/courses',
  title: pageTitle('Syllabus for Grades 5-10'),
  description:
    'Topics in math, English, science, EVS and ICT for Grades 5-6, 7-8 and 9-10: core learning, competitive edge and future skills, side by side.',
};

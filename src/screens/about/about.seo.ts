import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const aboutSeo: Seo = {
  path: '/about',
  title: pageTitle('About Us'),
  description:
    'Our founder’s story, our mission and what we offer: 300+ teachers trained, 100+ schools, and daily online classes for students of Grades 5 to 10.',
};

import { pageTitle, type Seo } from '../../content/pageSeo.ts';

/** Also for /getTouch, which is the same page. */
export const contactSeo: Seo = {
  path: '/contact',
  title: pageTitle('Contact Us'),
  description:
    'Have questions? Get in touch with our team by message, phone or e-mail. Parents, students, schools and teachers are welcome to write in simple words.',
};

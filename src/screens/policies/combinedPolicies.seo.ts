import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const combinedPoliciesSeo: Seo = {
  path: '/register-term',
  title: pageTitle('Terms and Policies'),
  description:
    'All that you accept when you register, on one page: terms, privacy, refund, shipping, and the rules of class conduct and child safety.',
};

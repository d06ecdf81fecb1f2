import { type Seo, titled } from './seo.ts';

export const combinedSeo: Seo = {
  path: '/register-term',
  title: titled('Terms and Policies'),
  description:
    'All that you accept when you register, on one page: terms, privacy, refund, shipping, and the rules of class conduct and child safety.',
};

import { type Seo, titled } from './seo.ts';

export const refundSeo: Seo = {
  path: '/refund',
  title: titled('Refund Policy'),
  description:
    'When a registration can be cancelled, when a fee is refunded and when not, how to ask within 15 days, and how the money comes back.',
};

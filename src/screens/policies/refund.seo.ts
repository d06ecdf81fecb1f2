import { refundDays } from '../../../machines/registration/registration.terms.ts';
import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const refundSeo: Seo = {
  path: '/refund',
  title: pageTitle('Refund Policy'),
  description: `When a registration can be cancelled, when a fee is refunded and when not, how to ask within ${refundDays} days, and how the money comes back.`,
};

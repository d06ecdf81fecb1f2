import { type Seo, titled } from './seo.ts';

export const shippingSeo: Seo = {
  path: '/shipping',
  title: titled('Shipping Policy'),
  description:
    'Shipping is not applicable: classes, worksheets, reports and certificates are all delivered online.',
};

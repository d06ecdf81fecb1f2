import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const shippingSeo: Seo = {
  path: '/shipping',
  title: pageTitle('Shipping Policy'),
  description:
    'Shipping is not applicable: classes, worksheets, reports and certificates are all delivered online.',
};

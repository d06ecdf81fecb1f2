import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const termsSeo: Seo = {
  path: '/terms',
  title: pageTitle('Terms and Conditions'),
  description:
    'The terms on which we teach your child: who may register, the course fee, classes, conduct, what we promise, and the law that applies.',
};

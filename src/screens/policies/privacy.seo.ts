import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const privacySeo: Seo = {
  path: '/privacy',
  title: pageTitle('Privacy Policy'),
  description:
    'What we learn about you and your child, what we use it for, and how to have it corrected or deleted. We never sell personal data.',
};

import { pageTitle, type Seo } from './pageSeo.ts';

export const knowmoreSeo: Seo = {
  path: '/knowmore',
  title: pageTitle('The Excellence Scholarship'),
  description:
    '₹2 Lakh for the top performer and ten scholarships in total for Classes 5 to 10 in partner schools: rewards, fee, eligibility, rounds and terms.',
};

import { pageTitle, type Seo } from '../../content/pageSeo.ts';
import { topAward, totalText } from '../../content/scholarshipFigures.ts';

export const knowmoreSeo: Seo = {
  path: '/knowmore',
  title: pageTitle('The Excellence Scholarship'),
  description: `${totalText}, ${topAward} for the top performer, for Classes 5 to 10 in partner schools: rewards, fee, eligibility, rounds and terms.`,
};

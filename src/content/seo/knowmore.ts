import { topAward, totalText } from '../scholarshipFigures.ts';
import { pageTitle, type Seo } from './pageSeo.ts';

export const knowmoreSeo: Seo = {
  path: '/knowmore',
  title: pageTitle('The Excellence Scholarship'),
  description: `${totalText}, ${topAward} for the top performer, for Classes 5 to 10 in partner schools: rewards, fee, eligibility, rounds and terms.`,
};

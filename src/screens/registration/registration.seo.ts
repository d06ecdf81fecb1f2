import { FEE } from '../../../machines/registration/registration.fee.ts';
import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const registrationSeo: Seo = {
  path: '/register-re',
  title: pageTitle('Register for a Course'),
  description: `Register a student of Grades 5 to 10 and pay the course fee of ₹${FEE.rupees} online. A parent should be there when the form is filled in.`,
};

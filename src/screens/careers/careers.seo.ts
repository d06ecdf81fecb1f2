import { pageTitle, type Seo } from '../../content/pageSeo.ts';

export const careersSeo: Seo = {
  path: '/careers',
  title: pageTitle('Careers'),
  description:
    'Openings for a Math Tutor, English Instructor, Frontend Developer and Content Writer. Flexible work, competitive pay and room to grow. Apply with your CV.',
};

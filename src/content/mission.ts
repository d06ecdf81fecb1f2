import { site } from './site.ts';

/** The mission section of the home page. Spec §1; §2, Home. */
export const mission = {
  heading: 'Our mission',
  lead: 'A child should leave Grade 10 able to pass the exam, and also able to explain what the exam was about.',
  paragraphs: [
    `${site.name} teaches students of Grades 5 to 10 online. We bring four kinds of learning under one roof: board exam preparation, English communication, a foundation for competitive exams, and life skills.`,
    'Classes are held daily. Assessments come regularly, so that a weak topic is found while there is still time to mend it, and parents receive a personal progress report instead of a surprise at the end of the year.',
  ],
} as const;

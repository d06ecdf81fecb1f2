import { site } from './site.ts';

/** The mission section of the home page. Spec §1; §2, Home. */
export const mission = {
  heading: 'Our mission',
  lead: 'A child should leave Grade 10 with the exam passed, and able to explain what it was about.',
  paragraphs: [
    `${site.name} teaches students of Grades 5 to 10 online. We bring four things together: board exams, English communication, a foundation for competitive exams, and life skills.`,
    'Classes are daily. Regular assessments find a weak topic while there is time to work on it. Parents get a personal progress report, not a surprise at the end of the year.',
  ],
} as const;

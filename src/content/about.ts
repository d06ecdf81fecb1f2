import type { Link } from './link.ts';
import { site } from './site.ts';

/** Heading and introduction of the About page. Spec §2, About. */
export const aboutText = {
  heading: `About ${site.name}`,
  intro:
    'We are a private online education provider for students of Grades 5 to 10. We also work with their teachers and schools.',
} as const;

/** The founder's story. Spec §1, Founder claims; §2, About. */
export const founderStory = {
  heading: 'Our founder’s story',
  paragraphs: [
    'Our founder came to this work through classrooms. From the back row one sees good teachers and willing children, and what still goes wrong. A boy knew the answer, but would not stand up, because it had to be in English. A girl could recite the formula, but did not know when to use it.',
    'Parents told another story. They paid the fees on time and saw the homework done. Only the last report of the year told them what had been missed in its first month. Nobody had hidden it. Nobody had looked.',
    `So the work began with teachers. Our founder has trained 300+ teachers and worked with 100+ schools. Everywhere the requests were the same. Help our students to speak. Help them to think. Tell the parents how they are doing. ${site.name} grew out of these requests.`,
    'Today we teach children directly, online and every day. The child speaks more than the teacher. A mistake is something to look at together. And a parent can ask in any week how things stand.',
  ],
  claims: [
    { figure: '300+', label: 'teachers trained' },
    { figure: '100+', label: 'schools' },
  ],
} as const;

/** The mission section of the About page. Spec §1; §2, About. */
export const aboutMission = {
  heading: 'Our mission',
  paragraphs: [
    'A child in a small town should have what a child in a big city has. That is a teacher with time, practice that someone checks, and marks that come from understanding.',
    'Board exams matter, and we prepare for them with care. But life begins the day after the exam. So English, reasoning and everyday skills have a fixed place in our week.',
  ],
} as const;

/** The offers of the provider, in its own description. Spec §1. */
export const whatWeOffer = {
  heading: 'What we offer',
  offers: [
    {
      id: 'board-exams',
      title: 'Board exam preparation',
      text: 'The school syllabus explained, practised and tested in the pattern of the boards.',
    },
    {
      id: 'english',
      title: 'English communication',
      text: 'Speaking and writing that a student can use in class, at an interview and on the phone.',
    },
    {
      id: 'competitive',
      title: 'Competitive foundation',
      text: 'A calm, early start on the thinking that JEE, NEET and the Olympiads ask for.',
    },
    {
      id: 'life-skills',
      title: 'Life skills',
      text: 'Planning time, working with others, handling money and staying safe online.',
    },
  ],
  howHeading: 'How we work',
  how: [
    'Daily classes, held online',
    'Regular assessments, to see gaps early',
    'Scholarships for outstanding students',
    'Personal progress reports for parents',
  ],
  links: [
    { label: 'See the syllabus', href: '/courses' },
    { label: 'See all services', href: '/services' },
  ],
} as const satisfies {
  heading: string;
  offers: readonly { id: string; title: string; text: string }[];
  howHeading: string;
  how: readonly string[];
  links: readonly Link[];
};

import type { Link } from './link.ts';
import { servicesOverview } from './servicesOverview.ts';

export type SkillCourse = { id: string; title: string; text: string };
export type FeaturedService = {
  id: string;
  title: string;
  text: string;
  courses: readonly SkillCourse[];
  action: Link;
};
export type Service = { id: string; title: string; text: string; points: readonly string[] };

/** Hero of the services page. Spec §2, Services. */
export const servicesText = {
  heading: 'Our Services',
  intro: 'We teach students first of all. We also help the teachers and schools who see them every day.',
} as const;

/** The featured card with its five skill courses. Spec §1, Offerings; §2, Services. */
export const featuredService = {
  ...servicesOverview['student-skill-courses'],
  courses: [
    {
      id: 'english-speaking',
      title: 'English Speaking',
      text: 'Speaking, listening and pronunciation, from the first full sentence to a short talk before the class.',
    },
    {
      id: 'math',
      title: 'Math',
      text: 'Clear ideas before quick methods. Puzzles, mental arithmetic and word problems, at the level of the child’s grade.',
    },
    {
      id: 'computer-and-coding',
      title: 'Computer and Coding',
      text: 'Everyday computer use, safe browsing and first programs that the student writes without copying.',
    },
    {
      id: 'science',
      title: 'Science',
      text: 'Ideas from the school book, seen through simple experiments with things found at home.',
    },
    {
      id: 'career-guidance',
      title: 'Career Guidance',
      text: 'Conversations about interests, strengths and subject choices, so that the decision after Grade 10 is not made in a hurry.',
    },
  ],
  action: { label: 'Register for a course', href: '/register-re' },
} as const satisfies FeaturedService;

/** The grid of seven other services. Spec §2, Services. */
export const services = [
  {
    ...servicesOverview['teacher-training'],
    points: [
      'Planning a lesson around what students should be able to do',
      'Questions that make a whole class think',
      'Simple technology for the classroom',
      'Assessment that helps a student improve',
    ],
  },
  {
    ...servicesOverview['school-development'],
    points: [
      'A review of teaching and learning, with the staff',
      'Planning of curriculum and timetable',
      'Skill programmes alongside the board syllabus',
      'Guidance on talking with parents about progress',
    ],
  },
  {
    ...servicesOverview['book-publishing'],
    points: [
      'Workbooks and practice papers for Grades 5 to 10',
      'Editing for clear and correct language',
      'Page design and illustrations suited to the age',
      'Preparation for printing',
    ],
  },
  {
    ...servicesOverview['it-courses'],
    points: [
      'Documents, spreadsheets and presentations',
      'E-mail, online meetings and safe use of the internet',
      'Programming for beginners',
      'An introduction to artificial intelligence tools',
    ],
  },
  {
    ...servicesOverview['career-awareness'],
    points: [
      'Streams and subjects after Grade 10',
      'Entrance exams explained in plain words',
      'Professions old and new, and a day in each',
      'Time for parents’ questions',
    ],
  },
  {
    ...servicesOverview['soft-skills'],
    points: [
      'Listening, and speaking with confidence',
      'Working in a team and settling a disagreement',
      'Managing time and keeping one’s word',
      'Presenting oneself in writing and in person',
    ],
  },
  {
    ...servicesOverview.assessment,
    points: [
      'A first assessment to find the starting point',
      'Regular topic tests with feedback',
      'Practice in the pattern of the board exam',
      'Reports that parents can read and use',
    ],
  },
] as const satisfies readonly Service[];

/** The call to action below the grid. Spec §2, Services. */
export const servicesCallToAction = {
  heading: 'Not sure what you need?',
  text: 'Tell us about your child or your school. We will say plainly whether we can help.',
  action: { label: 'Get in touch', href: '/getTouch' },
} as const satisfies { heading: string; text: string; action: Link };

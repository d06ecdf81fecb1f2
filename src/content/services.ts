import type { Link } from './link.ts';
import { servicesOverview } from './servicesOverview.ts';

export type SkillCourse = { id: string; title: string; text: string };
export type FeaturedService = {
  id: string;
  title: string;
  text: string;
  /** How the registration form names the courses. */
  inForm: string;
  courses: readonly SkillCourse[];
  action: Link;
};
export type Service = { id: string; title: string; text: string; points: readonly string[] };

/** Hero of the services page. Spec §2, Services. */
export const servicesText = {
  heading: 'Our Services',
  intro: 'We teach students. We also help the teachers and schools who see them every day.',
} as const;

/** The featured card with its five skill courses. Spec §1, Offerings; §2, Services. */
export const featuredService = {
  ...servicesOverview['student-skill-courses'],
  inForm:
    'In the registration form, English Speaking is “English Speaking & Writing”, and Math is “Math Problem Solving”. The other three are parts of “Future Ready & Exam Prep”.',
  courses: [
    {
      id: 'english-speaking',
      title: 'English Speaking',
      text: 'Speaking, listening and pronunciation. From a first full sentence to a short talk before the class.',
    },
    {
      id: 'math',
      title: 'Math',
      text: 'Clear ideas first, quick methods later. Puzzles, mental arithmetic and word problems for your child’s grade.',
    },
    {
      id: 'computer-and-coding',
      title: 'Computer and Coding',
      text: 'Everyday computer use, safe browsing, and first programs of the student’s own.',
    },
    {
      id: 'science',
      title: 'Science',
      text: 'Ideas from the school book, tried out with things found at home.',
    },
    {
      id: 'career-guidance',
      title: 'Career Guidance',
      text: 'We talk about interests, strengths and subjects. Nobody has to decide in a hurry after Grade 10.',
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
      'Managing time and keeping a promise',
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
  text: 'Tell us about your child or your school. We tell you honestly if we can help.',
  action: { label: 'Get in touch', href: '/getTouch' },
} as const satisfies { heading: string; text: string; action: Link };

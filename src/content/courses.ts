import type { Link } from './link.ts';

/** The texts around the curriculum browser. Spec §2, Courses. */
export const coursesText = {
  heading: 'Future-Ready Curriculum',
  /** The second part is not wrapped. */
  subtitle: ['Skill-based learning for ', 'Grades 5-10', ' with competitive edge'],
  subjectsLabel: 'Subject',
  gradeBandsLabel: 'Grade',
  callToAction: {
    heading: 'Ready to begin?',
    text: 'Register your child for a course. Every course takes its topics from this syllabus. Not sure which one suits? Ask us.',
    actions: [
      { label: 'Register', href: '/register-re' },
      { label: 'Ask us', href: '/contact' },
    ],
  },
} as const satisfies {
  heading: string;
  subtitle: readonly [string, string, string];
  subjectsLabel: string;
  gradeBandsLabel: string;
  callToAction: { heading: string; text: string; actions: readonly Link[] };
};

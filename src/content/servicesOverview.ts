import type { Link } from './link.ts';

/** The section on the home page. Spec §2, Home. */
export const servicesOverviewText = {
  heading: 'What we do',
  action: { label: 'See all services', href: '/services' },
} as const satisfies { heading: string; action: Link };

/** Each service in one line. The first is the featured one. Spec §1, Offerings; §2, Services. */
export const servicesOverview = {
  'student-skill-courses': {
    id: 'student-skill-courses',
    title: 'Student Skill Courses',
    text: 'Five courses for students of Grades 5 to 10, taught online. Each begins with what the child already knows, and each ends with something the child can show.',
  },
  'teacher-training': {
    id: 'teacher-training',
    title: 'Teacher Training',
    text: 'Practical training for teachers who want a livelier class and less shouting.',
  },
  'school-development': {
    id: 'school-development',
    title: 'School Development',
    text: 'Support for schools that want to improve steadily, at a pace their staff can keep.',
  },
  'book-publishing': {
    id: 'book-publishing',
    title: 'Book Publishing',
    text: 'Help for teachers and schools with the book they have been meaning to write.',
  },
  'it-courses': {
    id: 'it-courses',
    title: 'IT Courses',
    text: 'Computer skills for beginners and for those who wish to go further, teachers included.',
  },
  'career-awareness': {
    id: 'career-awareness',
    title: 'Career Awareness for Grades 8-12',
    text: 'Workshops in which students find out what work there is, and what each path asks of them.',
  },
  'soft-skills': {
    id: 'soft-skills',
    title: 'Soft Skills',
    text: 'The manners and abilities that help in an interview, a team and a family.',
  },
  assessment: {
    id: 'assessment',
    title: 'Assessment',
    text: 'Tests that tell you what to do next, for a single student or a whole class.',
  },
} as const;

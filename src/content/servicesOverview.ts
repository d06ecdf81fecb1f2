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
    text: 'Five skills for Grades 5 to 10, taught online. We begin with what your child knows, and end with something your child can show.',
  },
  'teacher-training': {
    id: 'teacher-training',
    title: 'Teacher Training',
    text: 'Practical training for a livelier class and less shouting.',
  },
  'school-development': {
    id: 'school-development',
    title: 'School Development',
    text: 'Steady improvement for schools, at a pace the staff can keep.',
  },
  'book-publishing': {
    id: 'book-publishing',
    title: 'Book Publishing',
    text: 'Help with the book that a teacher or school has always wanted to write.',
  },
  'it-courses': {
    id: 'it-courses',
    title: 'IT Courses',
    text: 'Computer skills for beginners and beyond. Teachers are welcome too.',
  },
  'career-awareness': {
    id: 'career-awareness',
    title: 'Career Awareness for Grades 8-12',
    text: 'Workshops about the work there is, and what each path asks of a student.',
  },
  'soft-skills': {
    id: 'soft-skills',
    title: 'Soft Skills',
    text: 'Manners and skills that help in an interview, a team and a family.',
  },
  assessment: {
    id: 'assessment',
    title: 'Assessment',
    text: 'Tests that show what to do next, for one student or a whole class.',
  },
} as const;

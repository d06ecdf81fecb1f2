export type JobCategory = 'teaching' | 'technical' | 'content';
export type CategoryTab = { id: 'all' | JobCategory; label: string };
export type JobPosting = {
  id: number;
  title: string;
  type: string;
  location: string;
  experience: string;
  salary: string;
  category: JobCategory;
  description: string;
};
export type WhyJoinCard = { id: string; title: string; text: string };

/** The category tabs; the first is chosen when the page opens. Spec §2, Careers. */
export const categoryTabs = [
  { id: 'all', label: 'All Positions' },
  { id: 'teaching', label: 'Teaching' },
  { id: 'technical', label: 'Technical' },
  { id: 'content', label: 'Content' },
] as const satisfies readonly CategoryTab[];

/** The four job postings. Spec §3, Job posting. */
export const postings: readonly JobPosting[] = [
  {
    id: 1,
    title: 'Math Tutor',
    type: 'Part-time',
    location: 'Remote',
    experience: '1+ years',
    salary: '₹30,000-40,000/month',
    category: 'teaching',
    description:
      'Teach mathematics online to students of Grades 5 to 10. You explain an idea in more than one way, and set and check assessments. You write short notes for the progress reports.',
  },
  {
    id: 2,
    title: 'English Instructor',
    type: 'Full-time',
    location: 'New Delhi',
    experience: '2+ years',
    salary: '₹30,000-40,000/month',
    category: 'teaching',
    description:
      'Teach spoken and written English to students who understand more than they dare to say. You plan daily practice, correct kindly, and prepare for the board papers.',
  },
  {
    id: 3,
    title: 'Frontend Developer',
    type: 'Full-time',
    location: 'Bangalore',
    experience: '3+ years',
    salary: '₹6-8 LPA',
    category: 'technical',
    description:
      'Build the pages on which families meet us and enrol. You write accessible, well-tested TypeScript and React. You care about small phones and slow networks.',
  },
  {
    id: 4,
    title: 'Content Writer',
    type: 'Freelance',
    location: 'Remote',
    experience: '1+ years',
    salary: 'Not disclosed',
    category: 'content',
    description:
      'Write worksheets, blog articles and course notes for Grades 5 to 10. Your sentences are short, your facts are checked, and a ten-year-old can follow.',
  },
];

/** The three cards of the Why Join section. Spec §2, Careers. */
export const whyJoin = {
  heading: 'Why Join',
  cards: [
    {
      id: 'flexible-work',
      title: 'Flexible Work',
      text: 'Remote options and flexible schedules. Good work and a family fit into the same day.',
    },
    {
      id: 'competitive-pay',
      title: 'Competitive Pay',
      text: 'Competitive salaries and performance bonuses for the people who do the teaching and building.',
    },
    {
      id: 'growth-opportunities',
      title: 'Growth Opportunities',
      text: 'Professional development and career paths. You learn while you teach.',
    },
  ],
} as const satisfies { heading: string; cards: readonly WhyJoinCard[] };

import type { Link } from './link.ts';

export type PostCategory =
  | 'Mathematics'
  | 'Science'
  | 'English'
  | 'Study Skills'
  | 'Future Skills'
  | 'Competitive Exams';
export type PostSummary = {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  category: PostCategory;
  /** As YYYY-MM-DD. */
  date: string;
  readTime: string;
  image: string;
};
export type PostDetail = PostSummary & {
  /** The body as HTML of our own making: headings from h2 down, paragraphs and lists. */
  content: string;
  author: string;
  seoDescription: string;
  tags: readonly string[];
};

/** Header and sidebar of the blog. Spec §2, Blog. */
export const blogText = {
  heading: 'Blog',
  intro: 'Things worth trying at the study table this week, for students and for the parents beside them.',
  categoriesHeading: 'Categories',
  tagsHeading: 'Popular Tags',
  empty: 'No blog posts found in this category.',
  loading: 'Loading...',
  failed: 'This post could not be loaded. Please check your connection and try again.',
  retry: 'Try again',
  next: 'Read next',
  callToAction: {
    heading: 'Practise with us',
    text: 'We teach Grades 5 to 10 online, every day.',
    actions: [
      { label: 'Register for a course', href: '/register-re' },
      { label: 'See the syllabus', href: '/courses' },
    ],
  },
} as const;

/** Summary of the Mathematics post. Spec §3, Blog post summary. */
export const mathSkillsSummary = {
  id: 1,
  slug: 'how-to-improve-math-skills',
  title: 'How to Improve Your Math Skills',
  excerpt:
    'Find where the difficulty begins, draw before you calculate, and keep a notebook of mistakes. A plan of half an hour a day that a student can follow without help.',
  category: 'Mathematics',
  date: '2025-08-05',
  readTime: '5 min',
  image: 'post-math-skills',
} as const satisfies PostSummary;

/** Summary of the Future Skills post. Spec §3, Blog post summary. */
export const futureSkillsSummary = {
  id: 2,
  slug: 'future-ready-skills',
  title: 'Future-Ready Skills for Grades 5-10',
  excerpt:
    'Nobody can say which jobs will exist when today’s students finish college. Some abilities will be useful in all of them, and most can be practised at home, free of cost.',
  category: 'Future Skills',
  date: '2025-08-19',
  readTime: '8 min',
  image: 'post-future-skills',
} as const satisfies PostSummary;

/** The two posts of the list. Spec §3, Blog post summary. */
export const posts = [mathSkillsSummary, futureSkillsSummary] as const satisfies readonly PostSummary[];

/** The next post in the list; the first follows the last. */
export const nextPost = (slug: string): PostSummary | undefined =>
  posts[(posts.findIndex((post) => post.slug === slug) + 1) % posts.length];

/** Headings of level two alone. */
export const headingsOf = ({ content }: Pick<PostDetail, 'content'>): { id: string; title: string }[] =>
  [...content.matchAll(/<h2 id="([\w-]+)">([^<]+)/g)].map(([, id = '', title = '']) => ({ id, title }));

export type PostSlug = (typeof posts)[number]['slug'];

/** The categories of the sidebar. Spec §2, Blog. */
export const blogCategories = [
  { label: 'All', href: '/blog' },
  { label: 'Mathematics', href: '/blog/category/mathematics' },
  { label: 'Science', href: '/blog/category/science' },
  { label: 'English', href: '/blog/category/english' },
  { label: 'Study Skills', href: '/blog/category/study-skills' },
  { label: 'Future Skills', href: '/blog/category/future-skills' },
  { label: 'Competitive Exams', href: '/blog/category/competitive-exams' },
] as const satisfies readonly { label: 'All' | PostCategory; href: string }[];

/** The popular tags of the sidebar; the route table has no pages for their paths. Spec §2, Blog. */
export const popularTags = [
  { label: 'math', href: '/blog/tag/math' },
  { label: 'learning', href: '/blog/tag/learning' },
  { label: 'exams', href: '/blog/tag/exams' },
  { label: 'technology', href: '/blog/tag/technology' },
  { label: 'education', href: '/blog/tag/education' },
] as const satisfies readonly Link[];

import { pageTitle, type Seo } from '../../content/pageSeo.ts';
import { blogText, posts } from '../../content/posts.ts';

const blogSeo: Seo = {
  path: '/blog',
  title: pageTitle('Blog for Students and Parents'),
  description:
    'Practical articles for students of Grades 5 to 10 and their parents: mathematics, future skills and how to study well, with things to try this week.',
};

const categories: Readonly<Record<string, { heading: string; description: string }>> = {
  mathematics: {
    heading: 'Mathematics Articles',
    description:
      'Articles on mathematics for students of Grades 5 to 10: how to close a gap, practise well and understand what the formula is for.',
  },
  science: {
    heading: 'Science Articles',
    description:
      'Articles on science for students of Grades 5 to 10 and for the parents who help them at home.',
  },
  english: {
    heading: 'English Articles',
    description:
      'Articles on speaking, reading and writing English for students of Grades 5 to 10 and their parents.',
  },
  'study-skills': {
    heading: 'Study Skills Articles',
    description:
      'Articles on how to study: planning, remembering and preparing calmly, for students of Grades 5 to 10.',
  },
  'future-skills': {
    heading: 'Future Skills Articles',
    description:
      'Articles on the skills that will help in any career, from clear speech to coding, for students of Grades 5 to 10.',
  },
  'competitive-exams': {
    heading: 'Competitive Exam Articles',
    description:
      'Articles on building a foundation for Olympiads, JEE and NEET, for students of Grades 5 to 10 and their parents.',
  },
};

const categorySeo = (category: string) => {
  const id = category.toLowerCase();
  return Object.hasOwn(categories, id) ? categories[id] : undefined;
};

/** The heading of the list of all posts or of a category. */
export const blogListHeading = (category: string | null): string =>
  (category === null ? undefined : categorySeo(category)?.heading) ?? blogText.heading;

const hasPosts = (category: string): boolean =>
  posts.some((post) => post.category.toLowerCase() === category.toLowerCase());

/** For the list of all posts or of a category. One without posts, or that the sidebar does not list, is not indexed. */
export function blogListSeo(category: string | null): Seo {
  if (category === null) return blogSeo;
  const known = categorySeo(category);
  if (!known) return unknownPostSeo;
  const { heading, description } = known;
  const path = hasPosts(category) ? `/blog/category/${category.toLowerCase()}` : null;
  return { path, title: pageTitle(heading), description };
}

/** For a slug that names no post. */
export const unknownPostSeo: Seo = { ...blogSeo, path: null };

/** For a post. Until its text is loaded it has the description of the blog. Spec §2, Blog. */
export const postSeo = (slug: string, title: string, description = blogSeo.description): Seo => ({
  path: `/blog/${slug}`,
  title: pageTitle(title),
  description,
});

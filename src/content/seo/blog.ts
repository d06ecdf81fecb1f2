import { type Seo, titled } from './seo.ts';

const blogSeo: Seo = {
  path: '/blog',
  title: titled('Blog for Students and Parents'),
  description:
    'Practical articles for students of Grades 5 to 10 and their parents: mathematics, future skills and how to study well, with things to try this week.',
};

const categories: Readonly<Record<string, Seo>> = {
  mathematics: {
    path: '/blog/category/mathematics',
    title: titled('Mathematics Articles'),
    description:
      'Articles on mathematics for students of Grades 5 to 10: how to close a gap, practise well and understand what the formula is for.',
  },
  science: {
    path: '/blog/category/science',
    title: titled('Science Articles'),
    description:
      'Articles on science for students of Grades 5 to 10 and for the parents who help them at home.',
  },
  english: {
    path: '/blog/category/english',
    title: titled('English Articles'),
    description:
      'Articles on speaking, reading and writing English for students of Grades 5 to 10 and their parents.',
  },
  'study-skills': {
    path: '/blog/category/study-skills',
    title: titled('Study Skills Articles'),
    description:
      'Articles on how to study: planning, remembering and preparing calmly, for students of Grades 5 to 10.',
  },
  'future-skills': {
    path: '/blog/category/future-skills',
    title: titled('Future Skills Articles'),
    description:
      'Articles on the skills that will help in any career, from clear speech to coding, for students of Grades 5 to 10.',
  },
  'competitive-exams': {
    path: '/blog/category/competitive-exams',
    title: titled('Competitive Exam Articles'),
    description:
      'Articles on building a foundation for Olympiads, JEE and NEET, for students of Grades 5 to 10 and their parents.',
  },
};

/** Of the list of all posts or of a category; one that is not listed is nothing for a search engine. */
export const blogListSeo = (category: string | null): Seo =>
  category === null ? blogSeo : (categories[category.toLowerCase()] ?? unknownPostSeo);

/** Of an address in the blog at which there is nothing. */
export const unknownPostSeo: Seo = { ...blogSeo, path: null };

/** Of a post; without its text it is described as the blog is. Spec §2, Blog. */
export const postSeo = (slug: string, title: string, description = blogSeo.description): Seo => ({
  path: `/blog/${slug}`,
  title: titled(title),
  description,
});

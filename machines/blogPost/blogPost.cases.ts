import type { Cases } from '../paths/index.ts';
import type { blogPostActors, blogPostMachine, Post } from './blogPost.machine.ts';

const post: Post = {
  slug: 'how-to-improve-math-skills',
  title: 'How to Improve Your Math Skills',
  content: '<h2>2. Draw before you calculate</h2><p>A drawing brings out the sum.</p>',
  category: 'Mathematics',
  date: '2025-08-05',
  author: 'Meenakshi Iyer',
  seoDescription: 'Habits that improve math.',
  tags: ['math', 'learning', 'exams'],
};

/** Event cases and outcomes of a blog post's page. */
export const blogPostCases = {
  input: { slug: post.slug, slugs: [post.slug] },
  events: {
    slugChanged: {
      'a post': { slug: post.slug },
      'no post': { slug: 'no-such-post' },
    },
    retried: { 'by its button': {} },
  },
  outcomes: {
    loadPost: {
      loaded: { output: post },
      'not loaded': { error: new Error('Failed to fetch dynamically imported module.') },
    },
  },
  choiceFields: ['slug', 'slugs', 'loaded', 'output'],
  project: ({ slug, loaded }) => ({ slug, loaded: loaded.map((post) => post.slug) }),
} satisfies Cases<typeof blogPostMachine, typeof blogPostActors>;

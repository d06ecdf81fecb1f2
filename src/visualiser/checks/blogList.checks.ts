import { posts } from '../../content/posts.ts';
import type { Checks } from './checks.types.ts';
import { noText, text, textWhere } from './expectations.ts';
import { pressed } from './focus.ts';

const EMPTY = 'No blog posts found in this category.';

export const blogListChecks: Checks = {
  focus: pressed('h1', 'categoryChosen'),
  states: {
    listed: ({ context: { category } }) => [
      noText(EMPTY),
      ...posts.map((post) =>
        textWhere(category === null || post.category.toLowerCase() === category, post.title),
      ),
    ],
    empty: () => [text(EMPTY), ...posts.map(({ title }) => noText(title))],
  },
};

import type { Checks } from '../checks/checks.types.ts';
import { noText, text, textWhere } from '../checks/expectations.ts';
import { pressed } from '../checks/focus.ts';

const EMPTY = 'No blog posts found in this category.';

type PostTexts = { title: string; category: string };

/** Returns the checks of the blog list, for the posts of the site. */
export const blogListChecks = (posts: readonly PostTexts[]): Checks => ({
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
});

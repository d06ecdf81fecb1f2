import type { Checks } from '../checks/checks.types.ts';
import { noText, text, textWhere } from '../checks/expectations.ts';
import { pressed } from '../checks/focus.ts';

type PostTexts = { title: string; category: string };

/** `none` is the text of the site for a list without posts. */
export const blogListChecks = (posts: readonly PostTexts[], none: string): Checks => ({
  focus: pressed('h1', 'categoryChosen'),
  states: {
    listed: ({ context: { category } }) => [
      noText(none),
      ...posts.map((post) =>
        textWhere(category === null || post.category.toLowerCase() === category, post.title),
      ),
    ],
    empty: () => [text(none), ...posts.map(({ title }) => noText(title))],
  },
});

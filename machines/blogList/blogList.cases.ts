import type { ListingMachine } from '../listing/listing.machine.ts';
import type { Cases } from '../paths/index.ts';

/** Event cases of the blog list: categories as the address spells them. */
export const blogListCases = {
  input: {
    category: null,
    items: [
      { id: 1, category: 'Mathematics' },
      { id: 2, category: 'Future Skills' },
    ],
  },
  events: {
    categoryChosen: {
      'all posts': { category: null },
      'a category with a post': { category: 'mathematics' },
      'a category without posts': { category: 'science' },
      'a category whose name has a space': { category: 'future-skills' },
    },
  },
  outcomes: {},
  choiceFields: ['category'],
  project: ({ category }) => category,
} satisfies Cases<ListingMachine, Record<never, never>>;

import type { ListingMachine } from '../listing/listing.machine.ts';
import type { Cases } from '../paths/index.ts';

const categories = {
  'all posts': { category: null },
  'a category with a post': { category: 'mathematics' },
  'a category without posts': { category: 'science' },
  'a category whose name has a space': { category: 'future-skills' },
};

const isCategory = (name: string): name is keyof typeof categories => name in categories;

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
    categoryChosen: categories,
  },
  outcomes: {},
  choiceFields: ['category'],
  // A link to the address at which one is changes nothing.
  isPossible: (_, name, { context }) => !isCategory(name) || categories[name].category !== context.category,
  project: ({ category }) => category,
} satisfies Cases<ListingMachine, Record<never, never>>;

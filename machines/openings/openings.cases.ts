import type { ListingMachine } from '../listing/listing.machine.ts';
import type { Cases } from '../paths/index.ts';

/** Event cases of the job openings; the category `content` has no opening. */
export const openingsCases = {
  input: {
    category: null,
    items: [
      { id: 1, category: 'teaching' },
      { id: 2, category: 'teaching' },
      { id: 3, category: 'technical' },
    ],
  },
  events: {
    categoryChosen: {
      'all positions': { category: null },
      teaching: { category: 'teaching' },
      technical: { category: 'technical' },
      'a category without openings': { category: 'content' },
    },
  },
  outcomes: {},
  choiceFields: ['category'],
  project: ({ category }) => category,
} satisfies Cases<ListingMachine, Record<never, never>>;

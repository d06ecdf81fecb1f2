import type { Journey } from '../paths/index.ts';
import type { blogListCases } from './blogList.cases.ts';

/** Scenarios of the blog list, from the specification. Spec §4, Blog list. */
export const blogListJourneys: readonly Journey<typeof blogListCases>[] = [
  {
    title: '§4 the category of the address is compared case-insensitively',
    steps: [
      ['categoryChosen: a category with a post', 'listed', { category: 'mathematics' }],
      ['categoryChosen: all posts', 'listed', { category: null }],
    ],
  },
  {
    title: '§4 a hyphenated slug does not equal a name with a space',
    steps: [
      ['categoryChosen: a category whose name has a space', 'empty', { category: 'future-skills' }],
      ['categoryChosen: a category with a post', 'listed'],
      ['categoryChosen: a category without posts', 'empty', { category: 'science' }],
      ['categoryChosen: all posts', 'listed'],
    ],
  },
];

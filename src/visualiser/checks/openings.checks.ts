import { categoryTabs, postings } from '../../content/postings.ts';
import type { Checks, Expectation } from './checks.types.ts';
import { noText, selectedTab, text, textWhere } from './expectations.ts';
import { byVisitor, isEvent } from './focus.ts';

const EMPTY = 'No current openings in this category. Check back later!';

const labelOf = (category: string | null) =>
  categoryTabs.find(({ id }) => id === (category ?? 'all'))?.label ?? '';

/** Expects that only the postings with some ids are shown, and that the tab of the category is selected. */
const shownPostings = (shown: readonly number[], category: string | null): Expectation[] => [
  ...postings.map(({ id, title }) => textWhere(shown.includes(id), title)),
  selectedTab(labelOf(category)),
];

export const openingsChecks: Checks = {
  focus: byVisitor(({ after, snapshot }) =>
    isEvent(after, 'categoryChosen') ? `openings-tab-${snapshot.context.category ?? 'all'}` : null,
  ),
  states: {
    listed: ({ context: { category, items } }) => {
      const listed: { id: number; category: string }[] = items;
      const shown = listed.filter((item) => category === null || item.category === category);
      return [
        noText(EMPTY),
        ...shownPostings(
          shown.map(({ id }) => id),
          category,
        ),
      ];
    },
    empty: ({ context: { category } }) => [text(EMPTY), ...shownPostings([], category)],
  },
};

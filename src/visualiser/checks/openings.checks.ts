import { categoryTabs, postings } from '../../content/postings.ts';
import type { Checks, Expectation } from './checks.types.ts';
import { noText, selectedTab, text, textWhere } from './expectations.ts';
import { byVisitor, isEvent } from './focus.ts';

const EMPTY = 'No current openings in this category. Check back later!';

const labelOf = (category: string | null) =>
  (categoryTabs.find(({ id }) => id === category) ?? categoryTabs.find(({ id }) => id === 'all'))?.label ??
  '';

type Item = { id: number; category: string };

/**
 * Expects that only the items of the category are shown, and that its tab is selected. A posting that the machine does not
 * have is not expected in any category.
 */
function listing(items: readonly Item[], category: string | null): Expectation[] {
  const isInCategory = (item: Item) => category === null || item.category === category;
  const isKnown = ({ id }: Item) => items.some((item) => item.id === id);
  return [
    ...postings
      .filter((posting) => isKnown(posting) || !isInCategory(posting))
      .map((posting) => textWhere(isInCategory(posting), posting.title)),
    selectedTab(labelOf(category)),
  ];
}

export const openingsChecks: Checks = {
  focus: byVisitor(({ after, snapshot }) =>
    isEvent(after, 'categoryChosen') ? `openings-tab-${snapshot.context.category ?? 'all'}` : null,
  ),
  states: {
    listed: ({ context: { category, items } }) => [noText(EMPTY), ...listing(items, category)],
    empty: ({ context: { category, items } }) => [text(EMPTY), ...listing(items, category)],
  },
};

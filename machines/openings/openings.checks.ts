import type { Checks, Expectation } from '../checks/checks.types.ts';
import { noText, selectedTab, text, textWhere } from '../checks/expectations.ts';
import { byVisitor, isEvent } from '../checks/focus.ts';
import { openingsMessages } from './openings.messages.ts';

type OpeningsTexts = {
  postings: readonly { id: number; title: string; category: string }[];
  categoryTabs: readonly { id: string; label: string }[];
};

const labelOf = ({ categoryTabs }: OpeningsTexts, category: string | null) =>
  (categoryTabs.find(({ id }) => id === category) ?? categoryTabs.find(({ id }) => id === 'all'))?.label ??
  '';

type Item = { id: number; category: string };

/**
 * Expects that only the items of the category are shown, and that its tab is selected. A posting that the machine does not
 * have is not expected in any category.
 */
function listing(
  texts: OpeningsTexts,
  { items, category }: { items: readonly Item[]; category: string | null },
): Expectation[] {
  const isInCategory = (item: Item) => category === null || item.category === category;
  const isKnown = ({ id }: Item) => items.some((item) => item.id === id);
  return [
    ...texts.postings
      .filter((posting) => isKnown(posting) || !isInCategory(posting))
      .map((posting) => textWhere(isInCategory(posting), posting.title)),
    selectedTab(labelOf(texts, category)),
  ];
}

export const openingsChecks = (texts: OpeningsTexts): Checks => ({
  focus: byVisitor(({ after, snapshot }) =>
    isEvent(after, 'categoryChosen') ? `openings-tab-${snapshot.context.category ?? 'all'}` : null,
  ),
  states: {
    listed: ({ context }) => [noText(openingsMessages.empty), ...listing(texts, context)],
    empty: ({ context }) => [text(openingsMessages.empty), ...listing(texts, context)],
  },
});

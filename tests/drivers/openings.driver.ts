import { openingsCases } from '../../machines/openings/openings.cases.ts';
import { categoryTabs, postings } from '../../src/content/postings.ts';
import { defineDriver } from './driver.ts';
import { isEvent } from './focus.ts';
import type { Hands } from './hands.ts';

const EMPTY = 'No current openings in this category. Check back later!';

const labelOf = (category: string | null) =>
  categoryTabs.find(({ id }) => id === (category ?? 'all'))?.label ?? '';

/** Asserts that of all postings those of some ids are shown, and which tab is chosen. */
async function expectPostings(
  hands: Hands,
  shown: readonly number[],
  category: string | null,
): Promise<void> {
  for (const { id, title } of postings) await (shown.includes(id) ? hands.sees(title) : hands.seesNot(title));
  await hands.seesChosen(labelOf(category));
}

export const openingsDriver = defineDriver(openingsCases, {
  page: '/careers',
  prepare: (hands) => hands.withdrawPostings('content'),
  events: {
    categoryChosen: (hands, { category }) => hands.press(labelOf(category), 'tab'),
  },
  outcomes: {},
  focus: ({ after, snapshot }) =>
    isEvent(after, 'categoryChosen') ? `openings-tab-${snapshot.context.category ?? 'all'}` : null,
  states: {
    listed: async (hands, { context: { category, items } }) => {
      await hands.seesNot(EMPTY);
      const shown: { id: number; category: string }[] = items;
      await expectPostings(
        hands,
        shown.filter((item) => category === null || item.category === category).map(({ id }) => id),
        category,
      );
    },
    empty: async (hands, { context: { category } }) => {
      await hands.sees(EMPTY);
      await expectPostings(hands, [], category);
    },
  },
});

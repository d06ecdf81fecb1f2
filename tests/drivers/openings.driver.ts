import { openingsCases } from '../../machines/openings/openings.cases.ts';
import { categoryTabs, postings } from '../../src/content/postings.ts';
import { defineDriver } from './driver.ts';
import { isEvent } from './focus.ts';
import type { ScreenDriver } from './pageDriver.ts';

const EMPTY = 'No current openings in this category. Check back later!';

const labelOf = (category: string | null) =>
  categoryTabs.find(({ id }) => id === (category ?? 'all'))?.label ?? '';

/** Asserts that only the postings with some ids are shown, and that the tab of the category is selected. */
async function expectPostings(
  screen: ScreenDriver,
  shown: readonly number[],
  category: string | null,
): Promise<void> {
  for (const { id, title } of postings)
    await (shown.includes(id) ? screen.expectText(title) : screen.expectNoText(title));
  await screen.expectSelectedTab(labelOf(category));
}

export const openingsDriver = defineDriver(openingsCases, {
  prepare: ({ build }) => build.removePostings('content'),
  events: {
    categoryChosen: ({ user }, { category }) => user.press(labelOf(category), 'tab'),
  },
  outcomes: {},
  focus: ({ after, snapshot }) =>
    isEvent(after, 'categoryChosen') ? `openings-tab-${snapshot.context.category ?? 'all'}` : null,
  states: {
    listed: async ({ screen }, { context: { category, items } }) => {
      await screen.expectNoText(EMPTY);
      const shown: { id: number; category: string }[] = items;
      await expectPostings(
        screen,
        shown.filter((item) => category === null || item.category === category).map(({ id }) => id),
        category,
      );
    },
    empty: async ({ screen }, { context: { category } }) => {
      await screen.expectText(EMPTY);
      await expectPostings(screen, [], category);
    },
  },
});

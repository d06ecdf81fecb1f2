import { openingsCases } from '../../machines/openings/openings.cases.ts';
import { categoryTabs } from '../../src/content/postings.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

const labelOf = (category: string | null) =>
  categoryTabs.find(({ id }) => id === (category ?? 'all'))?.label ?? '';

export const openingsDriver = defineDriver(openingsCases, {
  prepare: ({ build }) => build.removePostings('content'),
  events: {
    categoryChosen: ({ user }, { category }) => user.press(labelOf(category), 'tab'),
  },
  outcomes: {},
  checks: checks.openings,
});

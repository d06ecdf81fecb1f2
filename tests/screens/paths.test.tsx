import { describe, test } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { domPageDriverWithLeftoverCheck } from '../drivers/dom/leftovers.ts';
import { planOf } from '../drivers/plans.ts';
import { namingSeed, randomWalksOf, walkOnNewPages } from '../drivers/walks.ts';
import { chosenFlows, walkRecorder } from '../support/chosenFlows.ts';
import { pathThrough } from '../support/walkOrShorten.ts';

/** Walks with pairs of transitions that no plan takes, found by random walks. */
const rareWalks: Readonly<Record<string, readonly (readonly [title: string, steps: readonly string[]])[]>> = {
  visualiserLink: [
    [
      'the focus stays when the page whose button has it is closed',
      ['present: another page', 'present: a page', 'pageChosen: the page', 'goodbye: by the page'],
    ],
  ],
  scholarship: [
    [
      'an alert about missing values stays while another one becomes missing',
      ['changed: no grade', 'submitted: by the button', 'changed: no phone'],
    ],
  ],
  jobApplication: [
    [
      'a form without a name is filled in the same way again',
      ['draftFound: left open, with a file', 'changed: no name', 'changed: no name'],
    ],
  ],
};

describe.each(chosenFlows.map(planOf))('$id', (plan) => {
  // The visualiser is one page for all its flows, and keeps what several of them share.
  const isOfSite = plan.flow.page !== null;
  const openPage = () => (isOfSite ? domPageDriverWithLeftoverCheck : domPageDriver)(plan.id);
  const record = walkRecorder('screens', plan.flow, plan.graph, plan.driver.checks);

  test.each(plan.paths)('$title', ({ path, title }) => record(title, walkOnNewPages(plan, path, openPage)));

  test.each(randomWalksOf(plan, 1))('$title', ({ path, title }) =>
    record(title, namingSeed(walkOnNewPages(plan, path, openPage))),
  );

  test.each(rareWalks[plan.id] ?? [])('%s', async (_, steps) => {
    await walkOnNewPages(plan, pathThrough(plan, ...steps), openPage);
  });
});

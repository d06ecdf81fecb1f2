import { describe } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { domPageDriverWithLeftoverCheck } from '../drivers/dom/leftovers.ts';
import { planOf } from '../drivers/plans.ts';
import { randomWalksOf, walkNamingSeed, walkOnNewPages } from '../drivers/walks.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { testFlow } from '../support/flowTests.ts';
import { existingPath } from '../support/walkOrShorten.ts';

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

describe.each(chosenFlows.map((flow) => [flow.id, flow] as const))('%s', (_, flow) => {
  const plan = planOf(flow);
  // The visualiser is one page for all its flows, and keeps their shared state.
  const isOfSite = plan.flow.page !== null;
  const openPage = () => (isOfSite ? domPageDriverWithLeftoverCheck : domPageDriver)(plan.id);
  const walk = walkNamingSeed((path) => walkOnNewPages(plan, path, openPage));
  const rare = (rareWalks[plan.id] ?? []).map(([title, steps]) => ({
    title,
    run: () => walkOnNewPages(plan, existingPath(plan, ...steps), openPage),
  }));
  testFlow(
    { level: 'screens', flow, checks: plan.driver.checks },
    [...plan.paths, ...randomWalksOf(plan, 1), ...rare],
    walk,
  );
});

import { test } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { planWithId } from '../drivers/plans.ts';
import { walkOnNewPages } from '../drivers/walks.ts';
import { pathThrough } from '../support/pathThrough.ts';

/** Walks with pairs of transitions that no plan takes, found by random walks. */
test.each([
  [
    'visualiserLink',
    'the focus stays when the page whose button has it is closed',
    ['present: another page', 'present: a page', 'pageChosen: the page', 'goodbye: by the page'],
  ],
  [
    'scholarship',
    'an alert about missing values stays while another one becomes missing',
    ['changed: no grade', 'submitted: by the button', 'changed: no phone'],
  ],
  [
    'jobApplication',
    'a form without a name is filled in the same way again',
    ['draftFound: left open, with a file', 'changed: no name', 'changed: no name'],
  ],
])('%s: %s', async (id, _, names) => {
  const plan = planWithId(id);
  await walkOnNewPages(plan, pathThrough(plan, ...names), () => domPageDriver(id));
});

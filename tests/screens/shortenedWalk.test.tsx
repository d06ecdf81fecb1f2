import { describe, expect, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { journeyDivergence } from '../../machines/paths/index.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { planOf } from '../drivers/planOf.ts';
import { walkOnNewPages } from '../drivers/walks.ts';
import { journeyIn } from '../support/journeyIn.ts';
import { pathThrough } from '../support/pathThrough.ts';

/** A walk that fails on the screen is shortened there, and printed as a journey. */

const contact = planOf(contactFlow);

const [VALID, SUBMITTED, DISMISSED] = [
  'changed: everything valid',
  'submitted: by the button',
  'alertDismissed: by its close button',
];
const path = pathThrough(
  contact,
  ...[
    'changed: no phone',
    VALID,
    SUBMITTED,
    'send: connection broken',
    SUBMITTED,
    'send: accepted',
    DISMISSED,
  ],
);

let openPages = 0;

/** Returns a page on which the button that closes an alert does nothing. */
function openBrokenPage() {
  const page = domPageDriver('contact');
  openPages += 1;
  return {
    ...page,
    user: {
      ...page.user,
      press: async (name: string | RegExp) => {
        if (name !== 'Close this message') await page.user.press(name);
      },
    },
    close: () => {
      openPages -= 1;
      page.close();
    },
  };
}

async function failureOf(walking: Promise<unknown>): Promise<Error> {
  const failure: unknown = await walking.catch((error: unknown) => error);
  if (!(failure instanceof Error)) throw new Error('the walk did not fail');
  return failure;
}

describe('a walk that fails on the screen', () => {
  test('prints the shortest journey that fails there, after its own steps', async () => {
    const failure = await failureOf(walkOnNewPages(contact, path, openBrokenPage, { attempts: 6 }));
    expect(failure.message).toMatch(/^step 7 went wrong\n/);
    expect(openPages).toBe(0);
    const journey = await journeyIn(failure.message);
    expect(journey.steps).toEqual([
      ['draftFound: everything saved', 'idle'],
      [SUBMITTED, 'submitting'],
      ['send: accepted', 'done'],
      [DISMISSED, 'idle'],
    ]);
    expect(journeyDivergence(contactFlow, journey)).toBeNull();

    const shortest = pathThrough(contact, ...journey.steps.map(([name]) => name));
    const again = await failureOf(walkOnNewPages(contact, shortest, openBrokenPage, { attempts: 0 }));
    expect(again.message).toMatch(/^step 4 went wrong\n[\s\S]*\(4 of 4 steps\)/);
    await walkOnNewPages(contact, shortest, () => domPageDriver('contact'));
  });
});

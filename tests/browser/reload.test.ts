import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { nearest } from '../../machines/paths/plan.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { stateName } from '../../machines/stateName.ts';
import { chromiumHands } from '../drivers/chromium.ts';
import { type Driver, walk } from '../drivers/driver.ts';
import type { Hands } from '../drivers/hands.ts';
import { plans } from '../drivers/plans.ts';
import { sharedBrowser } from './browser.ts';

/** Every state of the registration that can be seen: reload there, and finish from there. */

const { browser } = sharedBrowser();

const registration = plans.find(({ id }) => id === 'registration');
if (!registration) throw new Error('there is no registration');
const { flow, graph, driver } = registration;

const names = [...new Set([...graph.states.values()].map(({ snapshot }) => stateName(snapshot)))];

const wayTo = (name: string) => {
  const isThere = (key: string) => {
    const state = graph.states.get(key);
    return state !== undefined && stateName(state.snapshot) === name;
  };
  return isThere(graph.initial)
    ? []
    : (nearest(graph, graph.initial, ({ to }) => (isThere(to) ? 1 : 0)) ?? []);
};

const { values } = registrationCases.events.changed['everything right'];

const deed = (steps: Driver['deeds'], name: string, hands: Hands) => {
  const found = steps.get(name);
  if (typeof found !== 'function') throw new Error(`no deed "${name}"`);
  return found(hands);
};

describe.each(names.filter((name) => name !== 'registered'))('reload in %s', (name) => {
  test('comes back with every field, and one finishes with one payment at most', async () => {
    const hands = await chromiumHands(browser(), inject('site'), flow.id);
    onTestFinished(hands.close);
    const way = wayTo(name);
    await walk(flow, driver, way, hands);
    const wasPaid = graph.states.get(way.at(-1)?.to ?? graph.initial)?.snapshot.hasTag('paid') === true;
    const typed = await hands.formValues();

    await hands.page.reload();
    await hands.page.locator('[data-flow="registration"]').waitFor();
    await expect.poll(hands.formValues).toEqual(typed);

    let payments = wasPaid ? 1 : 0;
    for (let steps = 0; steps < 12; steps += 1) {
      const state = await hands.page.locator('[data-flow="registration"]').getAttribute('data-state');
      if (state === 'registered') break;
      if (state === 'creatingOrder') await deed(driver.deeds, 'createOrder: an open order', hands);
      else if (state === 'loadingCheckout.requesting.prompt')
        await deed(driver.deeds, 'loadCheckout: loaded', hands);
      else if (state === 'paying.open') {
        payments += 1;
        await deed(driver.deeds, 'paymentSucceeded: the customer pays', hands);
      } else if (state === 'registering') await deed(driver.deeds, 'register: stored', hands);
      else {
        if ((await hands.formValues()).email !== values.email || name.startsWith('editing.'))
          await deed(driver.deeds, 'changed: everything right', hands);
        await deed(driver.deeds, 'submitted: by the button', hands);
      }
      await hands.page.locator(`[data-flow="registration"]:not([data-state="${state}"])`).waitFor();
    }
    await hands.isIn('registered');
    expect(payments).toBe(1);
  });
});

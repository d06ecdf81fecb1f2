import { describe, expect, onTestFinished, test } from 'vitest';
import { stateNames } from '../../machines/paths/explore.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { domHands } from '../drivers/dom.tsx';
import { type Driver, perform, walk } from '../drivers/driver.ts';
import type { Hands } from '../drivers/hands.ts';
import { plansWithDraft, typedAt, wayWithText } from '../support/drafts.ts';

/**
 * Every state of every form: a reload and another page in between lose nothing that was typed, and the registration is
 * finished from there with one payment at most.
 */

const comeBack: Record<string, (hands: Hands, page: string) => Promise<void>> = {
  'another page': async (hands, page) => {
    await hands.navigate('/about');
    await hands.navigate(page);
  },
  'a reload': (hands, page) => hands.open(page),
};

const { values } = registrationCases.events.changed['everything right'];

/** Finishes a registration from wherever it stands; returns how many payments were made on the way. */
async function finish(driver: Driver, hands: Hands): Promise<number> {
  const take = (name: string) => perform(driver, name, hands);
  let payments = 0;
  for (let steps = 0; steps < 12; steps += 1) {
    const state = await hands.state();
    if (state === 'registered') break;
    if (state === 'creatingOrder') await take('createOrder: an open order');
    else if (state === 'loadingCheckout.requesting.prompt') await take('loadCheckout: loaded');
    else if (state === 'paying.open') {
      payments += 1;
      await take('paymentSucceeded: the customer pays');
    } else if (state === 'registering') await take('register: stored');
    else {
      const { email } = await hands.formValues();
      if (email !== values.email || !state?.startsWith('paid')) await take('changed: everything right');
      await take('submitted: by the button');
    }
    expect(await hands.state(), 'the step leads on').not.toBe(state);
  }
  await hands.isIn('registered');
  return payments;
}

describe.each(plansWithDraft)('$id keeps what was typed', (plan) => {
  const { flow, driver, graph } = plan;

  test.each([...stateNames(graph)])('in %s', async (name) => {
    const hands = domHands(flow.id);
    onTestFinished(hands.close);
    const way = wayWithText(plan, name);
    await walk(flow, driver, way, hands);
    const typed = typedAt(plan, way);
    for (const [what, back] of Object.entries(comeBack)) {
      await back(hands, driver.page);
      // A popup is closed on a new page; a dialog opens again by itself, unless it was closed.
      if (flow.id === 'callBack' && Object.keys(await hands.formValues()).length === 0)
        await hands.press('Get a Call Back');
      if (flow.id === 'jobApplication' && name === 'closed') expect(await hands.dialog(), what).toBeNull();
      else expect(await hands.formValues(), what).toEqual(typed);
    }
    if (flow.id !== 'registration' || name === 'registered') return;
    const wasPaid = way.at(-1)?.after.hasTag('paid') === true;
    const payments = await finish(driver, hands);
    expect(payments + (wasPaid ? 1 : 0), 'payments').toBe(1);
  });
});

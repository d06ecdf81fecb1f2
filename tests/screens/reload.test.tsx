import { describe, expect, onTestFinished, test } from 'vitest';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, pageOf, perform, walk } from '../drivers/driver.ts';
import type { PageDriver } from '../drivers/pageDriver.ts';
import { pathWithText, plansWithDraft, valuesAtEnd } from '../support/drafts.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/**
 * Every state of every form: a reload or a visit to another page loses nothing that was typed, and the registration is
 * completed from there with one payment at most.
 */

const returnToPage: Record<string, (page: PageDriver, path: string) => Promise<void>> = {
  'another page': async ({ browser }, path) => {
    await browser.navigate('/about');
    await browser.navigate(path);
  },
  'a reload': ({ browser }, path) => browser.open(path),
};

const { values } = registrationCases.events.changed['everything valid'];

/** Completes a registration from its current state; returns the number of payments. */
async function finishRegistration(driver: Driver, page: PageDriver): Promise<number> {
  const performStep = (name: string) => perform(driver, name, page);
  let payments = 0;
  for (let steps = 0; steps < 12; steps += 1) {
    const state = await page.screen.state();
    if (state === 'registered') break;
    if (state === 'creatingOrder') await performStep('createOrder: an open order');
    else if (state === 'loadingCheckout.requesting.onTime') await performStep('loadCheckout: loaded');
    else if (state === 'paying.open') {
      payments += 1;
      await performStep('paymentSucceeded: the customer pays');
    } else if (state === 'registering') await performStep('register: stored');
    else {
      const { email } = await page.screen.formValues();
      if (email !== values.email || !state?.startsWith('paid'))
        await performStep('changed: everything valid');
      await performStep('submitted: by the button');
    }
    expect(await page.screen.state(), 'the step leads on').not.toBe(state);
  }
  await page.screen.expectState('registered');
  return payments;
}

describe.each(plansWithDraft)('$id keeps what was typed', (plan) => {
  const { flow, driver, graph } = plan;

  test.each([...graph.stateNames])('in %s', async (name) => {
    const page = domPageDriver(flow.id);
    onTestFinished(page.close);
    const path = pathWithText(plan, name);
    await walk(flow, driver, path, page);
    const typedValues = valuesAtEnd(plan, path);
    for (const [what, leaveAndReturn] of nonEmpty(Object.entries(returnToPage))) {
      await leaveAndReturn(page, pageOf(flow, driver));
      // A popup is closed on a new page; a dialog opens again by itself, unless it was closed.
      if (flow.id === 'callBack' && Object.keys(await page.screen.formValues()).length === 0)
        await page.user.press('Get a Call Back');
      const isClosed = flow.id === 'jobApplication' && name === 'closed';
      expect(await (isClosed ? page.screen.dialogTitle() : page.screen.formValues()), what).toEqual(
        isClosed ? null : typedValues,
      );
    }
    if (flow.id !== 'registration' || name === 'registered') return;
    const wasPaid = path.at(-1)?.after.hasTag('paid') === true;
    const payments = await finishRegistration(driver, page);
    expect(payments + (wasPaid ? 1 : 0), 'payments').toBe(1);
  });
});

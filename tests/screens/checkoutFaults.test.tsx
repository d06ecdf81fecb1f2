import { expect, onTestFinished, test } from 'vitest';
import { type DomPageDriver, domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { freezeTab, setClock } from '../drivers/dom/faults.ts';
import { perform } from '../drivers/driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { type CheckoutCause, type CheckoutStored, checkoutFaults } from '../support/faults/checkoutFaults.ts';

/** Every fault of the provider's script and of its window: what is seen, what is on the page, called and stored. */

const HOUR_MS = 60 * 60 * 1000;

const causes: Record<Exclude<CheckoutCause, `${number} s pass`>, (page: DomPageDriver) => Promise<void>> = {
  'the first script comes': ({ checkout }) => checkout.runScript(0),
  'the second script comes': ({ checkout }) => checkout.runScript(1),
  'another success is reported': ({ checkout }) =>
    checkout.perform({ type: 'pay', paymentId: 'pay_second', signature: 'signed too' }),
  'the clock is set back by a day': async () => setClock(-24 * HOUR_MS),
  'the tab is frozen and restored': (page) => freezeTab(page, HOUR_MS),
};

const causeOf = new Map(Object.entries(causes));

async function take(step: string, page: DomPageDriver): Promise<void> {
  const [, seconds] = /^(\d+) s pass$/.exec(step) ?? [];
  if (seconds) return page.clock.advance(Number(seconds) * 1000);
  const cause = causeOf.get(step);
  await (cause ? cause(page) : perform(registrationDriver, step, page));
}

async function storedBy({ checkout, network }: DomPageDriver): Promise<CheckoutStored> {
  const countCalls = async (path: string) => (await network.calls(path)).length;
  const saved = JSON.parse(sessionStorage.getItem('registration') ?? 'null');
  return {
    scripts: checkout.countScripts(),
    windows: document.querySelectorAll('#payment-window').length,
    calls: {
      '/create-order': await countCalls('/create-order'),
      '/api/register': await countCalls('/api/register'),
    },
    paymentId: saved.draft.paymentId,
  };
}

test.each(Object.entries(checkoutFaults))('%s', async (_, { steps, state, text, stored }) => {
  const page = domPageDriver('registration');
  onTestFinished(page.close);
  const untilOrder = ['draftFound: an order saved', 'submitted: by the button', 'createOrder: an open order'];
  for (const step of [...untilOrder, ...steps]) await take(step, page);
  await page.screen.expectState(state);
  if (text !== null) await page.screen.expectText(text);
  const alert = document.querySelector('[data-flow="registration"] [role="alert"]');
  expect(alert?.textContent ?? '').toBe(text ?? '');
  expect(await storedBy(page)).toEqual(stored);
});

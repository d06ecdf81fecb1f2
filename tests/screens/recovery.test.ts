import { act, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { pageInspection } from '../../src/flows/inspection.ts';
import { forbidStorage } from '../drivers/dom/domEnvironment.ts';
import type { DomPageDriver } from '../drivers/dom/domPageDriver.ts';
import { pageOf, perform } from '../drivers/driver.ts';
import { plansWithDraft, planWithId } from '../drivers/plans.ts';
import { test } from './fixtures.ts';

/**
 * A page with a part that throws, or a machine that ends with an error: typed values stay, and one button leads
 * on.
 */

const FAILURE = 'Something went wrong on this page';

const VALID = 'changed: everything valid';

const fillStep = (flow: string) => (flow === 'jobApplication' ? 'changed: with a cover letter' : VALID);

async function take(page: DomPageDriver, flow: string, steps: readonly string[]): Promise<void> {
  for (const step of steps) await perform(planWithId(flow).driver, step, page);
}

/** Presses the button of the failure on the page. */
async function recover(verb: string): Promise<void> {
  const failure = screen.getByRole('heading', { name: FAILURE }).closest('section');
  expect(failure).toHaveAttribute('role', 'alert');
  await act(async () => screen.getByRole('button', { name: verb }).click());
  expect(screen.queryByText(FAILURE)).toBeNull();
}

/** Lets an extension remove an element of the page, so that React fails as soon as it removes it too. */
const removeSpinner = () => document.querySelector('form .spinner')?.remove();

/** Ends the machine of a flow with an error, by an event without its values, which no page sends. */
function endWithError(flow: string): void {
  for (const [actor, id] of pageInspection.running) if (id === flow) actor.send({ type: 'changed' });
}

test('a form of which an extension removes a part goes on where it was', async ({ open }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = await open('/applyPath', 'scholarship');
  await take(page, 'scholarship', ['changed: everything valid', 'submitted: by the button']);
  const typed = await page.screen.formValues();
  removeSpinner();
  await take(page, 'scholarship', ['send: refused by the server']);
  await recover('Try again');
  await page.screen.expectState('failed');
  expect(await page.screen.formValues()).toEqual(typed);
  await page.screen.expectText('Applications are closed at the moment.');
});

test('a registration of which an extension removes a part takes its payment', async ({ open }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = await open('/register-re', 'registration');
  await take(page, 'registration', [
    'changed: everything valid',
    'submitted: by the button',
    'createOrder: an open order',
    'loadCheckout: loaded',
  ]);
  removeSpinner();
  await take(page, 'registration', [
    'paymentFailed: the bank refuses',
    'paymentSucceeded: the customer pays',
    'register: stored',
  ]);
  await recover('Try again');
  await page.screen.expectState('registered');
  expect(await page.network.calls('/api/register')).toHaveLength(1);
});

test.for(plansWithDraft().map(({ id }) => id))(
  'the flow %s that ends with an error keeps what was typed, without storage too',
  async (flow, { open }) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const storage = forbidStorage();
    const { flow: planned, driver } = planWithId(flow);
    const page = await open(pageOf(planned, driver), flow);
    const opened = { callBack: ['opened: by click'], jobApplication: ['opened: for Math Tutor'] }[flow];
    for (const step of [...(opened ?? []), fillStep(flow)]) await perform(driver, step, page);
    const typed = await page.screen.formValues();
    await act(async () => endWithError(flow));
    await recover('Try again');
    if (flow === 'callBack') await perform(driver, 'opened: by click', page);
    const kept = await page.screen.formValues();
    storage.end();
    expect(kept).toEqual(typed);
  },
);

test('a registration that ends with an error asks about its payment', async ({ open }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = await open('/register-re', 'registration');
  await take(page, 'registration', ['draftFound: an order saved']);
  await act(async () => endWithError('registration'));
  await recover('Check my payment');
  await page.screen.expectState('creatingOrder');
  expect(await page.network.calls('/create-order')).toHaveLength(1);
});

/** Methods of the browser that an extension may have replaced, and the actions that use them. */
const replacedMethods = [
  ['focus', HTMLElement.prototype, 'scholarship', ['submitted: by the button'], 'invalid'],
  ['scrollIntoView', Element.prototype, 'scholarship', ['submitted: by the button'], 'invalid'],
  ['alert', window, 'callBack', ['opened: by click', VALID, 'submitted: by the button'], 'submitting.shown'],
  [
    'alert',
    window,
    'jobApplication',
    ['opened: for Math Tutor', 'changed: with a cover letter', 'fileChosen: PDF', 'submitted: by the button'],
    'closed',
  ],
] as const;

test.for(replacedMethods.map(([name, , flow], index) => ({ name, flow, index })))(
  'the flow $flow goes on where $name throws',
  async ({ flow, index }, { open }) => {
    const [name, owner, , steps, state] = replacedMethods[index] ?? replacedMethods[0];
    const { flow: planned, driver } = planWithId(flow);
    const page = await open(pageOf(planned, driver), flow);
    const replaced = vi.spyOn(Object(owner), name).mockImplementation(function (this: unknown) {
      // A user who presses a button focuses it.
      if (!(this instanceof HTMLButtonElement)) throw new Error('Replaced by an extension.');
    });
    for (const step of steps) await perform(driver, step, page);
    await page.screen.expectState(state);
    expect(replaced).toHaveBeenCalled();
    replaced.mockRestore();
  },
);

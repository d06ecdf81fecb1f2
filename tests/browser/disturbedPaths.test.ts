import { describe, expect, inject, test } from 'vitest';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { setSilently } from '../drivers/disturbances/disturbedOperations.ts';
import { walkDisturbed } from '../drivers/disturbances/walkDisturbed.ts';
import { fewWalks, type Plan, planWithId, sitePlans } from '../drivers/plans.ts';
import { type DisturbanceName, disturbanceFaults } from '../support/faults/disturbanceFaults.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';
import {
  callBackForm,
  contactForm,
  json,
  openForm,
  pauseCalls,
  registrationForm,
  scholarshipForm,
} from './forms.ts';

/**
 * The flows of the site on pages that others change: the browser, extensions, password managers, keyboards, the
 * system.
 */

const { browser, newPage } = sharedBrowser();

/**
 * In `npm test` all flows are translated, and the other disturbances meet the form with every kind of control;
 * `npm run test:more` walks all flows.
 */
const plansOf = (name: DisturbanceName): Plan[] =>
  isMore || name === 'translated' ? sitePlans() : [planWithId('registration')];

/** In `npm test` the test of the plan that reaches most, in `npm run test:more` all of them. */
const walksOf = (planned: Plan) => (isMore ? planned.paths : fewWalks(planned, 'moves', 1));

describe.each(disturbanceFaults)('%s', (name) => {
  describe.each(plansOf(name))('$id', (planned) => {
    test.each(walksOf(planned).map(({ title, path }) => [title, path] as const))('%s', async (_, path) => {
      const open = () => chromiumPageDriver(browser(), inject('site'), planned.id);
      expect(await walkDisturbed(planned, path(), name, open)).not.toHaveLength(0);
    });
  });
});

test.each([contactForm, callBackForm, scholarshipForm, registrationForm])(
  '$flow sends what was filled in without an event',
  async (form) => {
    const page = await newPage();
    const calls = await pauseCalls(page, form.call);
    const { control, submit } = await openForm(page, form);
    for (const [name, value] of nonEmpty(Object.entries(form.values)))
      if (typeof value === 'string') await setSilently(control(name), value);
      else await control(name).setChecked(value);
    await submit();
    await calls.isCalled();
    await calls.respond(json(503, {}));
    const { acceptTerms: _, ...typed } = form.values;
    expect(calls.requests[0]?.postDataJSON()).toMatchObject(
      form.flow === 'registration' ? { receipt_email: typed.email } : typed,
    );
  },
);

import { expect, onTestFinished, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { StepFailure } from '../../machines/paths/index.ts';
import { textMaskOf } from '../../machines/visualiser/mask.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import { planOf } from '../drivers/planOf.ts';
import { pathFailureOf } from '../support/pathFailures.ts';
import { pathThrough } from '../support/pathThrough.ts';

const contact = planOf(contactFlow);

test('the failure of a path on a screen keeps what should be seen and the page, without what was typed', async () => {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const path = pathThrough(contact, 'changed: everything valid', 'submitted: by the button');
  const pressesNothing = { ...page, user: { ...page.user, press: async () => {} } };
  const failure: unknown = await walk(contact.flow, contact.driver, path, pressesNothing).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof StepFailure)) throw new Error('the walk does not fail at a step');
  const kept = pathFailureOf(contactFlow, 'screens', 'path 1, 2 steps', failure, contact.driver.checks);
  expect(kept).toMatchObject({ flow: 'contact', actual: 'idle' });
  expect(kept.steps.at(-1)).toEqual({ name: 'submitted: by the button', state: 'submitting' });
  expect(kept.checks).toContain('the button "Sending..." is off');
  expect(kept.picture).toContain('Send Message');
  expect(kept.picture).toMatch(/<input[^>]* value="X/);
  const { name, email, message } = contactFlow.events.changed?.['everything valid']
    ? Object(Object(contactFlow.events.changed['everything valid']).values)
    : {};
  for (const typed of [name, email, message]) {
    expect(textMaskOf(contactFlow)(typed)).not.toBe(typed);
    expect(JSON.stringify(kept)).not.toContain(typed);
  }
});

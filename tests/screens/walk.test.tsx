import { describe, expect, onTestFinished, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { journeyDivergence, observedCoverage, StepFailure } from '../../machines/paths/index.ts';
import { caseMask } from '../../machines/visualiser/mask.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import { planOf } from '../drivers/plans.ts';
import { walkOnNewPages } from '../drivers/walks.ts';
import { pathFailureOf } from '../support/pathFailures.ts';
import { existingPath, journeyIn } from '../support/walkOrShorten.ts';

/**
 * A walk on the screen: it reports the transitions that the page took, fails where they differ, and shortens
 * failures.
 */

const contact = planOf(contactFlow);
const idle = contact.graph.initial;

const path = existingPath(contact, 'changed: everything valid', 'submitted: by the button', 'send: accepted');

/** Walks on a page that reports other transitions than it took. */
function walkReporting(alter: (taken: string[]) => string[]) {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const takenTransitions = async () => alter(await page.screen.takenTransitions());
  const alteredPageDriver = { ...page, screen: { ...page.screen, takenTransitions } };
  return walk(contact.flow, contact.driver, path, alteredPageDriver);
}

const causeOf = async (walking: Promise<unknown>): Promise<unknown> => {
  const failure: unknown = await walking.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof Error ? failure.cause : failure;
};

const CHANGED = 'contact.idle · changed';
const SUBMITTED = 'contact.idle · submitted[0]';

describe('a walk fails on a page that', () => {
  test.each([
    [
      'takes no transition',
      (taken: string[]) => taken.filter((id) => id !== SUBMITTED),
      'took no transition',
    ],
    [
      'takes a transition twice',
      (taken: string[]) => taken.flatMap((id) => (id === SUBMITTED ? [id, id] : [id])),
      `took ${SUBMITTED}, ${SUBMITTED}; it should have taken ${SUBMITTED}`,
    ],
    [
      'takes another transition',
      (taken: string[]) => taken.map((id) => (id === SUBMITTED ? 'contact.idle · submitted[1]' : id)),
      'took contact.idle · submitted[1]',
    ],
    [
      'takes no transition where a form is filled in field by field',
      (taken: string[]) => taken.filter((id) => id !== CHANGED),
      'took no transition',
    ],
  ])('a walk fails on a page that %s', async (_, pretend, sentence) => {
    expect(await causeOf(walkReporting(pretend))).toMatchObject({
      message: expect.stringContaining(sentence),
    });
  });
});

test('a failing walk prints its steps with expected and actual state', async () => {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const withoutPress = { ...page, user: { ...page.user, press: async () => {} } };
  await expect(walk(contact.flow, contact.driver, path, withoutPress)).rejects.toThrow(
    [
      'step 2 went wrong',
      '  Given the form waits for the visitor [idle]',
      '  When changed, everything valid,',
      '  then the form waits for the visitor [idle]',
      '  When submitted, by the button,',
      '  then expected: the form is being sent [submitting]',
      '       actual: [idle]',
    ].join('\n'),
  );
});

test('a walk fails on a page that has the focus elsewhere', async () => {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const movesFocus = {
    ...page,
    user: {
      ...page.user,
      press: async (name: string | RegExp) => {
        await page.user.press(name);
        document.querySelector('a')?.focus();
      },
    },
  };
  const walking = walk(contact.flow, contact.driver, path, movesFocus);
  expect(await causeOf(walking)).toMatchObject({ message: expect.stringContaining('what has the focus') });
});

/** Disturbances of a page that are unknown to its flow, each with the message of the walk. */
const pageProblems: Record<string, [mistake: () => void, said: string]> = {
  'logs an error': [() => console.error('not good'), 'The console says: not good'],
  'logs a warning': [() => console.warn('not so good'), 'The console says: not so good'],
  'shows a text without its value': [
    () => document.body.append(Object.assign(document.createElement('p'), { textContent: 'Dear undefined' })),
    '"undefined"',
  ],
  'has a link that lacks its value': [
    () => document.querySelector('a')?.setAttribute('href', '/null'),
    '"null"',
  ],
};

test.each(Object.entries(pageProblems))('a walk fails on a page that %s', async (_, [mistake, said]) => {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const press = async (name: string | RegExp) => {
    await page.user.press(name);
    mistake();
  };
  const walking = walk(contact.flow, contact.driver, path, { ...page, user: { ...page.user, press } });
  expect(String(await causeOf(walking))).toContain(said);
});

test('a walk returns the page’s transitions, one a field, in order', async () => {
  const walked = await walkReporting((taken) => taken);
  expect(walked.map(({ taken }) => taken)).toEqual([
    Array(4).fill(CHANGED),
    [SUBMITTED],
    ['contact.submitting · xstate.done.actor.send'],
  ]);
});

describe('the coverage of a walk', () => {
  const pathToSubmitting = contact.graph.pathTo('submitting', idle) ?? [];
  const run = (takenOfLast: string[]) =>
    observedCoverage(contact.flow, 'screens', [
      pathToSubmitting.map((edge, index) => {
        const isLast = index === pathToSubmitting.length - 1;
        return { edge, taken: isLast ? takenOfLast : edge.transitions, isStateSeen: !isLast };
      }),
    ]);

  test('the coverage of a walk leaves out steps whose transitions were not taken', () => {
    const [before] = pathToSubmitting.at(-2)?.transitions ?? [];
    const ranTransition = run([SUBMITTED]);
    expect(ranTransition.cases).toContain('submitted: by the button');
    expect(ranTransition.guardResults).toContain(`${SUBMITTED} ? true`);
    expect(ranTransition.pairs).toContain(`${before} → ${SUBMITTED}`);
    const ranNone = run([]);
    expect(ranNone.transitions).not.toContain(SUBMITTED);
    expect(ranNone.cases).not.toContain('submitted: by the button');
    expect(ranNone.guardResults).not.toContain(`${SUBMITTED} ? true`);
    expect(ranNone.pairs).toEqual([]);
  });

  test('the coverage of a walk counts no state that was not seen', () => {
    expect(run([SUBMITTED]).states).toEqual(['idle']);
  });
});

const DISMISSED = 'alertDismissed: by its close button';

const pathToBrokenButton = existingPath(
  contact,
  'changed: no phone',
  'changed: everything valid',
  'submitted: by the button',
  'send: connection broken',
  'submitted: by the button',
  'send: accepted',
  DISMISSED,
);

let openPages = 0;

/** A page on which the button that closes an alert does nothing. */
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
  test('a failing walk on the screen prints the shortest failing journey', async () => {
    const failure = await failureOf(
      walkOnNewPages(contact, pathToBrokenButton, openBrokenPage, { attempts: 6 }),
    );
    expect(failure.message).toMatch(/^step 7 went wrong\n/);
    expect(openPages).toBe(0);
    const journey = await journeyIn(failure.message);
    expect(journey.steps).toEqual([
      ['draftFound: everything saved', 'idle'],
      ['submitted: by the button', 'submitting'],
      ['send: accepted', 'done'],
      [DISMISSED, 'idle'],
    ]);
    expect(journeyDivergence(contactFlow, journey)).toBeNull();

    const shortest = existingPath(contact, ...journey.steps.map(([name]) => name));
    const again = await failureOf(walkOnNewPages(contact, shortest, openBrokenPage, { attempts: 0 }));
    expect(again.message).toMatch(/^step 4 went wrong\n[\s\S]*\(4 of 4 steps\)/);
    await walkOnNewPages(contact, shortest, () => domPageDriver('contact'));
  });
});

test('a path that fails on a screen keeps expectations and page, without typed text', async () => {
  const page = domPageDriver('contact');
  onTestFinished(page.close);
  const path = existingPath(contact, 'changed: everything valid', 'submitted: by the button');
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
    expect(caseMask(contactFlow).text(typed)).not.toBe(typed);
    expect(JSON.stringify(kept)).not.toContain(typed);
  }
});

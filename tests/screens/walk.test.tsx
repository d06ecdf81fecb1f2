import { describe, expect, onTestFinished, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { runOf } from '../../machines/paths/coverage.ts';
import { type Graph, stepName } from '../../machines/paths/explore.ts';
import { type Path, wayTo } from '../../machines/paths/plan.ts';
import { domHands } from '../drivers/dom.tsx';
import { missingIn, walk } from '../drivers/driver.ts';
import { anywhere } from '../drivers/focus.ts';
import { planOf } from '../drivers/planOf.ts';

/** Walking a path tells what the page did, not what the plan meant it to do. */

const contact = planOf(contactFlow);
const idle = contact.graph.initial;

/** A path of steps by their names. */
function along(graph: Graph, ...names: string[]): Path {
  let at = graph.initial;
  return names.map((name) => {
    const edge = graph.states.get(at)?.edges.find(({ step }) => stepName(step) === name);
    if (!edge) throw new Error(`"${name}" cannot happen there`);
    at = edge.to;
    return edge;
  });
}

const path = along(contact.graph, 'changed: everything right', 'submitted: by the button', 'send: taken');

/** Walks on a page that says it took something else than it did. */
function walkOn(pretend: (taken: string[]) => string[]) {
  const hands = domHands('contact');
  onTestFinished(hands.close);
  const liar = { ...hands, taken: async () => pretend(await hands.taken()) };
  return walk(contact.flow, contact.driver, path, liar);
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

describe('a page is found that', () => {
  test.each([
    ['takes nothing', (taken: string[]) => taken.filter((id) => id !== SUBMITTED), 'took no transition'],
    [
      'takes a transition twice',
      (taken: string[]) => taken.flatMap((id) => (id === SUBMITTED ? [id, id] : [id])),
      `took ${SUBMITTED}, ${SUBMITTED}; it should have taken ${SUBMITTED}`,
    ],
    [
      'takes another one',
      (taken: string[]) => taken.map((id) => (id === SUBMITTED ? 'contact.idle · submitted[1]' : id)),
      'took contact.idle · submitted[1]',
    ],
    [
      'takes none of what is typed field by field',
      (taken: string[]) => taken.filter((id) => id !== CHANGED),
      'took no transition',
    ],
  ])('%s', async (_, pretend, sentence) => {
    expect(await causeOf(walkOn(pretend))).toMatchObject({ message: expect.stringContaining(sentence) });
  });
});

test('a path that fails says its steps in words, with the state that was expected and the one that is there', async () => {
  const hands = domHands('contact');
  onTestFinished(hands.close);
  const stuck = { ...hands, press: async () => {} };
  await expect(walk(contact.flow, contact.driver, path, stuck)).rejects.toThrow(
    [
      'step 2 went wrong',
      '  Given the form waits for the visitor [idle]',
      '  When changed, everything right,',
      '  then the form waits for the visitor [idle]',
      '  When submitted, by the button,',
      '  then expected: the form is being sent [submitting]',
      '       actual: [idle]',
    ].join('\n'),
  );
});

test('a page is found that has the focus elsewhere', async () => {
  const hands = domHands('contact');
  onTestFinished(hands.close);
  const stray = {
    ...hands,
    press: async (name: string | RegExp) => {
      await hands.press(name);
      document.querySelector('a')?.focus();
    },
  };
  const walking = walk(contact.flow, contact.driver, path, stray);
  expect(await causeOf(walking)).toMatchObject({ message: expect.stringContaining('what has the focus') });
});

test('a state is named for which nobody says where the focus is', () => {
  const states = ['idle', 'invalid', 'submitting', 'failed'];
  const focus = Object.fromEntries(states.map((state) => [state, anywhere]));
  expect(missingIn(contact.flow, { ...contact.driver, focus }, contact.graph)).toEqual([
    'contact: the driver does not say what has the focus in "done"; write it in tests/drivers/contact.driver.ts under focus',
  ]);
});

test('what ran is what the page says it took, once for each field and in its order', async () => {
  const walked = await walkOn((taken) => taken);
  expect(walked.map(({ taken }) => taken)).toEqual([
    Array(4).fill(CHANGED),
    [SUBMITTED],
    ['contact.submitting · xstate.done.actor.send'],
  ]);
});

describe('the coverage of a walk', () => {
  const way = wayTo(contact.graph, 'submitting', idle) ?? [];
  const run = (takenOfLast: string[]) =>
    runOf(contact.flow, 'screens', contact.graph, [
      way.map((edge, index) => {
        const isLast = index === way.length - 1;
        return { edge, taken: isLast ? takenOfLast : edge.transitions, isSeen: !isLast };
      }),
    ]);

  test('says of a step that the page did not take neither its case nor its guards nor its pair', () => {
    const [before] = way.at(-2)?.transitions ?? [];
    const did = run([SUBMITTED]);
    expect(did.cases).toContain('submitted: by the button');
    expect(did.answers).toContain(`${SUBMITTED} ? true`);
    expect(did.pairs).toContain(`${before} → ${SUBMITTED}`);
    const didNot = run([]);
    expect(didNot.transitions).not.toContain(SUBMITTED);
    expect(didNot.cases).not.toContain('submitted: by the button');
    expect(didNot.answers).not.toContain(`${SUBMITTED} ? true`);
    expect(didNot.pairs).toEqual([]);
  });

  test('says of a state that was not seen that it was not', () => {
    expect(run([SUBMITTED]).states).toEqual(['idle']);
  });
});

import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type Graph, type Step, stepName } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Path } from '../../machines/paths/plan.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { stateName } from '../../machines/stateName.ts';
import type { Hands } from './hands.ts';

type Do = (hands: Hands) => Promise<void>;

/** How a step is done. One that comes in the same breath as the step before it is prepared `ahead` of that step. */
type Deed = Do | { ahead: Do };

type Named = Record<string, Record<string, object>>;

/** How a state is seen, in the snapshot the page should show; `after` is the step that led there, undefined at the start. */
type Seen = Record<
  string,
  (hands: Hands, snapshot: AnyMachineSnapshot, after: Step | undefined) => Promise<void>
>;

/** A driver with its types worn off, for what runs any of them. Deeds go by the name of their step. */
export type Driver = {
  page: string;
  /** Makes the world what the flow's input says, before the page is opened. */
  prepare?: (hands: Hands) => Promise<void>;
  deeds: ReadonlyMap<string, Deed>;
  states: Seen;
};

/**
 * How each case of a flow is done on a page, and how each of its states is seen there.
 * An event case or an outcome without its deed does not compile; a state that is missing fails a test.
 */
export function defineDriver<Payloads extends Record<string, object>, Outcomes extends Named>(
  cases: { events: { [Type in keyof Payloads]: Record<string, Payloads[Type]> }; outcomes: Outcomes },
  driver: {
    /** The page on which the flow runs. */
    page: string;
    prepare?: (hands: Hands) => Promise<void>;
    events: {
      [Type in keyof Payloads]: (hands: Hands, payload: Payloads[Type], name: string) => Promise<void>;
    };
    outcomes: { [Actor in keyof Outcomes]: { [Name in keyof Outcomes[Actor]]: Deed } };
    states: Seen;
  },
): Driver {
  const deeds = new Map<string, Deed>();
  for (const type in cases.events) {
    const deed = driver.events[type];
    for (const [name, payload] of Object.entries(cases.events[type])) {
      deeds.set(`${type}: ${name}`, (hands) => deed(hands, payload, name));
    }
  }
  for (const actor in driver.outcomes) {
    const outcomes = driver.outcomes[actor];
    for (const name in outcomes) deeds.set(`${actor}: ${name}`, outcomes[name]);
  }
  const { page, prepare, states } = driver;
  return { page, ...(prepare && { prepare }), deeds, states };
}

const undone = (name: string) =>
  `The driver does not say how "${name}" is done: write it into its events or outcomes.`;

const unseen = (name: string) => `The driver does not say how "${name}" is seen: write it into its states.`;

/** What a driver does not yet know to do or to see, in sentences. A timer needs no deed: time passes. */
export function missingIn(driver: Driver, graph: Graph): string[] {
  const states = [...graph.states.values()];
  const steps = new Set(
    states.flatMap(({ edges }) =>
      edges.filter(({ step }) => step.kind !== 'timer').map(({ step }) => stepName(step)),
    ),
  );
  const names = new Set(states.map(({ snapshot }) => stateName(snapshot)));
  return [
    ...[...steps].filter((name) => !driver.deeds.has(name)).map(undone),
    ...[...names].filter((name) => !(name in driver.states)).map(unseen),
  ];
}

/**
 * Walks a path on a real page, step by step, beside the bare machine, and asserts after each step that the page
 * shows the state the machine is in and has not lost the focus, and in the end that the flow on the page took the
 * transitions of the path. What is typed field by field may take more. Returns the ids of the transitions walked. `look` may look at the page in
 * each state, if it leaves it as it was.
 */
export async function walk(
  flow: Flow,
  driver: Driver,
  path: Path,
  hands: Hands,
  look: (state: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const stage = createStage(flow.machine, flow.input);
  let focus = '';
  const together: Hands = {
    ...hands,
    open: async (path) => {
      await hands.open(path);
      focus = '';
    },
    blur: async () => {
      await hands.blur();
      focus = '';
    },
    pass: async (milliseconds) => {
      stage.advance(milliseconds);
      await hands.pass(milliseconds);
    },
  };
  const deedOf = (step: Step): Deed => {
    if (step.kind === 'timer') return () => hands.pass(stage.untilNextTimer());
    const deed = driver.deeds.get(stepName(step));
    if (!deed) throw new Error(undone(stepName(step)));
    return deed;
  };
  const see = async (after?: Step) => {
    const snapshot = stage.actor.getSnapshot();
    const name = stateName(snapshot);
    await hands.isIn(name);
    const seen = driver.states[name];
    if (!seen) throw new Error(unseen(name));
    await seen(hands, snapshot, after);
    const lost = `the focus was on ${focus}, and is lost in ${name}`;
    if (focus !== '') await expect.poll(hands.focus, { timeout: 5_000, message: lost }).not.toBe('');
    focus = await hands.focus();
    await look(name);
  };

  await driver.prepare?.(hands);
  await hands.open(driver.page);
  await see();
  const done: string[] = [];
  for (const [index, { step }] of path.entries()) {
    const deed = deedOf(step);
    const next = path[index + 1];
    const nextDeed = next && deedOf(next.step);
    try {
      if (typeof nextDeed === 'object') await nextDeed.ahead(together);
      if (typeof deed === 'function') await deed(together);
      stage.take(step);
      if (typeof nextDeed !== 'object') await see(step);
    } catch (error) {
      throw new Error(`after ${[...done, stepName(step)].join(' → ')}`, { cause: error });
    }
    done.push(stepName(step));
  }
  stage.actor.stop();
  const really = new Set(await hands.taken());
  const missing = stage.taken.filter((id) => !really.has(id));
  if (missing.length > 0) throw new Error(`the page never took ${missing.join(', ')}`);
  return stage.taken;
}

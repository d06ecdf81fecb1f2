import type { AnyMachineSnapshot } from 'xstate';
import { isWithin, type Walked } from '../../machines/paths/coverage.ts';
import { type Edge, type Graph, type Step, stateNames, stepName } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Path } from '../../machines/paths/plan.ts';
import { printFailure } from '../../machines/paths/print.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { stateName } from '../../machines/stateName.ts';
import { type Focus, ruleOf } from './focus.ts';
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
  /** The types of events whose deed is several events to the page. */
  inParts: ReadonlySet<string>;
  states: Seen;
  focus: Focus;
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
    /**
     * The types of events whose deed is several events to the page: a form is typed field by field. Of any other deed
     * the page must take the transitions of its step and no more.
     */
    inParts?: readonly Extract<keyof Payloads, string>[];
    states: Seen;
    focus: Focus;
  },
): Driver {
  const deeds = new Map<string, Deed>();
  for (const type in cases.events) {
    const deed = driver.events[type];
    // What does not compile still runs: `missingIn` says then what is missing.
    if (!deed) continue;
    for (const [name, payload] of Object.entries(cases.events[type])) {
      deeds.set(`${type}: ${name}`, (hands) => deed(hands, payload, name));
    }
  }
  for (const actor in driver.outcomes) {
    const outcomes = driver.outcomes[actor];
    for (const name in outcomes) deeds.set(`${actor}: ${name}`, outcomes[name]);
  }
  const { page, prepare, inParts, states, focus } = driver;
  return { page, ...(prepare && { prepare }), deeds, inParts: new Set(inParts), states, focus };
}

const lacking = (flow: Flow, what: string, part: string) =>
  `${flow.id}: the driver does not say ${what}; write it in tests/drivers/${flow.id}.driver.ts under ${part}`;

const undone = (flow: Flow, step: Step) =>
  lacking(flow, `how "${stepName(step)}" is done`, step.kind === 'event' ? 'events' : 'outcomes');

const unseen = (flow: Flow, state: string) => lacking(flow, `how "${state}" is seen`, 'states');

const unfocused = (flow: Flow, state: string) => lacking(flow, `what has the focus in "${state}"`, 'focus');

/** What a driver does not yet know to do or to see, in sentences. A timer needs no deed: time passes. */
export function missingIn(flow: Flow, driver: Driver, graph: Graph): string[] {
  const states = [...graph.states.values()];
  const steps = new Map(
    states.flatMap(({ edges }) =>
      edges.filter(({ step }) => step.kind !== 'timer').map(({ step }) => [stepName(step), step] as const),
    ),
  );
  const names = [...stateNames(graph)];
  return [
    ...[...steps].filter(([name]) => !driver.deeds.has(name)).map(([, step]) => undone(flow, step)),
    ...names.filter((name) => !(name in driver.states)).map((name) => unseen(flow, name)),
    ...names.filter((name) => !ruleOf(driver.focus, name)).map((name) => unfocused(flow, name)),
  ];
}

/** Performs a step of a flow on a page, by its name. */
export async function perform({ deeds }: Driver, name: string, hands: Hands): Promise<void> {
  const deed = deeds.get(name);
  if (typeof deed !== 'function') throw new Error(`The driver does not perform "${name}".`);
  await deed(hands);
}

const isInParts = ({ inParts }: Driver, step: Step) => step.kind === 'event' && inParts.has(step.type);

/** What the page took on steps that were done in one breath, each with its own; throws where it took something else. */
function walkedIn(driver: Driver, edges: readonly Edge[], planned: string[], taken: string[]): Walked[] {
  const mayBeMore = edges.some(({ step }) => isInParts(driver, step));
  const isRight = mayBeMore ? isWithin(planned, taken) : planned.join() === taken.join();
  if (!isRight)
    throw new Error(
      `the page took ${taken.join(', ') || 'no transition'}; it should have taken ${planned.join(', ') || 'none'}`,
    );
  const left = [...taken];
  return edges.map((edge, index) => {
    const isLast = index === edges.length - 1;
    return { edge, taken: left.splice(0, isLast ? left.length : edge.transitions.length), isSeen: isLast };
  });
}

/**
 * Walks a path on a real page, step by step, beside the bare machine, and asserts after each step that the flow on
 * the page took the transitions of the step, that the page shows the state the machine is in, and that the focus is
 * where it should be, or is not lost. Returns what ran. `look` may look at the page in each state, if it leaves it as
 * it was.
 */
export async function walk(
  flow: Flow,
  driver: Driver,
  path: Path,
  hands: Hands,
  look: (state: string) => Promise<void> = async () => {},
): Promise<Walked[]> {
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
    if (!deed) throw new Error(undone(flow, step));
    return deed;
  };
  const see = async (after?: Step) => {
    const snapshot = stage.actor.getSnapshot();
    const name = stateName(snapshot);
    await hands.isIn(name);
    const seen = driver.states[name];
    if (!seen) throw new Error(unseen(flow, name));
    await seen(hands, snapshot, after);
    const focused = ruleOf(driver.focus, name)?.({ after, snapshot, had: focus }) ?? null;
    if (focused !== null || focus !== '') await hands.hasFocus(focused);
    focus = await hands.focus();
    await look(name);
  };

  const initial = stage.actor.getSnapshot();
  await driver.prepare?.(hands);
  await hands.open(driver.page);
  await see();
  const walked: Walked[] = [];
  let breath: Edge[] = [];
  let [planned, heard] = [0, (await hands.taken()).length];
  for (const [index, edge] of path.entries()) {
    const { step } = edge;
    const deed = deedOf(step);
    const next = path[index + 1];
    const nextDeed = next && deedOf(next.step);
    breath.push(edge);
    try {
      if (typeof nextDeed === 'object') await nextDeed.ahead(together);
      if (typeof deed === 'function') await deed(together);
      stage.take(step);
      if (typeof nextDeed === 'object') continue;
      await see(step);
      const taken = await hands.taken();
      walked.push(...walkedIn(driver, breath, stage.taken.slice(planned), taken.slice(heard)));
      [breath, planned, heard] = [[], stage.taken.length, taken.length];
    } catch (error) {
      const steps = [...walked.map((done) => done.edge), ...breath];
      const actual = await hands.state().catch(() => null);
      throw new Error(printFailure(initial, steps, actual), { cause: error });
    }
  }
  stage.actor.stop();
  return walked;
}

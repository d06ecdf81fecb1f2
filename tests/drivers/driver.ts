import type { AnyMachineSnapshot } from 'xstate';
import { isSubsequence, type PerformedEdge } from '../../machines/paths/coverage.ts';
import { type Edge, type Graph, type Step, stateNames, stepName } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Path } from '../../machines/paths/plan.ts';
import { printFailure } from '../../machines/paths/print.ts';
import { createSimulation } from '../../machines/paths/simulation.ts';
import { stateName } from '../../machines/stateName.ts';
import { type FocusRules, focusRuleOf } from './focus.ts';
import type { Hands } from './hands.ts';

type Perform = (hands: Hands) => Promise<void>;

/** How a step is done. One that comes in the same batch as the step before it is prepared `prearranged` of that step. */
type EventExecutor = Perform | { prearranged: Perform };

type OutcomeCases = Record<string, Record<string, object>>;

/** How a state is seen, in the snapshot the page should show; `after` is the step that led there, undefined at the start. */
type StateChecks = Record<
  string,
  (hands: Hands, snapshot: AnyMachineSnapshot, after: Step | undefined) => Promise<void>
>;

/** A driver with its types worn off, for what runs any of them. Deeds go by the name of their step. */
export type Driver = {
  page: string;
  /** Makes the world what the flow's input says, before the page is opened. */
  prepare?: (hands: Hands) => Promise<void>;
  executors: ReadonlyMap<string, EventExecutor>;
  /** The types of events whose deed is several events to the page. */
  multiEventTypes: ReadonlySet<string>;
  states: StateChecks;
  focus: FocusRules;
};

/**
 * How each case of a flow is done on a page, and how each of its states is seen there.
 * An event case or an outcome without its deed does not compile; a state that is missing fails a test.
 */
export function defineDriver<Payloads extends Record<string, object>, Outcomes extends OutcomeCases>(
  cases: { events: { [Type in keyof Payloads]: Record<string, Payloads[Type]> }; outcomes: Outcomes },
  driver: {
    /** The page on which the flow runs. */
    page: string;
    prepare?: (hands: Hands) => Promise<void>;
    events: {
      [Type in keyof Payloads]: (hands: Hands, payload: Payloads[Type], name: string) => Promise<void>;
    };
    outcomes: { [Actor in keyof Outcomes]: { [Name in keyof Outcomes[Actor]]: EventExecutor } };
    /**
     * The types of events whose deed is several events to the page: a form is typed field by field. Of any other deed
     * the page must take the transitions of its step and no more.
     */
    multiEventTypes?: readonly Extract<keyof Payloads, string>[];
    states: StateChecks;
    focus: FocusRules;
  },
): Driver {
  const executors = new Map<string, EventExecutor>();
  for (const type in cases.events) {
    const executor = driver.events[type];
    // What does not compile still runs: `missingIn` says then what is missing.
    if (!executor) continue;
    for (const [name, payload] of Object.entries(cases.events[type])) {
      executors.set(`${type}: ${name}`, (hands) => executor(hands, payload, name));
    }
  }
  for (const actor in driver.outcomes) {
    const outcomes = driver.outcomes[actor];
    for (const name in outcomes) executors.set(`${actor}: ${name}`, outcomes[name]);
  }
  const { page, prepare, multiEventTypes, states, focus } = driver;
  return {
    page,
    ...(prepare && { prepare }),
    executors,
    multiEventTypes: new Set(multiEventTypes),
    states,
    focus,
  };
}

const missingPart = (flow: Flow, what: string, part: string) =>
  `${flow.id}: the driver does not say ${what}; write it in tests/drivers/${flow.id}.driver.ts under ${part}`;

const missingExecutor = (flow: Flow, step: Step) =>
  missingPart(flow, `how "${stepName(step)}" is done`, step.kind === 'event' ? 'events' : 'outcomes');

const missingStateCheck = (flow: Flow, state: string) =>
  missingPart(flow, `how "${state}" is seen`, 'states');

const missingFocusRule = (flow: Flow, state: string) =>
  missingPart(flow, `what has the focus in "${state}"`, 'focus');

/** What a driver does not yet know to do or to see, in sentences. A timer needs no deed: time passes. */
export function missingInDriver(flow: Flow, driver: Driver, graph: Graph): string[] {
  const states = [...graph.states.values()];
  const steps = new Map(
    states.flatMap(({ edges }) =>
      edges.filter(({ step }) => step.kind !== 'timer').map(({ step }) => [stepName(step), step] as const),
    ),
  );
  const names = [...stateNames(graph)];
  return [
    ...[...steps]
      .filter(([name]) => !driver.executors.has(name))
      .map(([, step]) => missingExecutor(flow, step)),
    ...names.filter((name) => !(name in driver.states)).map((name) => missingStateCheck(flow, name)),
    ...names.filter((name) => !focusRuleOf(driver.focus, name)).map((name) => missingFocusRule(flow, name)),
  ];
}

/** Performs a step of a flow on a page, by its name. */
export async function perform({ executors }: Driver, name: string, hands: Hands): Promise<void> {
  const executor = executors.get(name);
  if (typeof executor !== 'function') throw new Error(`The driver does not perform "${name}".`);
  await executor(hands);
}

const isMultiEvent = ({ multiEventTypes }: Driver, step: Step) =>
  step.kind === 'event' && multiEventTypes.has(step.type);

/** What the page took on steps that were done in one batch, each with its own; throws where it took something else. */
function assignTransitions(
  driver: Driver,
  edges: readonly Edge[],
  planned: string[],
  taken: string[],
): PerformedEdge[] {
  const mayTakeMore = edges.some(({ step }) => isMultiEvent(driver, step));
  const isValid = mayTakeMore ? isSubsequence(planned, taken) : planned.join() === taken.join();
  if (!isValid)
    throw new Error(
      `the page took ${taken.join(', ') || 'no transition'}; it should have taken ${planned.join(', ') || 'none'}`,
    );
  const remaining = [...taken];
  return edges.map((edge, index) => {
    const isLast = index === edges.length - 1;
    return {
      edge,
      taken: remaining.splice(0, isLast ? remaining.length : edge.transitions.length),
      isStateSeen: isLast,
    };
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
  inspectState: (state: string) => Promise<void> = async () => {},
): Promise<PerformedEdge[]> {
  const simulation = createSimulation(flow.machine, flow.input);
  let focus = '';
  const synchronisedPageDriver: Hands = {
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
      simulation.advance(milliseconds);
      await hands.pass(milliseconds);
    },
  };
  const executorOf = (step: Step): EventExecutor => {
    if (step.kind === 'timer') return () => hands.pass(simulation.timeUntilNextTimer());
    const executor = driver.executors.get(stepName(step));
    if (!executor) throw new Error(missingExecutor(flow, step));
    return executor;
  };
  const checkState = async (after?: Step) => {
    const snapshot = simulation.actor.getSnapshot();
    const name = stateName(snapshot);
    await hands.isIn(name);
    const check = driver.states[name];
    if (!check) throw new Error(missingStateCheck(flow, name));
    await check(hands, snapshot, after);
    const focused = focusRuleOf(driver.focus, name)?.({ after, snapshot, previousFocus: focus }) ?? null;
    if (focused !== null || focus !== '') await hands.hasFocus(focused);
    focus = await hands.focus();
    await inspectState(name);
  };

  const initial = simulation.actor.getSnapshot();
  await driver.prepare?.(hands);
  await hands.open(driver.page);
  await checkState();
  const walked: PerformedEdge[] = [];
  let batch: Edge[] = [];
  let [plannedCount, takenCount] = [0, (await hands.taken()).length];
  for (const [index, edge] of path.entries()) {
    const { step } = edge;
    const executor = executorOf(step);
    const next = path[index + 1];
    const nextExecutor = next && executorOf(next.step);
    batch.push(edge);
    try {
      if (typeof nextExecutor === 'object') await nextExecutor.prearranged(synchronisedPageDriver);
      if (typeof executor === 'function') await executor(synchronisedPageDriver);
      simulation.perform(step);
      if (typeof nextExecutor === 'object') continue;
      await checkState(step);
      const taken = await hands.taken();
      walked.push(
        ...assignTransitions(
          driver,
          batch,
          simulation.takenTransitions.slice(plannedCount),
          taken.slice(takenCount),
        ),
      );
      [batch, plannedCount, takenCount] = [[], simulation.takenTransitions.length, taken.length];
    } catch (error) {
      const steps = [...walked.map((done) => done.edge), ...batch];
      const actual = await hands.state().catch(() => null);
      throw new Error(printFailure(initial, steps, actual), { cause: error });
    }
  }
  simulation.actor.stop();
  return walked;
}

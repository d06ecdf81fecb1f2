import type { Checks } from '../../machines/checks/checks.types.ts';
import { expectationsOf } from '../../machines/checks/expectations.ts';
import { type FocusRules, focusRuleOf } from '../../machines/checks/focus.ts';
import { fileOf, isOfTool } from '../../machines/folders.ts';
import {
  createSimulation,
  type Edge,
  type Flow,
  type Graph,
  isRefusal,
  type Path,
  type PerformedEdge,
  type Step,
  StepFailure,
  stateName,
  stepName,
} from '../../machines/paths/index.ts';
import { assertOnPage, assertState, type StateCheck, stateChecksOf } from './expectations.ts';
import type { PageDriver } from './pageDriver.ts';

type Perform = (page: PageDriver) => Promise<void>;

/**
 * Performs a step; with `prearranged`, before the step that precedes it, where the machine takes both in one
 * batch.
 */
type StepExecutor = Perform | { prearranged: Perform };

type OutcomeCases = Record<string, Record<string, object>>;

/** The driver of a flow without the types of its cases, for code that runs any flow. */
export type Driver = {
  /** The file that defines it, where that is not named after the flow. */
  file?: string;
  /** The path of the page for the tests of the flow, where it differs from that of the flow. */
  page?: string;
  /** Arranges the conditions that the input of the flow describes, before the page is opened. */
  prepare?: Perform;
  /** The executors by the names of their steps. */
  executors: ReadonlyMap<string, StepExecutor>;
  /** The types of events that the page receives as several events. */
  multiEventTypes: ReadonlySet<string>;
  /**
   * The types of events that are refused on the bare machine alone: their controls do something else where nothing
   * takes them.
   */
  untried: ReadonlySet<string>;
  states: Readonly<Record<string, StateCheck>>;
  focus: FocusRules;
  /** The checks of its states and its focus, where the flow has a page of the site. */
  checks?: Checks;
};

/**
 * Defines how each case of a flow is performed on a page, and how each of its states is checked there.
 * A case without its executor does not compile; a state without its check fails a test.
 */
export function defineDriver<Payloads extends Record<string, object>, Outcomes extends OutcomeCases>(
  cases: { events: { [Type in keyof Payloads]: Record<string, Payloads[Type]> }; outcomes: Outcomes },
  driver: {
    /** The path of the page for the tests of the flow, where it differs from that of the flow. */
    page?: string;
    prepare?: Perform;
    events: {
      [Type in keyof Payloads]: (page: PageDriver, payload: Payloads[Type], name: string) => Promise<void>;
    };
    outcomes: { [Actor in keyof Outcomes]: { [Name in keyof Outcomes[Actor]]: StepExecutor } };
    /**
     * The types of events that the page receives as several events: a form is filled in field by field. On any
     * other step the page must take the transitions of the step and no more.
     */
    multiEventTypes?: readonly Extract<keyof Payloads, string>[];
    /**
     * The types of events whose controls do something else, or cannot be reached, where nothing takes the event.
     */
    untried?: readonly Extract<keyof Payloads, string>[];
  } & (
    | { checks: Checks }
    /** A flow without a page of the site: no run of the visualiser checks it. */
    | { states: Readonly<Record<string, StateCheck>>; focus: FocusRules }
  ),
): Driver {
  const executors = new Map<string, StepExecutor>();
  for (const type in cases.events) {
    const executor = driver.events[type];
    // Tests run without a check of types: `missingInDriver` names an executor that is not there.
    if (!executor) continue;
    for (const [name, payload] of Object.entries(cases.events[type])) {
      executors.set(`${type}: ${name}`, (page) => executor(page, payload, name));
    }
  }
  for (const actor in driver.outcomes) {
    const outcomes = driver.outcomes[actor];
    for (const name in outcomes) executors.set(`${actor}: ${name}`, outcomes[name]);
  }
  const { page, prepare, multiEventTypes, untried } = driver;
  const { states, focus } =
    'checks' in driver ? { states: stateChecksOf(driver.checks), focus: driver.checks.focus } : driver;
  return {
    ...(page !== undefined && { page }),
    ...(prepare && { prepare }),
    executors,
    multiEventTypes: new Set(multiEventTypes),
    untried: new Set(untried),
    states,
    focus,
    ...('checks' in driver && { checks: driver.checks }),
  };
}

export const missingDriver = (id: string) => `${id}: there is no driver; write tests/drivers/${id}.driver.ts`;

const driverFile = ({ id }: Flow, { file }: Driver) => file ?? `tests/drivers/${id}.driver.ts`;

/** A flow of the visualiser has no page of the site, so that its driver alone checks its states. */
const checksFile = (flow: Flow, driver: Driver) =>
  isOfTool(flow) ? driverFile(flow, driver) : fileOf(flow, 'checks');

const missingPart = (flow: Flow, what: string, part: string, file: string) =>
  `${flow.id}: the driver does not say ${what}; write it in ${file} under ${part}`;

const missingExecutor = (flow: Flow, driver: Driver, step: Step) =>
  missingPart(
    flow,
    `how "${stepName(step)}" is done`,
    step.kind === 'event' ? 'events' : 'outcomes',
    driverFile(flow, driver),
  );

const missingStateCheck = (flow: Flow, driver: Driver, state: string) =>
  missingPart(flow, `how "${state}" is seen`, 'states', checksFile(flow, driver));

const missingFocusRule = (flow: Flow, driver: Driver, state: string) =>
  missingPart(flow, `what has the focus in "${state}"`, 'focus', checksFile(flow, driver));

/** One sentence for each part that a driver lacks. A timer needs no executor: time passes. */
export function missingInDriver(flow: Flow, driver: Driver, graph: Graph): string[] {
  const states = [...graph.states.values()];
  const steps = new Map(
    states.flatMap(({ edges }) =>
      edges.filter(({ step }) => step.kind !== 'timer').map(({ step }) => [stepName(step), step] as const),
    ),
  );
  const names = [...graph.stateNames];
  const expectsSomething = (name: string) =>
    states.some(
      ({ snapshot }) =>
        stateName(snapshot) === name && driver.checks?.states[name]?.(snapshot, undefined).length !== 0,
    );
  const isSeen = (name: string) => name in driver.states && expectsSomething(name);
  return [
    ...[...steps]
      .filter(([name]) => !driver.executors.has(name))
      .map(([, step]) => missingExecutor(flow, driver, step)),
    ...names.filter((name) => !isSeen(name)).map((name) => missingStateCheck(flow, driver, name)),
    ...names
      .filter((name) => !focusRuleOf(driver.focus, name))
      .map((name) => missingFocusRule(flow, driver, name)),
  ];
}

/**
 * The path of the page on which the tests walk a flow.
 * @throws where neither flow nor driver names one.
 */
export function pageOf(flow: Flow, driver: Driver): string {
  const path = driver.page ?? flow.page;
  if (path === null)
    throw new Error(`${flow.id}: no page is named; write one in ${fileOf(flow, 'flow')} or in its driver`);
  return path;
}

/**
 * Performs a step of a flow on a page, by its name.
 * @throws where the driver does not perform it, or only before the step that precedes it.
 */
export async function perform({ executors }: Driver, name: string, pageDriver: PageDriver): Promise<void> {
  const executor = executors.get(name);
  if (typeof executor !== 'function') throw new Error(`The driver does not perform "${name}".`);
  await executor(pageDriver);
}

const isMultiEvent = ({ multiEventTypes }: Driver, step: Step) =>
  step.kind === 'event' && multiEventTypes.has(step.type);

/** Whether the page took the planned transitions in their order, and perhaps others in between. */
function isPartOf(taken: readonly string[], planned: readonly string[]): boolean {
  const rest = [...taken];
  return planned.every((id) => rest.splice(0, rest.indexOf(id) + 1).length > 0);
}

/**
 * Divides the transitions that the page took on the steps of one batch among these steps.
 * @throws where the page took others than planned.
 */
function assignTransitions(
  driver: Driver,
  edges: readonly Edge[],
  planned: string[],
  taken: string[],
): PerformedEdge[] {
  const mayTakeMore = edges.some(({ step }) => isMultiEvent(driver, step));
  const isValid = mayTakeMore ? isPartOf(taken, planned) : planned.join() === taken.join();
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

/** The page would have to be loaded afresh, which ends its content: an event of its start cannot come later. */
class NotOnThisPage extends Error {}

/**
 * Tries an event that nothing takes, as a visitor would. Where its control is not there or cannot be used, the
 * page itself refuses it.
 */
async function tryRefused(executor: StepExecutor, pageDriver: PageDriver): Promise<void> {
  if (typeof executor !== 'function') return;
  const { browser, impatiently = (run) => run() } = pageDriver;
  const leave = () => Promise.reject(new NotOnThisPage());
  const cannotBeDone = () => {};
  await impatiently(() =>
    executor({ ...pageDriver, browser: { ...browser, open: leave, saveDraft: leave } }),
  ).catch(cannotBeDone);
}

/**
 * Walks a path on a real page, step by step, and performs each step on the bare machine too. Asserts after each
 * step that the flow on the page took the transitions of the step, that the page shows the state of the machine,
 * and that the focus is where it should be, or is not lost. Calls `inspectState` in each state, which must leave
 * the page as it was. The result has the steps with the transitions that the page took.
 */
export async function walk(
  flow: Flow,
  driver: Driver,
  path: Path,
  pageDriver: PageDriver,
  inspectState: (state: string) => Promise<void> = async () => {},
): Promise<PerformedEdge[]> {
  const simulation = createSimulation(flow);
  let focus = '';
  const { browser, user, screen, clock } = pageDriver;
  const synchronisedPageDriver: PageDriver = {
    ...pageDriver,
    browser: {
      ...browser,
      open: async (path) => {
        await browser.open(path);
        focus = '';
      },
    },
    user: {
      ...user,
      blur: async () => {
        await user.blur();
        focus = '';
      },
    },
    clock: {
      ...clock,
      advance: async (milliseconds) => {
        simulation.advance(milliseconds);
        await clock.advance(milliseconds);
      },
    },
  };
  const executorOf = (step: Step): StepExecutor => {
    if (step.kind === 'timer' || step.kind === 'delayed')
      return () => clock.advance(simulation.timeUntilNextTimer() ?? 0);
    const executor = driver.executors.get(stepName(step));
    if (!executor) throw new Error(missingExecutor(flow, driver, step));
    return executor;
  };
  const checkState = async (after?: Step) => {
    const snapshot = simulation.actor.getSnapshot();
    const name = stateName(snapshot);
    const check = driver.states[name];
    if (!check) throw new Error(missingStateCheck(flow, driver, name));
    if (driver.checks) {
      const moment = { previousFocus: focus, isSimulated: false };
      const expected = expectationsOf(driver.checks, snapshot, after, moment);
      focus = await assertState(pageDriver, name, expected);
    } else {
      await screen.expectState(name);
      await check(pageDriver, snapshot, after);
      await assertOnPage(pageDriver, { kind: 'page' });
      const rule = focusRuleOf(driver.focus, name);
      const focused = rule?.({ after, snapshot, previousFocus: focus, isSimulated: false }) ?? null;
      if (focused !== null || focus !== '') await screen.expectFocus(focused);
      focus = await screen.focusedElement();
    }
    if (screen.incidents().length > 0)
      throw new Error(`The page is as expected, but: ${screen.incidents().join(' ')}`);
    await inspectState(name);
  };

  /** Asserts that the page shows the state that it has shown, and has taken no transition. */
  const checkUnchanged = async () => {
    const snapshot = simulation.actor.getSnapshot();
    const name = stateName(snapshot);
    if (driver.checks)
      await assertState(pageDriver, name, driver.checks.states[name]?.(snapshot, undefined) ?? []);
    else await screen.expectState(name);
    const taken = (await screen.takenTransitions(takenCount)).slice(takenCount);
    if (taken.length > 0)
      throw new Error(`the page took ${taken.join(', ')}; nothing should have been taken`);
    focus = await screen.focusedElement();
  };

  const initial = simulation.actor.getSnapshot();
  await driver.prepare?.(pageDriver);
  await browser.open(pageOf(flow, driver));
  await checkState();
  const walked: PerformedEdge[] = [];
  let batch: Edge[] = [];
  let [plannedCount, takenCount] = [0, (await screen.takenTransitions()).length];
  for (const [index, edge] of path.entries()) {
    const { step } = edge;
    const executor = executorOf(step);
    const next = path[index + 1];
    const nextExecutor = next && executorOf(next.step);
    batch.push(edge);
    try {
      if (isRefusal(edge)) {
        const { step, transitions } = edge;
        const isTried = step.kind === 'event' && !driver.untried.has(step.type);
        if (isTried) await tryRefused(executor, synchronisedPageDriver);
        await checkUnchanged();
        walked.push({ edge, taken: transitions, isStateSeen: true });
        batch = [];
        continue;
      }
      if (typeof nextExecutor === 'object') await nextExecutor.prearranged(synchronisedPageDriver);
      if (typeof executor === 'function') await executor(synchronisedPageDriver);
      simulation.perform(step);
      if (typeof nextExecutor === 'object') continue;
      const plannedTransitions = simulation.takenTransitions.slice(plannedCount);
      await screen.takenTransitions(takenCount + plannedTransitions.length);
      await checkState(step);
      const taken = await screen.takenTransitions();
      walked.push(...assignTransitions(driver, batch, plannedTransitions, taken.slice(takenCount)));
      [batch, plannedCount, takenCount] = [[], simulation.takenTransitions.length, taken.length];
    } catch (error) {
      const steps = [...walked.map((done) => done.edge), ...batch];
      const actual = await screen.state().catch(() => null);
      const picture = await screen.picture().catch(() => null);
      throw new StepFailure(initial, steps, actual, error, picture);
    }
  }
  simulation.actor.stop();
  return walked;
}

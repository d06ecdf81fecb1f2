import { fromPromise, type InputFrom } from 'xstate';
import type { Cause, Checks, Expectation } from '../../../../machines/checks/checks.types.ts';
import { expectationsOf } from '../../../../machines/checks/expectations.ts';
import type { PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { restoredSnapshot, stateName } from '../../../../machines/paths/index.ts';
import type {
  LinkEvent,
  Session,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import {
  type visualiserRunActors,
  visualiserRunMachine,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type {
  Findings,
  Reached,
  Run,
  RunCommand,
  Target,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { checks } from '../../../flows/checks.ts';
import { nextNumber } from '../../shared/channel/entryNumbers.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import { connection, type PageState } from '../connection/connection.ts';
import { flowWithId } from '../model/flowModels.ts';
import { noteRunFocus, returnRunFocus } from './runFocus.ts';

/** Milliseconds to wait for a page while its environment is restored. */
const RESTORE_TIMEOUT = 20_000;

type Input<Actor extends keyof typeof visualiserRunActors> = InputFrom<(typeof visualiserRunActors)[Actor]>;

const sessionOf = ({ sessions }: PageState, flow: string): Session | undefined =>
  sessions.findLast((session) => session.flow === flow);

/** The target of a command on a page; null while its flow or invoked actor is missing. */
function targetOn(pageState: PageState, flow: string, command: RunCommand): Target | null {
  const page = pageState.page.id;
  if (command.kind === 'open') return { page, session: null, actor: null };
  const session = sessionOf(pageState, flow)?.session;
  if (session === undefined) return null;
  if (command.kind !== 'outcome') return { page, session, actor: null };
  const invoked = pageState.invokedActors.findLast(
    (known) => known.session === session && known.actor === command.actor,
  );
  return invoked ? { page, session, actor: invoked.id } : null;
}

/**
 * Finds where a step is performed.
 *
 * @throws Error if there is no step, or the page of its flow is left
 */
async function findTarget({ run, step }: Input<'findTarget'>, signal: AbortSignal): Promise<Target> {
  if (!run || !step) throw new Error(run?.problem ?? 'No case of the flow leads there.');
  return connection.find((report) => {
    const pageState = connection.pageStateIn(run.tab);
    if (pageState) return targetOn(pageState, run.flow, step.command);
    if (report?.type === 'goodbye' && step.command.kind !== 'open') throw new Error('The page was left.');
    return null;
  }, signal);
}

function pageCommandOf(flow: string, command: RunCommand, { session, actor }: Target): PageCommand {
  switch (command.kind) {
    case 'open': {
      const { path, draftsToClear, snapshot } = command;
      return { type: 'open', path, draftsToClear, restart: snapshot && { flow, snapshot } };
    }
    case 'event':
      return { type: 'send', session: session ?? '', event: command.event };
    case 'timer':
      return { type: 'fireTimer', session: session ?? '' };
    case 'outcome':
      return { type: 'provideOutcome', invokedActor: actor ?? 0, outcome: command.outcome };
  }
}

const isCausedBy = (command: RunCommand, { type }: { type: string }): boolean =>
  command.kind === 'event' ? type === command.event.type : type.startsWith('xstate.');

/** The outcome of a step; null as long as there is none. */
function reachedIn(
  report: LinkEvent | null,
  { flow, tab }: Run,
  command: RunCommand,
  target: Target,
): Reached | null {
  if (command.kind === 'open') {
    const state = connection.pageStateIn(tab);
    const session = state && sessionOf(state, flow);
    if (!session || state.page.id === target.page) return null;
    return { page: state.page.id, snapshot: session.snapshot, entry: nextNumber() };
  }
  if (report?.type === 'goodbye' && report.page === target.page) throw new Error('The page was left.');
  if (report?.type !== 'observed' || report.page.id !== target.page) return null;
  const entry = report.entries.find(
    ({ session, failure, event }) =>
      session === target.session && (failure !== null || isCausedBy(command, event)),
  );
  if (entry?.failure) throw new Error(`The machine threw an error: ${entry.failure.message}`);
  if (entry) return { page: target.page, snapshot: entry.snapshot, entry: entry.number };
  if (report.endedSessions.some((session) => session === target.session))
    throw new Error('The flow does not run on the page.');
  return null;
}

/**
 * Performs a step on the page. The environment is paused first, because only the run may provide outcomes.
 *
 * @throws Error if the page is left, the session ends or its machine throws an error first
 */
function sendStep({ run, step, target }: Input<'sendStep'>, signal: AbortSignal): Promise<Reached> {
  if (!run || !step || !target) throw new Error('No case of the flow leads there.');
  const { command } = step;
  const reached = connection.find((report) => reachedIn(report, run, command, target), signal);
  if (command.kind === 'open' || connection.pageStateIn(run.tab)?.paused !== run.flow)
    connection.sendCommand(target.page, { type: 'pause', flow: run.flow });
  connection.sendCommand(target.page, pageCommandOf(run.flow, command, target));
  return reached;
}

const causeOf = (command: RunCommand): Cause | undefined => {
  if (command.kind === 'open') return undefined;
  return command.kind === 'event' ? { kind: 'event', type: command.event.type } : { kind: command.kind };
};

/** Whether a step belongs to a page that is loaded anew, on which nothing has had the focus yet. */
const isOnNewPage = (command: RunCommand): boolean =>
  command.kind === 'open' || (command.kind === 'event' && command.event.type === 'draftFound');

/**
 * The expectations on a page for a flow. An event that is sent to the machine brings no file to a file field, so
 * that chosen files are not expected.
 */
function expectationsOnPage(
  flow: string,
  persistedSnapshot: PersistedSnapshot,
  command: RunCommand,
  previousFocus: string,
): Expectation[] {
  const checksOf: Readonly<Record<string, Checks>> = checks;
  const [model, ofFlow] = [flowWithId(flow), checksOf[flow]];
  if (!model || !ofFlow) return [];
  const snapshot = restoredSnapshot(model, persistedSnapshot);
  const input = { previousFocus, isSimulated: true };
  return expectationsOf(ofFlow, snapshot, causeOf(command), input).filter(
    (expected) => expected.kind !== 'fileNames' || expected.names.length === 0,
  );
}

/**
 * Checks the state on the page against the tests: its visible parts, and the focus.
 *
 * @throws Error if the page is left
 */
async function checkPage(
  { run, step, reached, focused }: Input<'checkPage'>,
  signal: AbortSignal,
): Promise<Findings> {
  if (!run || !step || !reached) throw new Error('No case of the flow leads there.');
  const { flow } = run;
  const { page, snapshot } = reached;
  const previousFocus = isOnNewPage(step.command) ? '' : focused;
  const check = connection.sendCheck(page, {
    flow,
    step: step.name,
    state: stateName(snapshot),
    expectations: expectationsOnPage(flow, snapshot, step.command, previousFocus),
  });
  return connection.find((report) => {
    if (report?.type === 'goodbye' && report.page === page) throw new Error('The page was left.');
    if (report?.type !== 'observed' || report.page.id !== page) return null;
    const found = report.observations.flatMap((known) => (known.kind === 'check' ? [known] : []));
    return found.find((known) => known.check === check) ?? null;
  }, signal);
}

/**
 * Pauses or resumes the environment of the page as it was before the run, also while the page is being loaded. An actor
 * that waits goes on waiting: the page stays in its state.
 */
async function restoreEnvironment({ tab, pausedBefore = null }: Run, isOver: () => boolean): Promise<void> {
  const { page } = await connection.find(
    () => connection.pageStateIn(tab) ?? null,
    AbortSignal.timeout(RESTORE_TIMEOUT),
  );
  if (isOver()) connection.sendCommand(page.id, { type: 'pause', flow: pausedBefore, keepsWaiting: true });
}

/** The run of a path, with its implementations. */
export const run = visualiserRunMachine.provide({
  actors: {
    findTarget: fromPromise(({ input, signal }) => findTarget(input, signal)),
    sendStep: fromPromise(({ input, signal }) => sendStep(input, signal)),
    checkPage: fromPromise(({ input, signal }) => checkPage(input, signal)),
  },
  actions: {
    restoreEnvironment: ({ context, self }) => {
      const isOver = () => self.getSnapshot().matches('inactive');
      if (context.run) void restoreEnvironment(context.run, isOver);
    },
    noteFocus: noteRunFocus,
    returnFocus: returnRunFocus,
  },
});

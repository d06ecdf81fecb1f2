import { fromPromise, type InputFrom } from 'xstate';
import type { Cause, Checks, Expectation } from '../../../../machines/checks/checks.types.ts';
import { expectationsOf } from '../../../../machines/checks/expectations.ts';
import { sentenceOf } from '../../../../machines/checks/sentences.ts';
import type { PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { restoredSnapshot, stateName } from '../../../../machines/paths/index.ts';
import type { Session } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import {
  type visualiserRunActors,
  visualiserRunMachine,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type {
  Findings,
  Reached,
  Run,
  RunCommand,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { checks } from '../../../flows/checks.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import { connection, type PageState } from '../connection/connection.ts';
import { flowWithId } from '../flowModels.ts';

/** Milliseconds to wait for a page to load, for a page to exist, and for the conditions of a step. */
const TIMEOUTS = { load: 20_000, page: 10_000, step: 3_000 };

const sessionOf = ({ sessions }: PageState, flow: string): Session | undefined =>
  sessions.findLast((session) => session.flow === flow);

type ActiveRun = { run: Run; signal: AbortSignal };

/** Returns the command for the page; null while the page does not have the invoked actor that the command needs. */
function pageCommandFor(
  command: Exclude<RunCommand, { kind: 'open' }>,
  pageState: PageState,
  session: string,
): PageCommand | null {
  if (command.kind === 'event') return { type: 'send', session, event: command.event };
  if (command.kind === 'timer') return { type: 'fireTimer', session };
  const invokedActor = pageState.invokedActors.findLast(
    (candidate) => candidate.session === session && candidate.actor === command.actor,
  );
  return invokedActor
    ? { type: 'provideOutcome', invokedActor: invokedActor.id, outcome: command.outcome }
    : null;
}

/**
 * Pauses the environment of the flow, loads the page, and waits for the flow. Returns its snapshot.
 *
 * @throws Error if there is no page in the tab, or the flow does not run on the loaded page
 */
async function openPage(
  { run, signal }: ActiveRun,
  command: Extract<RunCommand, { kind: 'open' }>,
): Promise<Reached> {
  const before = await connection.waitFor(run.tab, ({ page }) => page, { timeout: TIMEOUTS.page, signal });
  if (!before) throw new Error('No page of the site answers.');
  const { path, draftsToClear, snapshot } = command;
  connection.sendCommand(before.id, { type: 'pause', flow: run.flow });
  connection.sendCommand(before.id, {
    type: 'open',
    path,
    draftsToClear,
    restart: snapshot && { flow: run.flow, snapshot },
  });
  const found = await connection.waitFor(
    run.tab,
    (pageState) => {
      const session = pageState.page.id === before.id ? undefined : sessionOf(pageState, run.flow);
      return session ? { session, entry: pageState.number } : null;
    },
    { timeout: TIMEOUTS.load, signal },
  );
  if (!found) throw new Error(`The flow does not run on ${path}.`);
  return { snapshot: found.session.snapshot, entry: found.entry };
}

const isCausedBy = (command: RunCommand, { type }: { type: string }): boolean =>
  command.kind === 'event' ? type === command.event.type : type.startsWith('xstate.');

/**
 * Performs a step on the page and returns the snapshot of the flow after it. The environment is paused first, because only
 * the run may provide outcomes.
 *
 * @throws Error if the flow or the invoked actor does not run on the page
 */
async function performOnPage(
  { run, signal }: ActiveRun,
  command: Exclude<RunCommand, { kind: 'open' }>,
): Promise<Reached> {
  const found = await connection.waitFor(
    run.tab,
    (pageState) => {
      const session = sessionOf(pageState, run.flow)?.session;
      if (session === undefined) return null;
      const pageCommand = pageCommandFor(command, pageState, session);
      const { page, paused } = pageState;
      return pageCommand && { page: page.id, paused, session, pageCommand };
    },
    { timeout: TIMEOUTS.step, signal },
  );
  if (!found)
    throw new Error(
      command.kind === 'outcome'
        ? `No invoked actor of this name runs on the page: "${command.actor}".`
        : 'The flow does not run on the page.',
    );
  const { page, paused, session, pageCommand } = found;
  const caused = connection.nextEntry(page, session, (event) => isCausedBy(command, event), signal);
  if (paused !== run.flow) connection.sendCommand(page, { type: 'pause', flow: run.flow });
  connection.sendCommand(page, pageCommand);
  const { snapshot, number } = await caused;
  return { snapshot, entry: number };
}

async function sendStep(
  { run, step }: InputFrom<typeof visualiserRunActors.sendStep>,
  signal: AbortSignal,
): Promise<Reached> {
  if (!run || !step) throw new Error(run?.problem ?? 'No case of the flow leads there.');
  const { command } = step;
  const activeRun = { run, signal };
  return command.kind === 'open' ? openPage(activeRun, command) : performOnPage(activeRun, command);
}

const causeOf = (command: RunCommand): Cause | undefined => {
  if (command.kind === 'open') return undefined;
  return command.kind === 'event' ? { kind: 'event', type: command.event.type } : { kind: command.kind };
};

/** Whether a step belongs to a page that is loaded anew, on which nothing has had the focus yet. */
const isOnNewPage = (command: RunCommand): boolean =>
  command.kind === 'open' || (command.kind === 'event' && command.event.type === 'draftFound');

/**
 * Returns what a page is expected to show of a flow. An event that is sent to the machine brings no file to a file field,
 * so that chosen files are not expected.
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
 * Checks that the page shows the state as the tests expect it: what is seen, and where the focus is.
 *
 * @throws Error if the page does not answer
 */
async function checkPage(
  { run, step, reached, focused }: InputFrom<typeof visualiserRunActors.checkPage>,
  signal: AbortSignal,
): Promise<Findings> {
  const page = run && connection.pageStateIn(run.tab)?.page;
  if (!page || !step || !reached) throw new Error('No page of the site answers.');
  const { flow } = run;
  const { command } = step;
  const { snapshot } = reached;
  const state = stateName(snapshot);
  const expectations = expectationsOnPage(flow, snapshot, command, isOnNewPage(command) ? '' : focused);
  const found = await connection.checkPage(page.id, { flow, state, expectations }, signal);
  if (!found) throw new Error('The page was left.');
  const checked = [`the page shows the state "${state}"`, ...expectations.map(sentenceOf)];
  const results = checked.map((check, index) => ({ check, problem: found.problems[index] ?? null }));
  return { results, focused: found.focused };
}

/**
 * Pauses or resumes the environment of the page as it was before the run, also while the page is being loaded. An actor
 * that waits goes on waiting: the page stays in its state.
 */
async function restoreEnvironment({ tab, pausedBefore = null }: Run, isOver: () => boolean): Promise<void> {
  const { signal } = new AbortController();
  const page = await connection.waitFor(tab, (state) => state.page, { timeout: TIMEOUTS.load, signal });
  if (!page || !isOver()) return;
  connection.sendCommand(page.id, { type: 'pause', flow: pausedBefore, keepsWaiting: true });
}

/** The run of a path, with its implementations. */
export const run = visualiserRunMachine.provide({
  actors: {
    sendStep: fromPromise(({ input, signal }) => sendStep(input, signal)),
    checkPage: fromPromise(({ input, signal }) => checkPage(input, signal)),
  },
  actions: {
    restoreEnvironment: ({ context, self }) => {
      const isOver = () => self.getSnapshot().matches('inactive');
      if (context.run) void restoreEnvironment(context.run, isOver);
    },
  },
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callBackFlow } from '../../../machines/callBack/callBack.flow.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import type { LogEntry } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { currentStateOf } from '../../../src/visualiser/currentState.ts';
import { runPathTo } from '../../../src/visualiser/goalRuns.ts';
import { KEYS, pressKey } from '../../../src/visualiser/keys.ts';
import * as planner from '../../../src/visualiser/planner/client.ts';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import { isRunOver } from '../../../src/visualiser/useNextRun.ts';
import {
  controlledTab,
  isRunActive,
  sendToFollowedPage,
  startRun,
} from '../../../src/visualiser/visualiserFlows.ts';
import {
  following,
  invokedActor,
  linkIn,
  page,
  persisted,
  runIn,
  runOf,
  runStep,
  sessionOf,
  viewIn,
  visualiserFlows,
} from '../../support/visualiserFixture.ts';

/** The runs that the visualiser starts, what its keys do, and the state that it shows. docs/visualiser.md. */

beforeEach(() => {
  vi.spyOn(connection, 'sendCommand');
  vi.spyOn(connection, 'pageStateIn');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The commands that were sent to pages. */
const commands = () => vi.mocked(connection.sendCommand).mock.calls;

const idle = persisted('idle', firstSnapshot(contactFlow)?.context);
const submitting = { ...idle, value: 'submitting' };

describe('the current state of a flow', () => {
  const model = chartOf(callBackFlow.machine);
  const closed = sessionOf('callBack', persisted('closed'), { session: 'first' });
  const shown = sessionOf('callBack', persisted({ submitting: 'shown' }), { session: 'second' });
  const entry = (flow: string, ...transitions: string[]): LogEntry => ({
    ...{ number: 1, at: 0, session: 'second', flow, event: { type: 'opened' }, transitions },
    ...{ guardResults: [], failedGuards: [], microsteps: 1, before: null, failure: null },
    snapshot: shown.snapshot,
  });
  const log = [entry('callBack', 'z', 'a', 'b'), entry('contact', 'c')];
  const animated = runOf([runStep('opened: by click', 'idle', ['d', 'e']), runStep('after x', 'failed')], {
    ...{ flow: 'callBack', on: 'chart' },
  });

  test('is that of its latest session on the followed page, with the transition that it took last', () => {
    const link = following({ sessions: [closed, shown, sessionOf('contact', idle)], log });
    expect(currentStateOf('callBack', model, visualiserFlows({ link }))).toEqual({
      session: shown,
      name: 'submitting.shown',
      active: ['callBack', 'callBack.submitting', 'callBack.submitting.shown'],
      taken: 'b',
    });
  });

  test('is none where it does not run', () => {
    const link = following({ sessions: [sessionOf('contact', idle)], log });
    expect(currentStateOf('callBack', model, visualiserFlows({ link }))).toEqual({
      ...{ session: undefined, name: null, active: [], taken: undefined },
    });
  });

  test('is that of the step that is animated on the chart', () => {
    const link = following({ sessions: [shown], log });
    const at = (value: Parameters<typeof runIn>[0], completedSteps: number, run = animated) => {
      const own = visualiserFlows({ link, run: runIn(value, { run, completedSteps }) });
      const { session, name, taken } = currentStateOf('callBack', model, own);
      expect(session).toEqual(shown);
      return [name, taken];
    };
    const ofPage = ['submitting.shown', 'b'];
    expect(at('performing', 0)).toEqual(['idle', 'e']);
    expect(at('paused', 1)).toEqual(['failed', undefined]);
    expect(at('paused', 2)).toEqual(ofPage);
    expect(at({ inactive: 'done' }, 1)).toEqual(ofPage);
    expect(at('performing', 0, { ...animated, on: 'page' })).toEqual(ofPage);
    const nowhere = visualiserFlows({ run: runIn('performing', { run: animated }) });
    expect(currentStateOf('callBack', model, nowhere)).toEqual({
      ...{ session: undefined, name: 'idle', active: ['callBack', 'callBack.idle'], taken: 'e' },
    });
  });
});

describe('a key', () => {
  const session = sessionOf('contact', submitting);
  const press = (
    key: string,
    states: Parameters<typeof visualiserFlows>[0] = {},
    flow: Flow = contactFlow,
    at: typeof session | null = session,
  ) => {
    const own = visualiserFlows(states);
    pressKey(key, { flow, session: at ?? undefined, own });
    return { commands: commands(), events: own.run.send.mock.calls };
  };
  const none = { commands: [], events: [] };
  const sent = (command: object) => ({ commands: [['a load', command]], events: [] });
  const asked = (event: object) => ({ commands: [], events: [[event]] });
  const withActor = (more: Parameters<typeof invokedActor>[1] = {}, paused: string | null = 'contact') =>
    following({ paused, invokedActors: [invokedActor('contact', more)] });

  test('of each kind is named by what it does', () => {
    expect(KEYS.map(({ key, name, does }) => [key, name, does])).toEqual([
      ['h', 'hold', 'Pauses the environment, or resumes it'],
      ['s', 'step', 'The next step of a paused run, or the next outcome or timer while paused'],
      ['x', 'halt', 'Pauses a run, or ends one that is paused'],
    ]);
  });

  test.each([
    ['pauses the environment', null, 'contact'],
    ['resumes it', 'contact', null],
    ['pauses that of this flow instead of another', 'callBack', 'contact'],
  ])('H %s', (_, paused, flow) => {
    expect(press('h', { link: following({ paused }) })).toEqual(sent({ type: 'pause', flow }));
  });

  test('H does nothing where no page is followed', () => {
    expect(press('h', { link: linkIn({ disconnected: 'noPage' }) })).toEqual(none);
  });

  const run = runOf([runStep('a', 'b'), runStep('c', 'd')]);

  test('S makes the next step of a paused run, also while the environment is paused', () => {
    const states = { run: runIn('paused', { run }), link: withActor() };
    expect(press('s', states)).toEqual(asked({ type: 'stepped' }));
  });

  test('S gives the actor that waits its first outcome', () => {
    expect(press('s', { link: withActor() })).toEqual(
      sent({ type: 'provideOutcome', invokedActor: 7, outcome: { kind: 'output', output: {} } }),
    );
  });

  test('S gives an actor that sends events first the first outcome with which it ends', () => {
    const send = {
      ...{ closes: { sends: { type: 'closed' } }, fails: { error: new Error('No.') } },
      works: { output: {} },
    };
    expect(press('s', { link: withActor() }, { ...contactFlow, outcomes: { send } })).toEqual(
      sent({ type: 'provideOutcome', invokedActor: 7, outcome: { kind: 'error', message: 'No.' } }),
    );
  });

  const pausedLink = following({ paused: 'contact' });
  const onlySends = { ...contactFlow, outcomes: { send: { closes: { sends: { type: 'closed' } } } } };

  test.each([
    ['where no actor is there', pausedLink, contactFlow],
    ['where the actor is running', withActor({ state: 'running' }), contactFlow],
    ['where an actor of another session waits', withActor({ session: 'x:2' }), contactFlow],
    ['where the actor has no case', withActor({ actor: 'other' }), contactFlow],
    ['where the actor only sends events', withActor(), onlySends],
  ])('S fires the timer %s', (_, link, flow) => {
    expect(press('s', { link }, flow)).toEqual(sent({ type: 'fireTimer', session: 'contact:1' }));
  });

  test.each([
    ['no timer runs', pausedLink, sessionOf('contact', idle)],
    ['the machine has stopped', pausedLink, sessionOf('contact', { ...submitting, status: 'error' })],
    ['the environment is not paused', withActor({}, null), session],
    ['that of another flow is paused', withActor({}, 'callBack'), session],
    ['the flow does not run', withActor(), null],
  ])('S does nothing where %s', (_, link, at) => {
    expect(press('s', { link }, contactFlow, at)).toEqual(none);
  });

  test('X pauses a run, ends one that is paused, and does nothing without one', () => {
    expect(press('x', { run: runIn('performing', { run }) })).toEqual(asked({ type: 'pauseRequested' }));
    expect(press('x', { run: runIn('paused', { run }) })).toEqual(asked({ type: 'dismissed' }));
    expect(press('x', { run: runIn({ inactive: 'done' }, { run }) })).toEqual(none);
  });

  test.each(['H', 'S', 'X', 'a', 'Enter'])('%s does nothing', (key) => {
    expect(press(key, { run: runIn('paused', { run }), link: withActor() })).toEqual(none);
  });
});

describe('the tab whose page is controlled', () => {
  test('is that of the followed page, else the frame of the visualiser', () => {
    expect(controlledTab({ link: visualiserFlows().link })).toBe('a tab');
    for (const link of [linkIn('closed', { followedPage: page }), linkIn({ disconnected: 'noPage' })])
      expect(controlledTab(visualiserFlows({ link }))).toBe(connection.id);
  });

  test('gets commands only while a page is followed', () => {
    sendToFollowedPage(visualiserFlows(), { type: 'pause', flow: null });
    sendToFollowedPage(visualiserFlows({ link: linkIn({ disconnected: 'noPage' }) }), {
      ...{ type: 'pause', flow: 'contact' },
    });
    expect(commands()).toEqual([['a load', { type: 'pause', flow: null }]]);
  });
});

test.each([
  ['performing', true, false],
  ['paused', true, false],
  [{ inactive: 'idle' }, false, false],
  [{ inactive: 'done' }, false, true],
  [{ inactive: 'failed' }, false, true],
] as const)('a run that is %j: active %s, over %s', (value, isActive, isOver) => {
  const { run } = visualiserFlows({ run: runIn(value, { run: runOf([]) }) });
  expect([isRunActive({ run }), isRunOver(run)]).toEqual([isActive, isOver]);
});

describe('a run that is started', () => {
  const own = (preview: string, isPageShown: boolean) =>
    visualiserFlows({ view: viewIn({ preview }, { isPageShown }) });

  test.each([
    ['phone', true, []],
    ['phone', false, [[{ type: 'pageToggled' }]]],
    ['tab', true, [[{ type: 'preview.phone' }]]],
    ['tab', false, [[{ type: 'pageToggled' }], [{ type: 'preview.phone' }]]],
  ])('in the frame shows it: preview %s, shown %s', (preview, isPageShown, events) => {
    const flows = own(preview, isPageShown);
    const run = runOf([], { tab: connection.id });
    startRun(flows, run);
    expect(flows.view.send.mock.calls).toEqual(events);
    expect(flows.run.send.mock.calls).toEqual([[{ type: 'started', run: { ...run, pausedBefore: null } }]]);
  });

  test('elsewhere leaves the preview as it is', () => {
    const flows = own('tab', false);
    startRun(flows, runOf([], { tab: 'a tab' }));
    startRun(flows, runOf([], { tab: connection.id, on: 'chart' }));
    expect(flows.run.send).toHaveBeenCalledTimes(2);
    expect(flows.view.send).not.toHaveBeenCalled();
  });

  test('knows the flow that was paused on its page before, unless a run before it knew', () => {
    vi.mocked(connection.pageStateIn).mockImplementation((tab) =>
      tab === 'a tab' ? { page, sessions: [], invokedActors: [], paused: 'contact' } : undefined,
    );
    const pausedBefore = (run: ReturnType<typeof runOf>) => {
      const flows = own('phone', true);
      startRun(flows, run);
      const [[event] = []] = flows.run.send.mock.calls;
      return event?.type === 'started' ? event.run.pausedBefore : undefined;
    };
    expect(pausedBefore(runOf([], { tab: 'a tab' }))).toBe('contact');
    expect(pausedBefore(runOf([], { tab: 'another' }))).toBeNull();
    expect(pausedBefore(runOf([], { tab: 'a tab', pausedBefore: 'callBack' }))).toBe('callBack');
  });
});

describe('the run of a path to a goal', () => {
  const goals = { title: 'Path to callBack.idle', goals: ['idle'] };
  const startedBy = async (
    flow: Flow,
    snapshot: Parameters<typeof runPathTo>[2],
    asked: Parameters<typeof runPathTo>[1] = goals,
  ) => {
    const own = visualiserFlows();
    await runPathTo(flow, asked, snapshot, own);
    const [[event] = []] = own.run.send.mock.calls;
    if (event?.type !== 'started') throw new Error('No run was started.');
    const { title, flow: id, on, tab, problem, steps } = event.run;
    expect({ title, id, on, tab }).toEqual({ title: asked.title, id: flow.id, on: 'page', tab: 'a tab' });
    return { problem, steps: steps.map(({ name, state }) => [name, state]) };
  };
  const closed = firstSnapshot(callBackFlow);
  const reopened = ['open /shipping', 'closed'];
  const opened = ['opened: by click', 'idle'];

  test('starts in the current state of the page', async () => {
    expect(await startedBy(callBackFlow, closed)).toEqual({ problem: undefined, steps: [opened] });
  });

  test('loads the page where the flow does not run, or its machine has thrown an error', async () => {
    expect((await startedBy(callBackFlow, null)).steps).toEqual([reopened, opened]);
    const broken = closed && { ...closed, status: 'error' as const };
    expect((await startedBy(callBackFlow, broken)).steps).toEqual([reopened, opened]);
    expect((await startedBy({ ...callBackFlow, page: null }, null)).steps).toEqual([opened]);
  });

  test('has no step where no path leads there', async () => {
    expect(await startedBy(callBackFlow, closed, { ...goals, goals: ['nowhere'] })).toEqual({
      ...{ problem: undefined, steps: [] },
    });
  });

  test('does not begin in a state in which the machine has thrown an error', async () => {
    const path = vi.spyOn(planner, 'pathToOneOf');
    await startedBy(callBackFlow, closed);
    await startedBy(callBackFlow, closed && { ...closed, status: 'error' });
    expect(path.mock.calls).toEqual([
      ['callBack', ['idle'], closed],
      ['callBack', ['idle'], null],
    ]);
  });

  test('says why no path could be worked out', async () => {
    const path = vi.spyOn(planner, 'pathToOneOf');
    path.mockRejectedValueOnce(new Error('The planner was not loaded.'));
    expect(await startedBy(callBackFlow, closed)).toEqual({
      ...{ problem: 'The planner was not loaded.', steps: [] },
    });
    path.mockRejectedValueOnce('something else');
    expect((await startedBy(callBackFlow, closed)).problem).toBe('No path could be worked out.');
  });
});

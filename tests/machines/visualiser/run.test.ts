import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Pace, Run, RunCommand, RunStep } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import type { PageCommand } from '../../../src/visualiser/channel/types.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { run as runFlow } from '../../../src/visualiser/flows/run.ts';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';
import { createPage, invokedActor, snapshot, start, stepOf } from './simulatedRun.ts';

vi.mock('../../../src/visualiser/checks/index.ts', async () => {
  const { fact, fileNames } = await import('../../../src/visualiser/checks/expectations.ts');
  const { byVisitor } = await import('../../../src/visualiser/checks/focus.ts');
  const seen = (after: unknown) => [
    fact(`it is seen after ${JSON.stringify(after)}`, true),
    ...[fileNames([]), fileNames(['photo.png'])],
  ];
  return {
    checks: {
      scholarshipTerms: {
        focus: byVisitor(() => 'what the visitor pressed'),
        states: {
          hidden: (_: unknown, after: unknown) => seen(after),
          shown: (_: unknown, after: unknown) => seen(after),
        },
      },
    },
  };
});

/** The steps of a run, on the chart alone and on a page that does what it is told. */

let closeConnection: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  vi.stubGlobal('window', new EventTarget());
  closeConnection = connection.listen(() => {});
});
afterEach(async () => {
  // A run that has ended waits for a page to resume it.
  await vi.advanceTimersByTimeAsync(30_000);
  const channel = new SynchronousBroadcastChannel('visualiser');
  for (const load of [1, 2]) channel.postMessage({ type: 'goodbye', page: `load-${load}` });
  channel.close();
  closeConnection();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const toggled: RunCommand = { kind: 'event', event: { type: 'toggled' } };
const loaded: RunCommand = { kind: 'outcome', actor: 'load', outcome: { kind: 'output', output: 2 } };
const open: RunCommand = { kind: 'open', path: '/knowmore', draftsToClear: ['contact'], snapshot: null };

test('the flow is that of the visualiser', () => {
  expect(runFlow.id).toBe('visualiserRun');
});

describe('on the chart alone', () => {
  test.each<[Pace, number]>([
    ['slow', 1_500],
    ['normal', 600],
    ['fast', 100],
  ])('each state is shown for a time, at the pace %s', async (pace, time) => {
    const page = createPage();
    page.present();
    const { settle } = start([stepOf(toggled)], { on: 'chart' }, pace);
    expect(await settle(time - 1)).toMatchObject({ value: 'performing', completedSteps: 0 });
    expect(await settle(1)).toMatchObject({ value: { inactive: 'done' }, results: [[]], error: null });
    expect(await settle(30_000)).toMatchObject({ value: { inactive: 'done' } });
    expect(page.commands).toEqual([]);
  });

  test('a run that is left waits for nothing more', async () => {
    const { actor, settle } = start([stepOf(toggled)], { on: 'chart' });
    await settle();
    const count = vi.getTimerCount();
    actor.stop();
    expect(vi.getTimerCount()).toBe(count - 2);
  });
});

test.each([
  [{}, 'No case of the flow leads there.'],
  [{ problem: 'The path is of another build.' }, 'The path is of another build.'],
])('a run %o without steps says why', async (change, error) => {
  const { settle } = start([], change);
  expect(await settle()).toMatchObject({ value: { inactive: 'failed' }, error });
});

describe('opening the page', () => {
  test('pauses the environment of the flow first, and ends when the flow runs on the new page', async () => {
    const page = createPage();
    page.paused = null;
    page.present();
    const { settle } = start([stepOf(open, 'hidden')]);
    expect(await settle()).toMatchObject({
      value: { inactive: 'done' },
      focused: 'button Show',
      error: null,
    });
    expect(page.commands).toEqual([
      { type: 'pause', flow: 'scholarshipTerms' },
      { type: 'open', path: '/knowmore', draftsToClear: ['contact'], restart: null },
      {
        ...{ type: 'check', check: expect.any(Number), flow: 'scholarshipTerms', state: 'hidden' },
        expectations: [
          { kind: 'fact', fact: 'it is seen after undefined', holds: true },
          { kind: 'fileNames', names: [] },
        ],
      },
      { type: 'pause', flow: null, keepsWaiting: true },
    ]);
  });

  test('starts the flow in another state, and without a network, where the run says so', async () => {
    const page = createPage();
    page.present();
    start([stepOf({ ...open, snapshot: snapshot('shown') })], { isOffline: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.commands[1]).toEqual({
      ...{ type: 'open', path: '/knowmore', draftsToClear: ['contact'], isOffline: true },
      restart: { flow: 'scholarshipTerms', snapshot: snapshot('shown') },
    });
  });

  test('fails where no page answers within ten seconds', async () => {
    const { settle } = start([stepOf(open)]);
    expect(await settle(9_999)).toMatchObject({ value: 'performing' });
    expect(await settle(1)).toMatchObject({ error: 'No page of the site answers.' });
  });

  test('fails where the flow does not run on the new page within twenty seconds', async () => {
    const page = createPage();
    page.isLoading = false;
    page.present();
    const { settle } = start([stepOf(open)]);
    await settle(10_000);
    page.present();
    page.loads = 2;
    page.flow = 'contact';
    page.present();
    expect(await settle(9_999)).toMatchObject({ value: 'performing' });
    expect(await settle(1)).toMatchObject({ error: 'The flow does not run on /knowmore.' });
  });
});

describe('a step on the page', () => {
  test.each<[string, RunCommand, PageCommand, string[]]>([
    [
      'an event is sent, and that event awaited',
      toggled,
      { type: 'send', session: 'x:0', event: { type: 'toggled' } },
      ['xstate.init', 'toggled'],
    ],
    [
      'a timer is fired, and an event of the machine itself awaited',
      { kind: 'timer' },
      { type: 'fireTimer', session: 'x:0' },
      ['toggled', 'xstate.after.100.hidden'],
    ],
    [
      'an actor is given its outcome',
      loaded,
      { type: 'provideOutcome', invokedActor: 7, outcome: { kind: 'output', output: 2 } },
      ['toggled', 'xstate.done.actor.load'],
    ],
  ])('%s', async (_, command, sent, [ignored = '', caused = '']) => {
    const page = createPage();
    page.present();
    const { settle } = start([stepOf(command)]);
    await settle();
    expect(page.commands).toEqual([sent]);
    page.report(ignored);
    expect(await settle()).toMatchObject({ value: 'performing' });
    expect(page.commands).toHaveLength(1);
    page.state = 'shown';
    page.report(caused);
    expect(await settle()).toMatchObject({ value: { inactive: 'done' } });
    const cause = command.kind === 'event' ? { kind: 'event', type: 'toggled' } : { kind: command.kind };
    const check = page.commands[1];
    expect(check).toMatchObject({
      ...{ type: 'check', flow: 'scholarshipTerms', state: 'shown' },
      expectations: [{ fact: `it is seen after ${JSON.stringify(cause)}` }, { names: [] }],
    });
  });

  test('is on the latest of several flows with that name, and for its own actor', async () => {
    const page = createPage();
    page.sessions = ['x:0', 'x:1'];
    const ofOther = { ...invokedActor(9, 'x:1'), actor: 'send' };
    page.invokedActors = [invokedActor(7, 'x:1'), invokedActor(8, 'x:1'), ofOther, invokedActor(10, 'x:0')];
    page.present();
    await start([stepOf(loaded)]).settle();
    expect(page.commands).toMatchObject([{ type: 'provideOutcome', invokedActor: 8 }]);
  });

  test('waits until the environment of the flow is paused, for three seconds at most', async () => {
    const page = createPage();
    [page.paused, page.canPause] = ['contact', false];
    page.present();
    const { settle } = start([stepOf(toggled)]);
    await settle(2_999);
    expect(page.commands).toEqual([{ type: 'pause', flow: 'scholarshipTerms' }]);
    await settle(1);
    expect(page.commands[1]?.type).toBe('send');
  });

  test('begins as soon as the environment is paused', async () => {
    const page = createPage();
    page.paused = null;
    page.present();
    await start([stepOf(toggled)]).settle();
    expect(page.commands.map(({ type }) => type)).toEqual(['pause', 'send']);
  });

  test.each<[RunCommand, string]>([
    [toggled, 'The flow does not run on the page.'],
    [loaded, 'No invoked actor of this name runs on the page: "load".'],
  ])('%o fails where that cannot be done within three seconds', async (command, error) => {
    const page = createPage();
    if (command.kind === 'outcome') page.invokedActors = [];
    else page.sessions = [];
    page.present();
    const { settle } = start([stepOf(command)]);
    expect(await settle(2_999)).toMatchObject({ value: 'performing' });
    expect(await settle(1)).toMatchObject({ value: { inactive: 'failed' }, error });
  });
});

describe('what the page shows after a step', () => {
  /** Performs steps on a page that finds some problems; the flow is toggled as often as it is told to. */
  async function perform(
    steps: RunStep[],
    problems: (string | null)[],
    change: Partial<Run> = {},
    pace?: Pace,
  ) {
    const page = createPage();
    page.problems = problems;
    page.present();
    const { perform: performCommand } = page;
    page.perform = (command) => {
      if (command.type === 'send') {
        page.state = page.state === 'shown' ? 'hidden' : 'shown';
        page.report(command.event.type);
      } else performCommand(command);
    };
    const started = start(steps, change, pace);
    return { ...started, page, state: await started.settle() };
  }

  test('is said for each check, with its problem', async () => {
    const { state } = await perform([stepOf(toggled)], [null, 'It is dark.']);
    expect(state).toMatchObject({
      ...{ value: { inactive: 'failed' }, error: 'It is dark.' },
      results: [
        [
          { check: 'the page shows the state "shown"', problem: null },
          { check: 'it is seen after {"kind":"event","type":"toggled"}', problem: 'It is dark.' },
          { check: 'the chosen files are none', problem: null },
        ],
      ],
    });
  });

  test('includes the focus where something had it before, unless the page is new', async () => {
    const { page } = await perform([stepOf(toggled), stepOf(toggled, 'hidden'), stepOf(open, 'hidden')], []);
    const checks = page.commands.filter((command) => command.type === 'check');
    expect(checks.map(({ expectations }) => expectations.at(-1))).toEqual([
      { kind: 'fileNames', names: [] },
      { kind: 'focus', element: null },
      { kind: 'fileNames', names: [] },
    ]);
  });

  test('has nothing of the focus before where a draft is found', async () => {
    const found: RunCommand = { kind: 'event', event: { type: 'draftFound' } };
    const { page } = await perform([stepOf(toggled), stepOf(found, 'hidden')], []);
    const checks = page.commands.filter((command) => command.type === 'check');
    expect(checks.map(({ expectations }) => expectations.at(-1)?.kind)).toEqual(['fileNames', 'fileNames']);
  });

  test('is the state alone of a flow that has no checks', async () => {
    const page = createPage();
    page.flow = 'visualiserView';
    page.present();
    const { settle } = start([stepOf({ ...open, snapshot: snapshot('hidden') }, 'hidden')], {
      flow: 'visualiserView',
    });
    expect(await settle()).toMatchObject({
      results: [[{ check: 'the page shows the state "hidden"', problem: null }]],
    });
  });

  test('is nothing where the page has left', async () => {
    const page = createPage();
    page.present();
    const { settle } = start([stepOf(toggled)]);
    await settle();
    page.report('toggled');
    page.post({ type: 'goodbye', page: 'load-1' });
    expect(await settle()).toMatchObject({ error: 'No page of the site answers.' });
  });

  test('is awaited for ten seconds', async () => {
    const page = createPage();
    page.isChecking = false;
    page.present();
    const { settle } = start([stepOf(open, 'hidden')]);
    expect(await settle(9_999)).toMatchObject({ value: 'performing' });
    expect(await settle(1)).toMatchObject({ error: 'The page did not say what it shows.' });
  });

  test('is looked at by the tester before the next step, at the pace', async () => {
    const { settle, state } = await perform([stepOf(toggled)], [], {}, 'normal');
    expect(state.value).toBe('performing');
    expect(await settle(599)).toMatchObject({ value: 'performing' });
    expect(await settle(1)).toMatchObject({ value: { inactive: 'done' } });
  });

  test.each<[string, RunStep, (string | null)[], Partial<Run>, object]>([
    ['where only the last state matters', stepOf(toggled), [], { skipsPauses: true }, { inactive: 'done' }],
    ['where the step led elsewhere', stepOf(toggled, 'gone'), [], {}, { inactive: 'failed' }],
    ['where the page shows it otherwise', stepOf(toggled), ['No.'], {}, { inactive: 'failed' }],
  ])('is not looked at %s', async (_, step, problems, change, value) => {
    const { state } = await perform([step], problems, change, 'slow');
    expect(state.value).toEqual(value);
  });
});

describe('after a run', () => {
  const pauses = ({ commands }: { commands: PageCommand[] }) =>
    commands.filter(({ type }) => type === 'pause');

  test('the environment is paused as before, and what waits goes on waiting', async () => {
    const page = createPage();
    page.present();
    await start([], { pausedBefore: 'contact' }).settle();
    expect(pauses(page)).toEqual([{ type: 'pause', flow: 'contact', keepsWaiting: true }]);
  });

  test('so is that of a page that is still being loaded', async () => {
    const { settle } = start([]);
    await settle(19_999);
    const page = createPage();
    page.present();
    await settle();
    expect(pauses(page)).toEqual([{ type: 'pause', flow: null, keepsWaiting: true }]);
  });

  test('nothing is resumed where the next one has begun, or the page comes too late', async () => {
    const { actor, settle } = start([]);
    await settle();
    const steps = [stepOf(toggled)];
    actor.send({
      ...{ type: 'started' },
      run: { ...{ title: 'Next', flow: 'scholarshipTerms', on: 'page', tab: 'tab', steps } },
    });
    const page = createPage();
    page.present();
    await settle();
    expect(page.commands.map(({ type }) => type)).toEqual(['send']);
  });

  test('a page that comes too late is left alone', async () => {
    const { settle } = start([]);
    await settle(20_000);
    const page = createPage();
    page.present();
    await settle();
    expect(page.commands).toEqual([]);
  });

  test('on the chart alone, no page is resumed', async () => {
    const page = createPage();
    page.present();
    await start([], { on: 'chart' }).settle();
    expect(page.commands).toEqual([]);
  });
});

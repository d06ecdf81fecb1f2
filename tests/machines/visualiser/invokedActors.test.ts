import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, fromTransition, sendTo, setup } from 'xstate';
import { stateName } from '../../../machines/stateName.ts';
import { Inspection } from '../../../src/visualiser/instrumentation/inspection.ts';
import type { StartupSettings } from '../../../src/visualiser/instrumentation/startup.ts';

/** Flows whose environment is paused: their timers, and the actors that they invoke. */

const microsteps: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  microsteps.length = 0;
  const { setTimeout, clearTimeout } = globalThis;
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  window.addEventListener('microstep', ({ detail }) => microsteps.push(detail));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let finish: (text: string) => void;
let stopped = 0;

/** Returns a machine that sends, and may listen. Each is another one, because it is instrumented in place. */
const newMachine = () =>
  setup({
    types: { events: {} as { type: 'sent' | 'listened' | 'told' | 'ended' | 'broken' } },
    actors: {
      send: fromPromise<string, { to: string }>(
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      ),
      listen: fromCallback(({ receive, sendBack }) => {
        receive(() => sendBack({ type: 'ended' }));
        return () => {
          stopped += 1;
        };
      }),
      count: fromTransition((count: number) => count + 1, 0),
      break: {
        ...fromPromise(async () => ''),
        start: () => {
          throw new Error('It does not start.');
        },
      },
    },
  }).createMachine({
    id: 'lamp',
    initial: 'off',
    states: {
      off: {
        on: { sent: 'sending', listened: 'listening', broken: 'breaking' },
        after: { 1000: 'broken' },
      },
      sending: {
        invoke: { src: 'send', id: 'sender', input: { to: 'hall' }, onDone: 'on', onError: 'broken' },
        on: { ended: 'off' },
      },
      listening: {
        invoke: { src: 'listen', id: 'listener' },
        on: { ended: 'off', told: { actions: sendTo('listener', { type: 'told' }) } },
      },
      breaking: { invoke: { src: 'break', onDone: 'on', onError: 'broken' } },
      on: { on: { listened: 'listening' } },
      broken: { invoke: { src: 'count' } },
    },
  });

const settings: StartupSettings = { restart: null, paused: null };

/** Runs the flow with the options of an inspection. */
function run(given: Partial<StartupSettings> = {}) {
  stopped = 0;
  const inspection = new Inspection({ ...settings, ...given });
  const { invokedActors } = inspection;
  const machine = newMachine();
  const actor = createActor(machine, inspection.actorOptions('lamp', machine));
  const changed = vi.fn();
  invokedActors.onChange = changed;
  const state = () => stateName(actor.getSnapshot());
  const active = () => [...invokedActors.active.values()];
  return { inspection, invokedActors, machine, actor, changed, state, active };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('an invoked actor', () => {
  test('is listed while it runs', async () => {
    const { actor, active, changed, invokedActors } = run();
    actor.start().send({ type: 'sent' });
    expect(active()).toMatchObject([
      {
        ...{ id: 1, flow: 'lamp', session: actor.sessionId, invocation: 'sender', actor: 'send' },
        ...{ input: { to: 'hall' }, state: 'running' },
      },
    ]);
    expect([...invokedActors.active.keys()]).toEqual([1]);
    expect(changed).toHaveBeenCalledTimes(1);
    finish('done');
    await settle();
    expect(active()).toEqual([]);
    expect(changed).toHaveBeenCalledTimes(2);
    actor.send({ type: 'listened' });
    expect(active()).toMatchObject([{ id: 2, actor: 'listen', invocation: 'listener' }]);
    actor.send({ type: 'told' });
    expect(active()).toEqual([]);
    expect(stopped).toBe(1);
  });

  test('waits while the flow is paused, and starts when it is resumed', async () => {
    const { inspection, actor, active, changed, state } = run({ paused: 'lamp' });
    actor.start().send({ type: 'listened' });
    expect(active()).toMatchObject([{ state: 'waiting' }]);
    actor.send({ type: 'told' });
    expect(state()).toBe('listening');
    changed.mockClear();
    inspection.pause(null);
    expect(active()).toMatchObject([{ state: 'running' }]);
    expect(changed).toHaveBeenCalledOnce();
    actor.send({ type: 'told' });
    expect(state()).toBe('off');
  });

  test('that waits is never started where its state is left, and not ended', () => {
    const { actor, active } = run({ paused: 'lamp' });
    actor.start().send({ type: 'listened' });
    actor.send({ type: 'ended' });
    expect(active()).toEqual([]);
    expect(stopped).toBe(0);
  });

  test.each([
    ['another flow is paused', 'other', false, 'running'],
    ['it is kept waiting', null, true, 'waiting'],
    ['its flow is paused again', 'lamp', false, 'waiting'],
  ] as const)('where %s, it is as it should be', (_, paused, keepsWaiting, expected) => {
    const { inspection, actor, active, invokedActors } = run({ paused: 'lamp' });
    actor.start().send({ type: 'listened' });
    inspection.pause(paused, keepsWaiting);
    expect(active()).toMatchObject([{ state: expected }]);
    expect(invokedActors.paused).toBe(paused);
  });

  test('that is told never to end, waits when the flow is resumed', () => {
    const { inspection, actor, active } = run({ paused: 'lamp' });
    actor.start().send({ type: 'listened' });
    for (const invokedActor of active()) invokedActor.state = 'never';
    inspection.pause(null);
    expect(active()).toMatchObject([{ state: 'never' }]);
    actor.send({ type: 'told' });
    expect(stateName(actor.getSnapshot())).toBe('listening');
  });

  test('is started once, however often it is told to', () => {
    const { actor, active, changed } = run({ paused: 'lamp' });
    actor.start().send({ type: 'listened' });
    const [listener] = active();
    changed.mockClear();
    listener?.startReal();
    listener?.startReal();
    expect(changed).toHaveBeenCalledOnce();
  });

  test('takes an outcome in place of its own', () => {
    const { actor, active, state } = run({ paused: 'lamp' });
    actor.start().send({ type: 'sent' });
    active()[0]?.sendOutcome({ type: 'xstate.done.actor.sender' });
    expect(state()).toBe('on');
    expect(active()).toEqual([]);
  });

  test.each([
    ['at once', null],
    ['when it is resumed', 'lamp'],
  ])('may be answered otherwise %s, and started after all', (_, paused) => {
    const { inspection, actor, active, invokedActors } = run({ paused });
    const starts: (() => void)[] = [];
    invokedActors.answer = (invokedActor, start) => {
      expect(invokedActor).toMatchObject({ actor: 'listen', state: 'running' });
      starts.push(start);
      return true;
    };
    actor.start().send({ type: 'listened' });
    inspection.pause(null);
    expect(starts).toHaveLength(1);
    expect(active()).toMatchObject([{ state: 'running' }]);
    actor.send({ type: 'told' });
    expect(stateName(actor.getSnapshot())).toBe('listening');
    for (const start of starts) start();
    actor.send({ type: 'told' });
    expect(stateName(actor.getSnapshot())).toBe('off');
  });

  test.each([null, 'lamp'])('that cannot start fails, where %o was paused', async (paused) => {
    const { inspection, actor, state, active } = run({ paused });
    actor.start().send({ type: 'broken' });
    expect(state()).toBe(paused === null ? 'broken' : 'breaking');
    inspection.pause(null);
    await settle();
    expect(state()).toBe('broken');
    expect(active().map(({ actor: name }) => name)).toEqual(['count']);
    expect(inspection.invokedActors.starting).toBeNull();
  });

  test('that is started late tells the flow its error', async () => {
    const { actor, active, inspection } = run({ paused: 'lamp' });
    const events: object[] = [];
    inspection.listener = ({ lastEvent }) => events.push(lastEvent);
    actor.start().send({ type: 'broken' });
    for (const invokedActor of active()) invokedActor.startReal();
    expect(events.at(-1)).toMatchObject({
      type: expect.stringMatching(/^xstate\.error\.actor\./),
      error: new Error('It does not start.'),
    });
  });

  test('sends its requests in the name of its flow, as long as it is being started', () => {
    const seen: unknown[] = [];
    const inspection = new Inspection(settings);
    const { invokedActors } = inspection;
    const machine = setup({
      actors: { ask: fromCallback(() => void seen.push(invokedActors.starting)) },
    }).createMachine({ id: 'bell', invoke: { src: 'ask' } });
    createActor(machine, inspection.actorOptions('bell', machine)).start();
    expect(seen).toEqual(['bell']);
    expect(invokedActors.starting).toBeNull();
  });

  test('does so too where it is started late', () => {
    const seen: unknown[] = [];
    const inspection = new Inspection(settings);
    const { invokedActors } = inspection;
    const starts: (() => void)[] = [];
    invokedActors.answer = (_, start) => starts.push(start) > 0;
    const machine = setup({
      actors: { ask: fromCallback(() => void seen.push(invokedActors.starting)) },
    }).createMachine({ id: 'bell', invoke: { src: 'ask' } });
    const actor = createActor(machine, inspection.actorOptions('bell', machine)).start();
    for (const start of starts) start();
    expect(seen).toEqual(['bell']);
    expect(invokedActors.starting).toBeNull();
    actor.stop();
  });

  test('that was answered otherwise ends with its state', () => {
    const { actor, active, state, invokedActors } = run();
    invokedActors.answer = () => true;
    actor.start().send({ type: 'listened' });
    actor.send({ type: 'ended' });
    expect(state()).toBe('off');
    expect(active()).toEqual([]);
    expect(stopped).toBe(0);
  });

  test('of a machine that is instrumented twice is listed once', () => {
    const { inspection, machine, actor, active } = run();
    inspection.actorOptions('lamp', machine);
    actor.start().send({ type: 'listened' });
    expect(active()).toHaveLength(1);
  });

  test('that a running flow has invoked is listed until it ends', async () => {
    const { inspection, invokedActors, changed, active } = run();
    const actor = createActor(newMachine()).start();
    actor.send({ type: 'sent' });
    inspection.adopt('lamp', actor);
    expect(active()).toMatchObject([
      {
        ...{ id: 1, flow: 'lamp', session: actor.sessionId, invocation: 'sender', actor: 'send' },
        ...{ input: { to: 'hall' }, state: 'running' },
      },
    ]);
    changed.mockClear();
    finish('done');
    await settle();
    expect(active()).toEqual([]);
    expect(changed).toHaveBeenCalledOnce();
    inspection.adopt('lamp', actor);
    expect(invokedActors.active.size).toBe(0);
  });
});

describe('a flow', () => {
  test.each([
    ['lamp', 'off'],
    ['other', 'broken'],
    [null, 'broken'],
  ])('whose environment is paused, if %o is, has timers that stand still', async (paused, expected) => {
    const { actor, state } = run({ paused });
    actor.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()).toBe(expected);
  });

  test('is paused before anything of it runs', () => {
    const { machine } = run();
    const { clock } = new Inspection({ ...settings, paused: 'lamp' }).actorOptions('lamp', machine);
    const fired = vi.fn();
    clock.setTimeout(fired, 1);
    vi.advanceTimersByTime(10);
    expect(fired).not.toHaveBeenCalled();
    clock.setPaused(false);
    vi.advanceTimersByTime(10);
    expect(fired).toHaveBeenCalledOnce();
  });

  test('is paused and resumed, and no other', async () => {
    const { inspection, actor, state } = run();
    actor.start();
    inspection.pause('lamp');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state()).toBe('off');
    inspection.pause('other');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()).toBe('broken');
  });

  test('starts in another state, with its timers, where it is told to; once, and no other flow', async () => {
    const snapshot = createActor(newMachine()).getPersistedSnapshot();
    const { inspection, actor, machine, state } = run({ restart: { flow: 'lamp', snapshot } });
    expect(inspection.actorOptions('other', machine)).not.toHaveProperty('snapshot');
    expect(inspection.actorOptions('lamp', machine)).toHaveProperty('snapshot', snapshot);
    actor.start();
    expect(inspection.actorOptions('lamp', machine)).not.toHaveProperty('snapshot');
    await vi.advanceTimersByTimeAsync(999);
    expect(state()).toBe('off');
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toBe('broken');
  });

  test('that is not the restarted one begins as ever', () => {
    const restart = { flow: 'other', snapshot: createActor(newMachine()).getPersistedSnapshot() };
    const { inspection, actor, machine } = run({ restart });
    expect(inspection.actorOptions('lamp', machine)).not.toHaveProperty('snapshot');
    actor.start();
    expect(inspection.actorOptions('other', machine)).toHaveProperty('snapshot');
  });

  test('is known while it runs, with its last event, and not its invoked actors', () => {
    const { inspection, actor } = run();
    const seen: unknown[] = [];
    inspection.listener = ({ flow, lastEvent }, { type }) => seen.push([flow, lastEvent.type, type]);
    expect(inspection.running.size).toBe(0);
    actor.start().send({ type: 'listened' });
    expect([...inspection.running]).toMatchObject([
      [actor.sessionId, { flow: 'lamp', lastEvent: { type: 'listened' }, failure: null }],
    ]);
    expect(seen).toEqual([
      ['lamp', '', '@xstate.snapshot'],
      ['lamp', 'listened', '@xstate.microstep'],
      ['lamp', 'listened', '@xstate.snapshot'],
    ]);
    expect(microsteps).toEqual([{ flow: 'lamp', transitions: ['lamp.off · listened'] }]);
    actor.stop();
    expect(inspection.running.size).toBe(0);
  });

  test('that breaks is told of, with the event that broke it', () => {
    const inspection = new Inspection(settings);
    const machine = setup({
      actions: {
        fail: () => {
          throw new Error('It broke.');
        },
      },
    }).createMachine({ id: 'lamp', on: { pressed: { actions: 'fail' } } });
    const actor = createActor(machine, inspection.actorOptions('lamp', machine)).start();
    const failed = vi.fn();
    inspection.failureListener = failed;
    actor.send({ type: 'pressed' });
    expect(failed).toHaveBeenCalledOnce();
    expect(inspection.running.get(actor.sessionId)).toMatchObject({
      failure: { error: new Error('It broke.'), event: { type: 'pressed' } },
    });
  });
});

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise, type InspectionEvent, setup } from 'xstate';
import { pageInspection } from '../../src/flows/inspection.ts';
import { useFlow } from '../../src/flows/useFlow.ts';
import { Inspection } from '../../src/visualiser/instrumentation/inspection.ts';

/** A flow that runs before anything inspects it is inspected as one that is created later. */

const machineWith = (outcome: Promise<string>) =>
  setup({
    types: { events: {} as { type: 'sent' | 'broken' } },
    actors: { send: fromPromise(() => outcome) },
    actions: {
      fail: () => {
        throw new Error('It broke.');
      },
    },
  }).createMachine({
    id: 'lamp',
    initial: 'off',
    states: {
      off: { after: { 1000: 'sending' }, on: { sent: 'sending', broken: { actions: 'fail' } } },
      sending: { invoke: { src: 'send', onDone: 'on' }, after: { 5000: 'off' }, on: { broken: 'off' } },
      on: { on: { sent: 'sending' } },
    },
  });

let settleSend: (text: string) => void;

/** Runs the flow. */
function renderFlow() {
  const outcome = new Promise<string>((resolve) => {
    settleSend = resolve;
  });
  const machine = machineWith(outcome);
  const { result, unmount } = renderHook(() => useFlow({ id: 'lamp', machine }));
  return { unmount, send: result.current.send, state: () => result.current.rootProps['data-state'] };
}

/** Inspects the flows that run and those to come. */
function inspectPage() {
  const inspection = new Inspection({ restart: null, paused: null });
  const page = pageInspection;
  page.onRunning = (flow, actor) => inspection.adopt(flow, actor);
  for (const [actor, flow] of page.running) inspection.adopt(flow, actor);
  return inspection;
}

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  pageInspection.actorOptions = () => ({});
  pageInspection.onRunning = () => {};
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a flow is listed as long as it is mounted', () => {
  const { unmount } = renderFlow();
  expect([...pageInspection.running.values()]).toEqual(['lamp']);
  unmount();
  expect(pageInspection.running.size).toBe(0);
});

test('a flow that takes the place of another is listed in its place', () => {
  const newMachine = () => machineWith(Promise.resolve(''));
  const { rerender } = renderHook(useFlow, { initialProps: { id: 'lamp', machine: newMachine() } });
  rerender({ id: 'bulb', machine: newMachine() });
  expect([...pageInspection.running.values()]).toEqual(['bulb']);
});

test('where nothing inspects the page, a flow runs all the same', () => {
  delete pageInspection.actorOptions;
  const { state } = renderFlow();
  expect(state()).toBe('off');
});

test('a flow that runs is inspected once, and no longer when it has ended', async () => {
  const { send, unmount } = renderFlow();
  const inspection = inspectPage();
  for (const [actor, flow] of pageInspection.running) inspection.adopt(flow, actor);
  const seen: InspectionEvent['type'][] = [];
  inspection.listener = ({ flow, lastEvent }, { type }) => {
    expect([flow, lastEvent.type]).toEqual(['lamp', 'sent']);
    seen.push(type);
  };
  await act(async () => send({ type: 'sent' }));
  expect(seen).toEqual(['@xstate.microstep', '@xstate.snapshot']);
  inspection.listener = null;
  unmount();
  expect(inspection.running.size).toBe(0);
});

test('one that was created before, and is mounted after, is inspected too', () => {
  const inspection = inspectPage();
  renderFlow();
  expect([...inspection.running.values()].map(({ flow }) => flow)).toEqual(['lamp']);
});

test('one that was created with the options of the inspection is not inspected twice', () => {
  const inspection = inspectPage();
  pageInspection.actorOptions = (flow, machine) => inspection.actorOptions(flow, machine);
  const seen = vi.fn();
  const { send } = renderFlow();
  inspection.listener = seen;
  act(() => send({ type: 'sent' }));
  expect(seen.mock.calls.map(([, { type }]) => type)).toEqual(['@xstate.microstep', '@xstate.snapshot']);
});

test('a timer that runs already is paused, fired, and resumed with its remaining time', async () => {
  const { state } = renderFlow();
  await advance(600);
  const inspection = inspectPage();
  await advance(300);
  inspection.pause('lamp');
  await advance(10_000);
  expect(state()).toBe('off');
  inspection.pause(null);
  await advance(99);
  expect(state()).toBe('off');
  await advance(1);
  expect(state()).toBe('sending');
  inspection.pause('lamp');
  await act(async () => [...inspection.running.values()][0]?.clock.fireNext());
  expect(state()).toBe('off');
});

test('a timer that runs already ends with its state', async () => {
  const { send, state } = renderFlow();
  const inspection = inspectPage();
  await act(async () => send({ type: 'sent' }));
  await act(async () => settleSend('sent'));
  expect(state()).toBe('on');
  await advance(10_000);
  expect(state()).toBe('on');
  expect(inspection.invokedActors.active.size).toBe(0);
});

test('an actor that runs already is listed, takes an outcome, and is listed no longer', async () => {
  const { send, state } = renderFlow();
  await act(async () => send({ type: 'sent' }));
  const { invokedActors } = inspectPage();
  const changed = vi.fn();
  invokedActors.onChange = changed;
  const [running] = invokedActors.active.values();
  expect(running).toMatchObject({ flow: 'lamp', actor: 'send', state: 'running' });
  await act(async () => running?.sendOutcome({ type: `xstate.done.actor.${running.invocation}` }));
  expect(state()).toBe('on');
  expect(invokedActors.active.size).toBe(0);
  expect(changed).toHaveBeenCalled();
});

test('an actor that runs already may end by itself; one that is invoked later waits while the flow is paused', async () => {
  const { send, state } = renderFlow();
  await act(async () => send({ type: 'sent' }));
  const inspection = inspectPage();
  await act(async () => settleSend('sent'));
  expect(state()).toBe('on');
  expect(inspection.invokedActors.active.size).toBe(0);
  inspection.pause('lamp');
  await act(async () => send({ type: 'sent' }));
  expect([...inspection.invokedActors.active.values()]).toMatchObject([{ actor: 'send', state: 'waiting' }]);
  await act(async () => inspection.pause(null));
  expect(state()).toBe('on');
});

test('a flow that is broken already is shown as broken', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { send } = renderFlow();
  act(() => send({ type: 'broken' }));
  const inspection = inspectPage();
  expect([...inspection.running.values()]).toMatchObject([
    { flow: 'lamp', failure: { error: new Error('It broke.'), event: { type: 'an earlier event' } } },
  ]);
});

import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setup } from 'xstate';
import { pageInspection } from '../../src/flows/inspection.ts';
import { useFlow } from '../../src/flows/useFlow.ts';
import { connect } from '../../src/visualiser/agent/agent.ts';
import { Pictures } from '../../src/visualiser/agent/Pictures.ts';
import type { Entry } from '../../src/visualiser/channel/types.ts';
import { Inspection } from '../../src/visualiser/instrumentation/inspection.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** What a page tells the visualisers, and in which order. */

vi.mock('../../src/visualiser/agent/Pictures.ts', { spy: true });
vi.mock('../../src/visualiser/agent/alertBoxes.ts', () => ({ alertBoxes: [] }));

const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);

/** Returns the types of the messages, with the orders of their entries. */
const messages = () =>
  posted.mock.calls.map(([message]) => [
    message.type,
    ...(message.entries ?? []).map(({ order }: { order: number }) => order),
  ]);

const reports = () =>
  nonEmpty(posted.mock.calls.map(([message]) => message).filter(({ type }) => type === 'observed'));

const lastReport = () => nonEmpty(reports().slice(-1))[0];

const machine = setup({}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { pressed: 'on' } }, on: {} },
});

const circular: HTMLElement & { fibre?: unknown } = document.createElement('button');
circular.fibre = { stateNode: circular };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  pageInspection.actorOptions = () => ({});
});

test('a picture follows the entries before it, because a visualiser gives it to the latest that it knows', async () => {
  const { result } = renderHook(() => useFlow({ id: 'lamp', machine }));
  const inspection = new Inspection({ restart: null, paused: null });
  for (const [actor, flow] of pageInspection.running) inspection.adopt(flow, actor);
  connect(inspection);
  posted.mockClear();
  const [options] = vi.mocked(Pictures).mock.lastCall ?? [];
  if (!options) throw new Error('No pictures are taken.');
  await act(async () => {
    result.current.send({ type: 'pressed' });
    expect(options.order()).toBe(1);
    options.send({
      order: options.order(),
      picture: { html: '', texts: [], styleSheets: [], width: 1, height: 1, scroll: { x: 0, y: 0 } },
      styleSheets: [],
    });
  });
  expect(messages().slice(0, 2)).toEqual([['observed', 1], ['pictured']]);
});

test.each([
  ['with its payload', { type: 'pressed', force: 3 }, { type: 'pressed', force: 3 }],
  [
    'by its type alone where its JSON is no event',
    { type: 'pressed', toJSON: () => 'pressed' },
    { type: 'pressed' },
  ],
  [
    'also where its payload contains itself, as an element does that React has rendered',
    { type: 'pressed', force: 3, target: circular },
    { type: 'pressed', force: 3, target: '[object HTMLButtonElement]' },
  ],
])('an event is reported %s', async (_, event, reported) => {
  posted.mockClear();
  const inspection = new Inspection({ restart: null, paused: null });
  pageInspection.actorOptions = (flow, logic) => inspection.actorOptions(flow, logic);
  connect(inspection);
  const { result } = renderHook(() => useFlow({ id: 'lamp', machine }));
  await act(async () => result.current.send(event));
  await vi.advanceTimersByTimeAsync(100);
  const reports = posted.mock.calls.map(([message]) => message).filter(({ type }) => type === 'observed');
  const events = nonEmpty(reports).flatMap(({ entries }) => entries.map((entry: Entry) => entry.event));
  expect(events.at(-1)).toEqual(reported);
});

test('a flow that React stops and starts again in development has not ended', async () => {
  posted.mockClear();
  const inspection = new Inspection({ restart: null, paused: null });
  pageInspection.actorOptions = (flow, logic) => inspection.actorOptions(flow, logic);
  connect(inspection);
  renderHook(() => useFlow({ id: 'lamp', machine }), { wrapper: StrictMode });
  await vi.advanceTimersByTimeAsync(100);
  const reports = posted.mock.calls.map(([message]) => message).filter(({ type }) => type === 'observed');
  expect(nonEmpty(reports).flatMap(({ entries }) => entries)).toMatchObject([
    { flow: 'lamp', event: { type: 'xstate.init' } },
    { flow: 'lamp', event: { type: 'xstate.init' } },
  ]);
  expect(reports.flatMap(({ endedSessions }) => endedSessions)).toEqual([]);
});

test('a flow whose context contains itself is reported, and pictures are taken of it', async () => {
  posted.mockClear();
  const looping = setup({}).createMachine({
    id: 'lamp',
    context: { name: 'hall', circular },
    on: { pressed: {} },
  });
  const inspection = new Inspection({ restart: null, paused: null });
  pageInspection.actorOptions = (flow, logic) => inspection.actorOptions(flow, logic);
  connect(inspection);
  const { result } = renderHook(() => useFlow({ id: 'lamp', machine: looping }));
  await act(async () => result.current.send({ type: 'pressed' }));
  await vi.advanceTimersByTimeAsync(100);
  const context = { name: 'hall', circular: '[object HTMLButtonElement]' };
  expect(lastReport().entries.at(-1)).toMatchObject({
    flow: 'lamp',
    snapshot: { status: 'active', context },
  });
  const [options] = vi.mocked(Pictures).mock.lastCall ?? [];
  expect(options?.contexts()).toEqual([{ flow: 'lamp', context }]);
});

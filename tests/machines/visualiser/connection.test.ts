import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkEvent } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { CHANNEL } from '../../../src/visualiser/channel/names.ts';
import { readFromVisualiser } from '../../../src/visualiser/channel/protocol.ts';
import type { FromPage, FromVisualiser, PageCommand } from '../../../src/visualiser/channel/types.ts';
import { Connection } from '../../../src/visualiser/connection/connection.ts';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The visualiser's end of the channel, with a page at the other. */

let connection: Connection;
let page: SynchronousBroadcastChannel;
let received: (FromVisualiser | null)[];
let notified: LinkEvent[];
let close: () => void;

const post = (message: FromPage | FromVisualiser) => page.postMessage(message);
const receivedTypes = () => received.map((message) => message?.type);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  vi.stubGlobal('window', new EventTarget());
  connection = new Connection();
  page = new SynchronousBroadcastChannel(CHANNEL);
  [received, notified] = [[], []];
  page.onmessage = ({ data }) => received.push(readFromVisualiser(data));
  close = connection.listen((event) => notified.push(event));
});
afterEach(() => {
  close();
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const info = { id: 'load-1', tab: 'tab-1', path: '/', title: 'Home' };
const snapshot = (state: string) => ({
  ...({ status: 'active', value: { playing: { visible: state } }, children: {} } as const),
  context: { slide: 0, isPointerInside: true, isFocusInside: false },
});
const session = {
  ...{ session: 'x:0', flow: 'heroSlideshow', snapshot: snapshot('waiting'), failure: null },
};
const environment = { invokedActors: [], paused: null, microsteps: 0 };
const present: Extract<FromPage, { type: 'present' }> = {
  type: 'present',
  page: info,
  sessions: [session],
  ...environment,
};
const entry = {
  ...{ order: 1, at: 5, session: 'x:0', flow: 'heroSlideshow', event: { type: 'pointerLeft' } },
  ...{ transitions: [], microsteps: 1, snapshot: snapshot('rotating'), failure: null },
};
const observed: Extract<FromPage, { type: 'observed' }> = {
  ...{ type: 'observed', page: info, entries: [entry], calls: [], endedSessions: [], ...environment },
};
const picture = {
  ...{ html: '', texts: [], styleSheets: [], width: 1, height: 1, scroll: { x: 0, y: 0 } },
};
const pictured = (order: number): FromPage => ({
  ...{ type: 'pictured', page: 'load-1', order, picture, styleSheets: [] },
});
const request = (order: number) => ({
  ...({ order, at: 6, flow: null, kind: 'request' } as const),
  request: { id: 1, method: 'GET', path: '/', body: null },
});

describe('the channel', () => {
  test('is open while anybody listens: it begins with a hello, and ends with a goodbye', () => {
    const other = vi.fn();
    const closeOther = connection.listen(other);
    expect(received).toEqual([{ type: 'hello', visualiser: connection.id }]);
    close();
    connection.sendHello();
    post({ type: 'pong', page: 'load-1' });
    expect(notified).toEqual([]);
    expect(other).toHaveBeenCalledExactlyOnceWith({ type: 'pong', page: 'load-1' });
    expect(receivedTypes()).toEqual(['hello', 'hello']);
    closeOther();
    closeOther();
    connection.sendHello();
    post({ type: 'pong', page: 'load-1' });
    expect(receivedTypes()).toEqual(['hello', 'hello', 'goodbye']);
    expect(other).toHaveBeenCalledOnce();
    close = connection.listen(other);
    expect(receivedTypes()).toEqual(['hello', 'hello', 'goodbye', 'hello']);
  });

  test('has a ping every second', () => {
    vi.advanceTimersByTime(2_999);
    expect(received.slice(1)).toEqual([
      { type: 'ping', visualiser: connection.id },
      { type: 'ping', visualiser: connection.id },
    ]);
    close();
    vi.advanceTimersByTime(5_000);
    expect(receivedTypes()).toEqual(['hello', 'ping', 'ping', 'goodbye']);
  });

  test('has a goodbye when the window of the visualiser is closed', () => {
    window.dispatchEvent(new Event('pagehide'));
    expect(received.at(-1)).toEqual({ type: 'goodbye', visualiser: connection.id });
    close();
    window.dispatchEvent(new Event('pagehide'));
    expect(receivedTypes()).toEqual(['hello', 'goodbye', 'goodbye']);
    close = connection.listen(() => {});
    window.dispatchEvent(new Event('pagehide'));
    expect(receivedTypes().slice(3)).toEqual(['hello', 'goodbye']);
  });

  test('has an id of its own for each visualiser, which is the name of its frame', () => {
    expect(connection.id).toMatch(/^visualiser-[\da-f-]{36}$/);
    expect(new Connection().id).not.toBe(connection.id);
  });

  test('is shared with other visualisers, whose coming and going is told', () => {
    post({ type: 'hello', visualiser: 'other' });
    post({ type: 'ping', visualiser: 'other' });
    post({ type: 'command', page: 'load-1', command: { type: 'pause', flow: null } });
    post({ type: 'goodbye', visualiser: 'other' });
    page.postMessage('anything else');
    expect(notified).toEqual([
      { type: 'otherVisualiserOpened', visualiser: 'other' },
      { type: 'otherVisualiserOpened', visualiser: 'other' },
      { type: 'otherVisualiserClosed', visualiser: 'other' },
    ]);
  });
});

describe('a page', () => {
  test('that presents itself is told of with the number of its load, and pinged at once', () => {
    post(present);
    post(present);
    expect(notified).toEqual([
      { ...present, number: 0 },
      { ...present, number: 0 },
    ]);
    expect(receivedTypes()).toEqual(['hello', 'ping', 'ping']);
    const { type: _, microsteps: __, ...state } = present;
    expect(connection.pageStateIn('tab-1')).toEqual(state);
    expect(connection.pageStateIn('tab-2')).toBeUndefined();
  });

  test('in the frame of this visualiser is followed as soon as it is loaded', () => {
    const framed = { ...present, page: { ...info, tab: connection.id } };
    post(framed);
    post(framed);
    post({ ...framed, page: { ...framed.page, id: 'load-2' } });
    expect(notified.filter(({ type }) => type === 'pageChosen')).toEqual([
      { type: 'pageChosen', page: 'load-1' },
      { type: 'pageChosen', page: 'load-2' },
    ]);
  });

  test('that leaves is forgotten, with its numbers', () => {
    post(present);
    post({ ...present, page: { ...info, id: 'load-2', tab: 'tab-2' } });
    post({ type: 'goodbye', page: 'load-1' });
    expect(notified.at(-1)).toEqual({ type: 'goodbye', page: 'load-1' });
    expect(connection.pageStateIn('tab-1')).toBeUndefined();
    expect(connection.pageStateIn('tab-2')?.page.id).toBe('load-2');
    const { length } = notified;
    post(pictured(0));
    expect(notified).toHaveLength(length);
  });

  test('reports entries, each with its number, the snapshot before it, and the results of its guards', () => {
    post(present);
    const next = { ...entry, order: 2, snapshot: snapshot('waiting') };
    post({ ...observed, entries: [entry, next] });
    const withoutOrder = ({ order: _, ...rest }: typeof entry) => rest;
    const blocked = 'heroSlideshow.playing.visible.waiting · pointerLeft[0] ? false';
    expect(notified.at(-1)).toEqual({
      ...observed,
      entries: [
        {
          ...withoutOrder(entry),
          ...{ number: 1, before: snapshot('waiting'), guardResults: [blocked], failedGuards: [] },
        },
        {
          ...withoutOrder(next),
          ...{ number: 2, before: snapshot('rotating'), guardResults: [], failedGuards: [blocked] },
        },
      ],
    });
    expect(connection.pageStateIn('tab-1')?.sessions).toEqual([
      { ...session, snapshot: snapshot('waiting') },
    ]);
  });

  test('reports entries and calls, which are numbered in the order in which they happened', () => {
    post(present);
    const calls = [request(1), request(3)];
    post({ ...observed, entries: [{ ...entry, order: 2 }], calls });
    const last = notified.at(-1);
    if (last?.type !== 'observed') throw new Error('Nothing was observed.');
    expect(last.entries.map(({ number }) => number)).toEqual([2]);
    expect(last.calls).toEqual([
      { ...request(1), order: undefined, number: 1 },
      { ...request(3), order: undefined, number: 3 },
    ]);
  });

  test('that is loaded again has none of the flows of before', () => {
    post(present);
    post({ ...observed, page: { ...info, id: 'load-2' } });
    const last = notified.at(-1);
    if (last?.type !== 'observed') throw new Error('Nothing was observed.');
    expect(nonEmpty(last.entries).map(({ before, guardResults }) => ({ before, guardResults }))).toEqual([
      { before: null, guardResults: [] },
    ]);
  });

  test('that was never presented is known by its report; a flow that has ended is none of it', () => {
    const invokedActor = {
      ...{ id: 1, flow: 'contact', session: 'x:1', invocation: 'send', actor: 'send' },
      ...({ input: null, state: 'waiting' } as const),
    };
    post({ ...observed, paused: 'contact', invokedActors: [invokedActor] });
    expect(connection.pageStateIn('tab-1')).toEqual({
      ...{ page: info, paused: 'contact', invokedActors: [invokedActor] },
      sessions: [{ ...session, snapshot: snapshot('rotating') }],
    });
    post({ ...observed, entries: [], endedSessions: ['x:0'] });
    expect(connection.pageStateIn('tab-1')).toEqual({
      ...{ page: info, paused: null, invokedActors: [], sessions: [] },
    });
  });

  test('sends pictures, each of the latest entry before it', () => {
    post(pictured(1));
    expect(notified).toEqual([]);
    post(present);
    post(observed);
    post(pictured(0));
    post(pictured(9));
    const { order: _, ...ofPicture } = { ...pictured(0), order: 0 };
    expect(notified.slice(2)).toEqual([
      { ...ofPicture, entry: 0, order: 0 },
      { ...ofPicture, entry: 1, order: 9 },
    ]);
  });
});

test('a command is sent to one page', () => {
  const command: PageCommand = { type: 'pause', flow: 'contact' };
  connection.sendCommand('load-1', command);
  expect(received.at(-1)).toEqual({ type: 'command', page: 'load-1', command });
});

/** Returns a function that tells what a promise has resolved with, once it has. */
function resultsOf<Result>(promise: Promise<Result>): Result[] {
  const results: Result[] = [];
  promise.then((result) => results.push(result));
  return results;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('waiting for a state of a page', () => {
  const waitForFlow = (flow: string, signal = new AbortController().signal) => {
    const find = vi.fn(({ sessions }: { sessions: { flow: string; session: string }[] }) => {
      return sessions.find((candidate) => candidate.flow === flow)?.session ?? null;
    });
    return { find, results: resultsOf(connection.waitFor('tab-1', find, { timeout: 100, signal })) };
  };

  test('ends at once where it is so', async () => {
    post(present);
    const { find, results } = waitForFlow('heroSlideshow');
    await settle();
    expect(results).toEqual(['x:0']);
    post(present);
    await vi.advanceTimersByTimeAsync(200);
    expect(find).toHaveBeenCalledOnce();
  });

  test('ends when it becomes so, in that tab', async () => {
    const { results } = waitForFlow('heroSlideshow');
    post({ ...present, page: { ...info, tab: 'tab-2' } });
    post({ ...present, sessions: [] });
    await settle();
    expect(results).toEqual([]);
    post(present);
    await settle();
    expect(results).toEqual(['x:0']);
  });

  test('ends with null after its timeout, and when it is aborted', async () => {
    const { results } = waitForFlow('heroSlideshow');
    await vi.advanceTimersByTimeAsync(99);
    expect(results).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([null]);
    const controller = new AbortController();
    const aborted = waitForFlow('heroSlideshow', controller.signal);
    controller.abort();
    await settle();
    expect(aborted.results).toEqual([null]);
    post(present);
    expect(aborted.find).not.toHaveBeenCalled();
  });
});

describe('the next entry of a flow', () => {
  const isLeft = ({ type }: { type: string }) => type === 'pointerLeft';
  const nextEntry = (signal = new AbortController().signal) =>
    connection.nextEntry('tab-1', 'x:0', isLeft, signal);

  test('is one of its session and page with an expected event', async () => {
    const results = resultsOf(nextEntry());
    post(present);
    post({ ...observed, page: { ...info, id: 'load-2', tab: 'tab-2' } });
    post({ ...observed, entries: [{ ...entry, session: 'x:1' }], endedSessions: ['x:1'] });
    post({ ...observed, entries: [{ ...entry, event: { type: 'tabHidden' } }] });
    await settle();
    expect(results).toEqual([]);
    post({ ...observed, entries: [{ ...entry, order: 2, at: 9 }], endedSessions: ['x:0'] });
    post({ ...observed, entries: [{ ...entry, order: 3, at: 10 }] });
    await settle();
    expect(results).toMatchObject([{ at: 9, event: { type: 'pointerLeft' } }]);
  });

  test.each<[string, Partial<typeof observed>, string]>([
    [
      'its machine throws an error, by whatever event',
      {
        entries: [
          {
            ...{ ...entry, event: { type: 'tabHidden' } },
            failure: { message: 'No lamp.', event: 'tabHidden', state: '' },
          },
        ],
      },
      'The machine threw an error: No lamp.',
    ],
    ['its flow ends', { entries: [], endedSessions: ['x:0'] }, 'The flow does not run on the page.'],
  ])('never comes where %s', async (_, report, message) => {
    const rejected = expect(nextEntry()).rejects.toThrow(message);
    post({ ...observed, ...report });
    await rejected;
  });

  test('is awaited no longer when that is aborted', async () => {
    const controller = new AbortController();
    const results = resultsOf(nextEntry(controller.signal));
    controller.abort();
    post(observed);
    await settle();
    expect(results).toEqual([]);
  });
});

describe('a check of a page', () => {
  const checked = { flow: 'heroSlideshow', state: 'paused', expectations: [] };
  const check = (signal = new AbortController().signal) =>
    resultsOf(connection.checkPage('load-1', checked, { timeout: 100, signal }));
  const answer = (from: string, number: number): FromPage => ({
    ...{ type: 'checked', page: from, check: number, problems: [null], focused: 'body' },
  });

  test('is answered by its page, with its number', async () => {
    const [first, second] = [check(), check()];
    expect(received.slice(1)).toEqual([
      { type: 'command', page: 'load-1', command: { type: 'check', check: 1, ...checked } },
      { type: 'command', page: 'load-1', command: { type: 'check', check: 2, ...checked } },
    ]);
    post(answer('load-2', 1));
    post(answer('load-1', 2));
    post(answer('load-1', 3));
    await settle();
    expect([first, second]).toEqual([[], [answer('load-1', 2)]]);
    post(answer('load-1', 1));
    await settle();
    expect(first).toEqual([answer('load-1', 1)]);
    expect(notified).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
  });

  test('has no answer after its timeout, nor when it is aborted', async () => {
    const results = check();
    await vi.advanceTimersByTimeAsync(99);
    expect(results).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([null]);
    const controller = new AbortController();
    const aborted = check(controller.signal);
    controller.abort();
    await settle();
    expect(aborted).toEqual([null]);
  });
});

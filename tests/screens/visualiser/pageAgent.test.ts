import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { connect } from '../../../src/visualiser/agent/agent.ts';
import { checkPage } from '../../../src/visualiser/agent/checkPage.ts';
import { Pictures } from '../../../src/visualiser/agent/Pictures.ts';
import { readFromPage } from '../../../src/visualiser/channel/protocol.ts';
import type { FromPage, FromVisualiser, PageCommand } from '../../../src/visualiser/channel/types.ts';
import { Inspection } from '../../../src/visualiser/instrumentation/inspection.ts';
import { savePause } from '../../../src/visualiser/instrumentation/startup.ts';
import { newMachine } from './lampMachine.ts';

/** The agent of a page: what it says to the visualisers, what it does for them, and what it does without any. */

vi.mock('../../../src/visualiser/agent/Pictures.ts', { spy: true });
vi.mock('../../../src/visualiser/agent/checkPage.ts', () => ({ checkPage: vi.fn() }));
vi.mock('../../../src/visualiser/agent/alertBoxes.ts', () => ({ alertBoxes: [] }));

const ENVIRONMENT = 'visualiser.environment';
const TAB = 'visualiser.tab';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{"success":true}'));
  vi.spyOn(Pictures.prototype, 'take').mockReturnValue();
  vi.spyOn(Pictures.prototype, 'takeAgain').mockReturnValue();
  vi.mocked(Pictures.prototype.take).mockClear();
  vi.mocked(Pictures.prototype.takeAgain).mockClear();
  document.title = 'Lamps';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
});

/** Connects a page, on which the flow runs, with visualisers that the test speaks for. */
function connectPage({
  paused = null,
  isRunning = true,
}: {
  paused?: string | null;
  isRunning?: boolean;
} = {}) {
  const posted: FromPage[] = [];
  let receive: ((event: { data: unknown }) => void) | null = null;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(listener: typeof receive) {
        receive = listener;
      }
      postMessage(message: unknown) {
        const read = readFromPage(structuredClone(message));
        if (!read) throw new Error('No message of a page is sent.');
        posted.push(read);
      }
    },
  );
  const inspection = new Inspection({ restart: null, paused });
  const machine = newMachine();
  const actor = createActor(machine, inspection.actorOptions('lamp', machine));
  if (isRunning) actor.start();
  onTestFinished(() => {
    actor.stop();
  });
  connect(inspection);
  const say = (message: FromVisualiser | FromPage) => receive?.({ data: message });
  const ofType = <Type extends FromPage['type']>(type: Type) =>
    posted.filter((message): message is Extract<FromPage, { type: Type }> => message.type === type);
  const command = (given: PageCommand, page = ofType('present')[0]?.page.id ?? '') =>
    say({ type: 'command', page, command: given });
  const types = () => posted.map(({ type }) => type);
  return { inspection, actor, posted, say, ofType, command, types };
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const HELLO = { type: 'hello', visualiser: 'qa' } as const;
const PING = { type: 'ping', visualiser: 'qa' } as const;
const GOODBYE = { type: 'goodbye', visualiser: 'qa' } as const;

const snapshot = (value: string, presses = 0) => ({
  ...{ status: 'active', value, context: { presses }, children: {} },
});

const pauseBar = () => [...document.body.children].map(({ shadowRoot }) => shadowRoot).find(Boolean);

/** Returns the text of the pause bar; null where it is not shown. */
const pauseText = () => pauseBar()?.querySelector('p')?.textContent ?? null;

describe('a page presents itself', () => {
  test('when its agent starts, with what runs on it', () => {
    const { posted, actor } = connectPage();
    expect(posted).toEqual([
      {
        type: 'present',
        page: {
          ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), tab: sessionStorage.getItem(TAB) },
          ...{ path: window.location.pathname, title: 'Lamps' },
        },
        sessions: [
          {
            ...{ session: actor.sessionId, flow: 'lamp', failure: null },
            snapshot: expect.objectContaining(snapshot('off')),
          },
        ],
        ...{ microsteps: 0, invokedActors: [], paused: null, answersLeft: [] },
      },
    ]);
    expect(Pictures.prototype.takeAgain).toHaveBeenCalledOnce();
  });

  test('to a visualiser that says hello, or pings for the first time', () => {
    const { types, say } = connectPage();
    say(HELLO);
    say(PING);
    say({ ...PING, visualiser: 'other' });
    say(PING);
    say(HELLO);
    expect(types()).toEqual(['present', 'present', 'pong', 'present', 'pong', 'pong', 'present']);
  });

  test('when it is shown again from the cache of the browser', () => {
    const { types } = connectPage();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(types()).toEqual(['present']);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(types()).toEqual(['present', 'present']);
  });

  test('with another id of its tab, where the page of another tab has the same', () => {
    const { ofType, say } = connectPage({ paused: 'lamp' });
    const [first] = ofType('present');
    if (!first) throw new Error('The page did not present itself.');
    say({ ...first, page: { ...first.page, id: 'another', tab: 'another' } });
    say(first);
    say({ type: 'pong', page: 'another' });
    expect(ofType('present')).toHaveLength(1);
    say({ ...first, page: { ...first.page, id: 'another' } });
    const renewed = ofType('present')[1]?.page;
    expect(renewed?.id).toBe(first.page.id);
    expect(renewed?.tab).not.toBe(first.page.tab);
    expect(sessionStorage.getItem(TAB)).toBe(renewed?.tab);
    expect(JSON.parse(sessionStorage.getItem('visualiser.paused') ?? '')).toEqual({
      ...{ tab: renewed?.tab, flow: 'lamp' },
    });
  });

  test('and says goodbye when it is left', () => {
    const { ofType } = connectPage();
    window.dispatchEvent(new Event('pagehide'));
    expect(ofType('goodbye')).toEqual([{ type: 'goodbye', page: ofType('present')[0]?.page.id }]);
  });
});

describe('a report', () => {
  test('is sent at once, and the next ones of the same frame together at its end', async () => {
    const { actor, ofType } = connectPage();
    await advance(100);
    actor.send({ type: 'asked' });
    expect(ofType('observed')).toEqual([]);
    await advance(0);
    expect(ofType('observed').map(({ entries }) => entries.length)).toEqual([1]);
    await advance(15);
    expect(ofType('observed')).toHaveLength(1);
    await advance(1);
    const [, second] = ofType('observed');
    expect(second?.calls.map(({ kind }) => kind)).toEqual(['response']);
    expect(ofType('observed')).toHaveLength(2);
  });

  test('has each event with all that came of it', async () => {
    const { actor, ofType } = connectPage();
    await advance(100);
    actor.send({ type: 'pressed' });
    await advance(16);
    expect(ofType('observed')).toMatchObject([
      {
        page: ofType('present')[0]?.page,
        ...{ calls: [], endedSessions: [], microsteps: 2, invokedActors: [], paused: null },
        entries: [
          {
            ...{ order: 1, at: 100, session: actor.sessionId, flow: 'lamp', event: { type: 'pressed' } },
            ...{ transitions: ['lamp.off · pressed', 'lamp.on · always'], microsteps: 2, failure: null },
            snapshot: snapshot('shining', 1),
          },
        ],
      },
    ]);
    expect(Pictures.prototype.take).toHaveBeenCalledOnce();
  });

  test('has a call after the event that caused it, and the others where they come', async () => {
    const { actor, ofType } = connectPage();
    await advance(100);
    window.fetch('/api/other');
    actor.send({ type: 'asked' });
    await advance(50);
    const orders = ofType('observed').flatMap(({ entries, calls }) => [
      ...entries.map(({ order, event }) => [order, event.type]),
      ...calls.map((call) => [
        ...[call.order, call.flow, call.at],
        call.kind === 'request' ? call.request.path : call.response.status,
      ]),
    ]);
    expect(orders.sort(([one], [other]) => Number(one) - Number(other))).toEqual([
      [1, null, 100, '/api/other'],
      [2, 'asked'],
      [3, 'lamp', 100, '/api/ask'],
      [4, null, 100, 200],
      [5, 'lamp', 100, 200],
      [6, 'xstate.done.actor.asker'],
    ]);
    expect(Pictures.prototype.take).toHaveBeenCalledTimes(6);
  });

  test('has the actors that wait, with their input as data', async () => {
    const { actor, ofType } = connectPage({ paused: 'lamp' });
    await advance(100);
    actor.send({ type: 'asked' });
    await advance(0);
    expect(ofType('observed').at(-1)).toMatchObject({
      paused: 'lamp',
      invokedActors: [
        {
          ...{ id: 1, flow: 'lamp', session: actor.sessionId, invocation: 'asker', actor: 'ask' },
          ...{ input: { to: 'hall' }, state: 'waiting' },
        },
      ],
    });
  });

  test('says that a flow has ended', async () => {
    const { actor, ofType } = connectPage();
    await advance(100);
    actor.stop();
    await advance(0);
    expect(ofType('observed')).toMatchObject([{ entries: [], endedSessions: [actor.sessionId] }]);
  });

  test.each([
    ['broken', 'It broke.'],
    ['torn', 'torn'],
  ] as const)('says that a machine has thrown an error: %s', async (type, message) => {
    const { actor, ofType, say } = connectPage();
    await advance(100);
    actor.send({ type });
    await advance(16);
    const failure = { message, event: type, state: 'off' };
    expect(ofType('observed').flatMap(({ entries }) => entries)).toMatchObject([
      { event: { type }, transitions: [], microsteps: 0, failure },
    ]);
    say(HELLO);
    expect(ofType('present').at(-1)?.sessions).toMatchObject([{ flow: 'lamp', failure }]);
  });

  test('says once that an actor has failed, which its machine does not expect', async () => {
    const { actor, ofType } = connectPage();
    actor.subscribe({ error: () => {} });
    await advance(100);
    actor.send({ type: 'refused' });
    await advance(100);
    const type = 'xstate.error.actor.refuser';
    expect(ofType('observed').flatMap(({ entries }) => entries)).toMatchObject([
      { event: { type: 'refused' }, failure: null },
      { event: { type }, failure: { message: 'No.', event: type, state: 'refusing' } },
    ]);
  });

  test('is sent before the page presents itself, so that nothing in it is told twice', async () => {
    const { actor, types, say } = connectPage();
    actor.send({ type: 'pressed' });
    say(HELLO);
    expect(types()).toEqual(['present', 'observed', 'present']);
    say(HELLO);
    expect(types()).toEqual(['present', 'observed', 'present', 'present']);
    actor.stop();
    say(HELLO);
    expect(types().slice(4)).toEqual(['observed', 'present']);
    window.fetch('/');
    say(HELLO);
    expect(types().slice(6)).toEqual(['observed', 'present']);
  });

  test('counts no microsteps of a flow that never starts', async () => {
    const { inspection, actor, ofType } = connectPage({ isRunning: false });
    await advance(100);
    const machine = newMachine();
    createActor(machine, inspection.actorOptions('lamp', machine));
    actor.start();
    await advance(0);
    expect(ofType('observed')).toMatchObject([
      { microsteps: 0, entries: [{ event: { type: 'xstate.init' }, microsteps: 0 }] },
    ]);
  });
});

describe('pictures', () => {
  test('are wanted while a visualiser is there', () => {
    const { say } = connectPage();
    const [options] = vi.mocked(Pictures).mock.lastCall ?? [];
    expect(options?.isWanted()).toBe(false);
    say(HELLO);
    expect(options?.isWanted()).toBe(true);
    expect(options?.contexts()).toEqual([{ flow: 'lamp', context: { presses: 0 } }]);
    say(GOODBYE);
    expect(options?.isWanted()).toBe(false);
  });

  test('are sent with the id of the page', () => {
    const { ofType } = connectPage();
    const [options] = vi.mocked(Pictures).mock.lastCall ?? [];
    const picture = { html: '', texts: [], styleSheets: [], width: 1, height: 1, scroll: { x: 0, y: 0 } };
    options?.send({ order: 0, picture, styleSheets: [] });
    expect(ofType('pictured')).toEqual([
      { type: 'pictured', page: ofType('present')[0]?.page.id, order: 0, picture, styleSheets: [] },
    ]);
  });
});

describe('a command', () => {
  test('is performed by the page that it is for, which reports', async () => {
    const { actor, command, types, inspection } = connectPage();
    await advance(100);
    command({ type: 'pause', flow: 'lamp' }, 'another');
    expect(inspection.invokedActors.paused).toBeNull();
    command({ type: 'pause', flow: 'lamp' });
    expect(inspection.invokedActors.paused).toBe('lamp');
    await advance(0);
    expect(types()).toEqual(['present', 'observed']);
    command({ type: 'send', session: actor.sessionId, event: { type: 'pressed' } });
    expect(actor.getSnapshot().value).toBe('shining');
  });

  test('of a check is answered with what was found', async () => {
    const found = { problems: [null, 'It is dark.'], focused: 'body' };
    vi.mocked(checkPage).mockResolvedValue(found);
    const { command, ofType } = connectPage();
    const expectations = [{ kind: 'dialogTitle', title: null }] as const;
    command({ type: 'check', check: 3, flow: 'lamp', state: 'off', expectations: [...expectations] });
    await vi.waitFor(() => expect(ofType('checked')).toHaveLength(1));
    expect(checkPage).toHaveBeenCalledExactlyOnceWith('lamp', 'off', expectations);
    expect(ofType('checked')).toEqual([
      { type: 'checked', page: ofType('present')[0]?.page.id, check: 3, ...found },
    ]);
    expect(ofType('observed')).toEqual([]);
  });

  test('of an environment sets it; what is left of it is reported', async () => {
    const { command, ofType } = connectPage();
    await advance(100);
    const answer = { flow: 'lamp', actor: 'ask', outcome: { kind: 'never' }, delay: 0, times: 2 } as const;
    const environment = {
      ...{ isOffline: true, answers: [answer], locale: null, colorScheme: null, reducedMotion: null },
    };
    command({ type: 'configure', environment });
    await advance(0);
    expect(navigator.onLine).toBe(false);
    expect(ofType('observed').at(-1)?.answersLeft).toEqual([2]);
    command({ type: 'configure', environment: { ...environment, isOffline: false, answers: [] } });
    expect(navigator.onLine).toBe(true);
  });
});

describe('what waits for a visualiser', () => {
  test('is said in a bar, whose button resumes it', async () => {
    const { inspection, actor, ofType } = connectPage({ paused: 'lamp' });
    expect(pauseText()).toBe('The environment is paused.');
    actor.send({ type: 'listened' });
    inspection.pause(null, true);
    actor.send({ type: 'pressed' });
    await advance(16);
    expect(pauseText()).toBe('The environment waits for you.');
    pauseBar()?.querySelector('button')?.click();
    await advance(16);
    expect(pauseText()).toBeNull();
    expect(ofType('observed').at(-1)).toMatchObject({ paused: null, invokedActors: [{ state: 'running' }] });
  });

  test('is nothing where the actors run', async () => {
    const { actor } = connectPage();
    actor.send({ type: 'listened' });
    await advance(16);
    expect(pauseText()).toBeNull();
  });
});

describe('without a visualiser', () => {
  test('a paused page is resumed two seconds after it was loaded, and its tab forgotten', async () => {
    savePause('lamp');
    const { inspection } = connectPage({ paused: 'lamp' });
    await advance(1_999);
    expect(inspection.invokedActors.paused).toBe('lamp');
    expect(sessionStorage.getItem(TAB)).not.toBeNull();
    await advance(1);
    expect(inspection.invokedActors.paused).toBeNull();
    expect(sessionStorage.length).toBe(0);
    expect(pauseText()).toBeNull();
  });

  test('a page is as it is when the last one has closed', () => {
    const { inspection, say, command } = connectPage({ paused: 'lamp' });
    say(HELLO);
    say({ ...HELLO, visualiser: 'other' });
    const environment = {
      ...{ isOffline: true, answers: [], locale: null, colorScheme: null, reducedMotion: null },
    };
    command({ type: 'configure', environment });
    say(GOODBYE);
    expect(inspection.invokedActors.paused).toBe('lamp');
    expect(sessionStorage.getItem(ENVIRONMENT)).not.toBeNull();
    say({ ...GOODBYE, visualiser: 'other' });
    expect(inspection.invokedActors.paused).toBeNull();
    expect(navigator.onLine).toBe(true);
    expect(sessionStorage.getItem(ENVIRONMENT)).toBeNull();
    expect(sessionStorage.getItem(TAB)).toBeNull();
    say(HELLO);
    expect(sessionStorage.getItem(TAB)).not.toBeNull();
  });

  test('nothing is resumed that does not wait', async () => {
    const { inspection, ofType } = connectPage();
    const pause = vi.spyOn(inspection, 'pause');
    await advance(2_000);
    expect(pause).not.toHaveBeenCalled();
    expect(ofType('observed')).toEqual([]);
  });
});

describe('with a visualiser', () => {
  test('a page that is paused stays so as long as it hears of it', async () => {
    const { inspection, say, ofType } = connectPage({ paused: 'lamp' });
    for (let second = 0; second < 20; second += 1) {
      say(PING);
      await advance(1_000);
    }
    expect(inspection.invokedActors.paused).toBe('lamp');
    expect(ofType('present')).toHaveLength(2);
  });

  test('a page that is paused asks one that is silent, and leaves it after two seconds', async () => {
    const { inspection, say, ofType } = connectPage({ paused: 'lamp' });
    await advance(1_000);
    say(PING);
    await advance(8_999);
    expect(ofType('present')).toHaveLength(2);
    await advance(1);
    expect(ofType('present')).toHaveLength(3);
    say({ ...PING, visualiser: 'other' });
    await advance(1_999);
    say({ ...GOODBYE, visualiser: 'other' });
    expect(inspection.invokedActors.paused).toBe('lamp');
    await advance(1);
    expect(inspection.invokedActors.paused).toBeNull();
  });

  test('that answers when it is asked, the page stays paused', async () => {
    const { inspection, say, ofType } = connectPage({ paused: 'lamp' });
    say(PING);
    await advance(10_000);
    expect(ofType('present')).toHaveLength(3);
    say(PING);
    await advance(4_000);
    expect(inspection.invokedActors.paused).toBe('lamp');
  });

  test('that is silent, a page that waits for nothing asks nothing', async () => {
    const { say, ofType } = connectPage();
    say(PING);
    await advance(60_000);
    expect(ofType('present')).toHaveLength(2);
  });

  test('that is silent, a page whose environment is set asks', async () => {
    const { say, command, ofType } = connectPage();
    say(PING);
    command({
      type: 'configure',
      environment: {
        ...{ isOffline: true, answers: [], locale: null, colorScheme: null, reducedMotion: null },
      },
    });
    await advance(12_000);
    expect(ofType('present').length).toBeGreaterThan(2);
    expect(navigator.onLine).toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import type { Call } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { pauseFlow, perform, provideOutcome } from '../../../src/visualiser/agent/commands.ts';
import { observeCalls } from '../../../src/visualiser/agent/observedCalls.ts';
import { PauseBar } from '../../../src/visualiser/agent/PauseBar.ts';
import type { ActorOutcome, PageCommand, PageEnvironment } from '../../../src/visualiser/channel/types.ts';
import { Inspection } from '../../../src/visualiser/instrumentation/inspection.ts';

/** What a page does for a visualiser, one command at a time, and what it tells of its calls. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('name', 'visualiser-1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
});

const saved = (key: string): unknown => JSON.parse(sessionStorage.getItem(`visualiser.${key}`) ?? 'null');

/** Runs a flow that asks, on a page whose environment is paused. */
function runPaused() {
  const inspection = new Inspection({ restart: null, paused: 'lamp' });
  const asked = vi.fn(async () => 'asked');
  const machine = setup({ actors: { ask: fromPromise(asked) } }).createMachine({
    id: 'lamp',
    initial: 'asking',
    states: {
      asking: {
        invoke: { id: 'asker', src: 'ask', onDone: 'answered', onError: 'refused' },
        after: { 500: 'late' },
        on: { pressed: 'pressed' },
      },
      answered: {},
      refused: {},
      late: {},
      pressed: {},
    },
  });
  const actor = createActor(machine, inspection.actorOptions('lamp', machine)).start();
  onTestFinished(() => {
    actor.stop();
  });
  const events: object[] = [];
  inspection.listener = ({ lastEvent }) => events.push(lastEvent);
  const configure = vi.fn<(environment: PageEnvironment) => void>();
  const command = (given: Exclude<PageCommand, { type: 'check' }>) => perform(inspection, given, configure);
  const state = () => actor.getSnapshot().value;
  return { inspection, actor, asked, events, configure, command, state, session: actor.sessionId };
}

describe('a command', () => {
  test('sends an event to a flow, or fires its next timer; not to one that has ended', () => {
    const { command, state, session } = runPaused();
    command({ type: 'send', session: 'ended', event: { type: 'pressed' } });
    command({ type: 'fireTimer', session: 'ended' });
    expect(state()).toBe('asking');
    command({ type: 'send', session, event: { type: 'pressed' } });
    expect(state()).toBe('pressed');
    const other = runPaused();
    other.command({ type: 'fireTimer', session: other.session });
    expect(other.state()).toBe('late');
  });

  test.each<[ActorOutcome, string, object | null]>([
    [{ kind: 'output', output: 7 }, 'answered', { type: 'xstate.done.actor.asker', output: 7 }],
    [
      { kind: 'error', message: 'No.' },
      'refused',
      { type: 'xstate.error.actor.asker', error: new Error('No.') },
    ],
    [{ kind: 'never' }, 'asking', null],
  ])('gives an actor the outcome %o', async (outcome, expected, event) => {
    const { command, state, events, inspection, asked } = runPaused();
    command({ type: 'provideOutcome', invokedActor: 1, outcome });
    expect(state()).toBe(expected);
    expect(events.at(-1) ?? null).toEqual(event && expect.objectContaining(event));
    inspection.pause(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe(expected);
    expect(asked).not.toHaveBeenCalled();
  });

  test('lets an actor run', async () => {
    const { command, state, inspection } = runPaused();
    provideOutcome(inspection, 99, { kind: 'real' });
    command({ type: 'provideOutcome', invokedActor: 1, outcome: { kind: 'real' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('answered');
  });

  test('gives an actor an outcome after a while', () => {
    const { command, state } = runPaused();
    command({ type: 'provideOutcome', invokedActor: 1, outcome: { kind: 'output' }, delay: 100 });
    vi.advanceTimersByTime(99);
    expect(state()).toBe('asking');
    vi.advanceTimersByTime(1);
    expect(state()).toBe('answered');
  });

  test('pauses a flow, also on the next page, or resumes it, unless what waits is to go on waiting', () => {
    const { command, inspection } = runPaused();
    const pause = vi.spyOn(inspection, 'pause');
    command({ type: 'pause', flow: 'lamp' });
    expect(saved('paused')).toEqual({ tab: 'visualiser-1', flow: 'lamp' });
    command({ type: 'pause', flow: null, keepsWaiting: true });
    expect(saved('paused')).toBeNull();
    pauseFlow(inspection, null);
    expect(pause.mock.calls).toEqual([
      ['lamp', false],
      [null, true],
      [null, false],
    ]);
  });

  test('sets the environment, also on the next page', () => {
    const { command, configure } = runPaused();
    const environment = {
      ...{ isOffline: true, answers: [], locale: 'hi-IN', colorScheme: null, reducedMotion: null },
    };
    command({ type: 'configure', environment });
    expect(configure).toHaveBeenCalledExactlyOnceWith(environment);
    expect(saved('environment')).toEqual({ tab: 'visualiser-1', environment });
  });

  test('loads another page without drafts, on which a flow is restarted and the network is lost', () => {
    const { command } = runPaused();
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    for (const flow of ['contact', 'callBack', 'registration']) sessionStorage.setItem(flow, 'draft');
    const snapshot = { status: 'active', value: 'on', context: {}, children: {} } as const;
    const restart = { flow: 'lamp', snapshot };
    command({
      ...{ type: 'open', path: '/knowmore', draftsToClear: ['contact', 'callBack'], restart },
      isOffline: true,
    });
    expect(assign).toHaveBeenCalledExactlyOnceWith('/knowmore');
    expect(['contact', 'callBack', 'registration'].map((flow) => sessionStorage.getItem(flow))).toEqual([
      ...[null, null, 'draft'],
    ]);
    expect(saved('restart')).toEqual(restart);
    expect(sessionStorage.getItem('visualiser.offline')).toBe('visualiser-1');
  });

  test('loads the same page again, as any visitor meets it', () => {
    const { command } = runPaused();
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    command({ type: 'open', path: window.location.pathname, draftsToClear: [], restart: null });
    expect(reload).toHaveBeenCalledOnce();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the bar of a paused page', () => {
  const bar = () => document.body.querySelector('div')?.shadowRoot ?? null;

  test('says what waits, and has a button', () => {
    const resume = vi.fn();
    const pauseBar = new PauseBar(resume);
    pauseBar.show(null);
    expect(document.body.children).toHaveLength(0);
    pauseBar.show('The environment is paused.');
    const section = bar()?.querySelector('section');
    expect(section?.getAttribute('aria-label')).toBe('State visualiser');
    expect(section?.firstElementChild?.getAttribute('role')).toBe('status');
    expect(section?.firstElementChild?.textContent).toBe('The environment is paused.');
    const button = bar()?.querySelector('button');
    expect([button?.type, button?.textContent]).toEqual(['button', 'Resume the environment']);
    button?.click();
    expect(resume).toHaveBeenCalledOnce();
    expect(bar()?.mode).toBe('open');
    expect(bar()?.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])).not.toHaveLength(0);
  });

  test('stays the same element while its text changes, and is not announced again where it does not', () => {
    const pauseBar = new PauseBar(() => {});
    pauseBar.show('One');
    const [host, status] = [document.body.firstElementChild, bar()?.querySelector('p')];
    const text = status?.firstChild;
    document.body.append(document.createElement('p'));
    pauseBar.show('One');
    expect(status?.firstChild).toBe(text);
    pauseBar.show('Two');
    expect(status?.textContent).toBe('Two');
    expect(document.body.firstElementChild).toBe(host);
    pauseBar.show(null);
    expect(host?.isConnected).toBe(false);
    pauseBar.show('Two');
    expect(document.body.lastElementChild).toBe(host);
    expect(bar()?.querySelectorAll('section')).toHaveLength(1);
  });

  test('gives its focus to the page when it goes', () => {
    document.body.innerHTML = '<main tabindex="-1"><h1 tabindex="-1">Lamps</h1></main><input>';
    const pauseBar = new PauseBar(() => {});
    pauseBar.show('One');
    document.querySelector('input')?.focus();
    pauseBar.show(null);
    expect(document.activeElement?.tagName).toBe('INPUT');
    pauseBar.show('One');
    const host = document.body.lastElementChild;
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(host);
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    pauseBar.show(null);
    expect(focus).toHaveBeenCalledOnce();
  });
});

describe('a call of the page', () => {
  /** Observes calls that get a response; returns what is reported. */
  function observe(respond: () => Promise<Response>, flow: string | null = null) {
    const reported: Call[] = [];
    const send = vi.fn<typeof fetch>(respond);
    vi.stubGlobal('fetch', send);
    observeCalls(
      () => flow,
      (call) => reported.push(call),
    );
    return { reported, send };
  }

  const request = (change: object, flow: string | null = null) => ({
    ...{ kind: 'request', flow },
    request: { id: 1, method: 'GET', path: '/api', body: null, ...change },
  });
  const response = (status: number | null, body: unknown, id = 1) => ({
    ...{ kind: 'response', flow: null, response: { request: id, status, body } },
  });

  test.each<[string, string | URL | Request, RequestInit | undefined, object]>([
    ['an address', '/api?a=1#b', undefined, { path: '/api?a=1' }],
    ['an address of another origin', 'https://pay.test/x?y', undefined, { path: 'https://pay.test/x?y' }],
    ['a method and JSON', '/api', { method: 'POST', body: '{"a":1}' }, { method: 'POST', body: { a: 1 } }],
    ['a text', '/api', { method: 'PUT', body: 'text' }, { method: 'PUT', body: 'text' }],
    ['an empty text', '/api', { method: 'POST', body: '' }, { method: 'POST', body: null }],
    ['no text', '/api', { method: 'POST', body: new FormData() }, { method: 'POST', body: null }],
    [
      'a text of 20,000 characters',
      '/api',
      { method: 'POST', body: 'x'.repeat(20_000) },
      { method: 'POST', body: 'x'.repeat(20_000) },
    ],
    [
      'a text that is too long',
      '/api',
      { method: 'POST', body: 'x'.repeat(20_001) },
      { method: 'POST', body: '20001 characters' },
    ],
    [
      'a request',
      new Request(new URL('/api', window.location.href), { method: 'DELETE' }),
      undefined,
      { method: 'DELETE' },
    ],
  ])('is reported with %s', async (_, input, init, expected) => {
    const { reported, send } = observe(async () => new Response(null));
    await window.fetch(input, init);
    expect(reported[0]).toEqual(request(expected));
    expect(send).toHaveBeenCalledExactlyOnceWith(input, init);
    expect(send.mock.contexts).toEqual([window]);
  });

  test('has a number, and the flow that starts an actor', async () => {
    const { reported } = observe(async () => new Response('{"a":1}', { status: 201 }), 'lamp');
    await window.fetch('/api');
    await window.fetch('/api');
    expect(reported).toEqual([
      request({}, 'lamp'),
      { ...response(201, { a: 1 }), flow: 'lamp' },
      request({ id: 2 }, 'lamp'),
      { ...response(201, { a: 1 }, 2), flow: 'lamp' },
    ]);
  });

  test('gets its response whole, after that is reported', async () => {
    const { reported } = observe(async () => new Response('<h1>No</h1>', { status: 502 }));
    const received = await window.fetch('/api');
    expect(reported[1]).toEqual(response(502, '<h1>No</h1>'));
    expect(await received.text()).toBe('<h1>No</h1>');
  });

  test('whose response cannot be read is reported without its text', async () => {
    const broken = new Response('text');
    vi.spyOn(broken, 'clone').mockReturnValue(
      Object.assign(new Response(''), { text: () => Promise.reject(new Error('It is cut.')) }),
    );
    const { reported } = observe(async () => broken);
    expect(await window.fetch('/api')).toBe(broken);
    expect(reported[1]).toEqual(response(200, null));
  });

  test.each([
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['aborted', 'aborted'],
  ])('fails as it would: %s', async (error, message) => {
    const { reported } = observe(() => Promise.reject(error));
    await expect(window.fetch('/api')).rejects.toBe(error);
    expect(reported[1]).toEqual(response(null, message));
  });
});

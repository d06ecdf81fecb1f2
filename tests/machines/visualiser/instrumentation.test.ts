import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FlowInspection } from '../../../src/flows/inspection.ts';
import { PausableClock } from '../../../src/visualiser/instrumentation/PausableClock.ts';
import {
  forgetTab,
  isFramed,
  renewTabId,
  savePause,
  saveTab,
  tabId,
  takeStartupSettings,
} from '../../../src/visualiser/instrumentation/startup.ts';

/** What a visualiser adds to a page before its agent is loaded: its clock, and what the page before it left. */

const storage = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  const { setTimeout, clearTimeout } = globalThis;
  vi.stubGlobal('window', { setTimeout, clearTimeout, name: '' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a clock', () => {
  /** Returns a clock with a timer of each number of milliseconds, and the list of those that have fired. */
  function clockWith(...delays: number[]) {
    const clock = new PausableClock();
    const fired: number[] = [];
    const ids = delays.map((delay) => clock.setTimeout(() => fired.push(delay), delay));
    return { clock, fired, ids };
  }

  test('fires its timers when their time is up, unless they are cleared', () => {
    const { clock, fired, ids } = clockWith(300, 100, 200);
    expect(new Set(ids).size).toBe(3);
    clock.clearTimeout(ids[2] ?? 0);
    clock.clearTimeout(99);
    vi.advanceTimersByTime(99);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([100]);
    vi.advanceTimersByTime(1_000);
    expect(fired).toEqual([100, 300]);
    clock.fireNext();
    expect(fired).toEqual([100, 300]);
  });

  test('stands still while it is paused, also for a new timer', () => {
    const { clock, fired } = clockWith(300);
    vi.advanceTimersByTime(100);
    clock.setPaused(true);
    clock.setTimeout(() => fired.push(50), 50);
    vi.advanceTimersByTime(5_000);
    clock.setPaused(true);
    expect(fired).toEqual([]);
    clock.setPaused(false);
    vi.advanceTimersByTime(50);
    expect(fired).toEqual([50]);
    clock.setPaused(false);
    vi.advanceTimersByTime(149);
    expect(fired).toEqual([50]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([50, 300]);
  });

  test('fires a timer at once that was late when it was paused', () => {
    const { clock, fired } = clockWith(100);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 400);
    clock.setPaused(true);
    clock.setTimeout(() => fired.push(1), 1);
    clock.fireNext();
    expect(fired).toEqual([100]);
    clock.setPaused(false);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([100, 1]);
  });

  test.each([true, false])('advances to its next timer by command, paused: %o', (isPaused) => {
    const { clock, fired } = clockWith(300, 100, 250);
    vi.advanceTimersByTime(40);
    clock.setPaused(isPaused);
    clock.fireNext();
    expect(fired).toEqual([100]);
    clock.setPaused(false);
    vi.advanceTimersByTime(149);
    expect(fired).toEqual([100]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([100, 250]);
    vi.advanceTimersByTime(50);
    expect(fired).toEqual([100, 250, 300]);
    vi.advanceTimersByTime(1_000);
    expect(fired).toEqual([100, 250, 300]);
  });

  test('starts once a timer that another one starts as it is fired by command', () => {
    const { clock, fired } = clockWith();
    clock.setTimeout(() => clock.setTimeout(() => fired.push(70), 70), 100);
    clock.fireNext();
    vi.advanceTimersByTime(69);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(fired).toEqual([70]);
  });
});

test('a clock that a timer pauses as it is fired by command keeps the time of the others', () => {
  const clock = new PausableClock();
  const fired = vi.fn();
  clock.setTimeout(() => clock.setPaused(true), 100);
  clock.setTimeout(fired, 300);
  vi.advanceTimersByTime(40);
  clock.fireNext();
  vi.advanceTimersByTime(1_000);
  expect(fired).not.toHaveBeenCalled();
  clock.setPaused(false);
  vi.advanceTimersByTime(199);
  expect(fired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(fired).toHaveBeenCalledOnce();
});

describe('a tab', () => {
  test('has an id, the same for each of its pages, until it is forgotten or renewed', () => {
    const id = tabId();
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(tabId()).toBe(id);
    expect(storage.get('visualiser.tab')).toBe(id);
    const renewed = renewTabId();
    expect(renewed).not.toBe(id);
    expect(tabId()).toBe(renewed);
    forgetTab();
    expect(storage.size).toBe(0);
    saveTab(id);
    expect(tabId()).toBe(id);
    expect(isFramed()).toBe(false);
  });

  test('of a visualiser has the name of its frame, and saves none', () => {
    window.name = 'visualiser-1';
    expect(isFramed()).toBe(true);
    expect(tabId()).toBe('visualiser-1');
    expect(renewTabId()).toBe('visualiser-1');
    saveTab('visualiser-1');
    expect(storage.size).toBe(0);
    window.name = 'my-visualiser-1';
    expect(isFramed()).toBe(false);
  });
});

describe('the settings at the start of a page', () => {
  const RESTART = { flow: 'lamp', snapshot: { value: 'off' } };

  test('are none without a visualiser', () => {
    expect(takeStartupSettings()).toEqual({ restart: null, paused: null });
  });

  test('include the paused flow of this tab, for every page, until it is resumed', () => {
    savePause('lamp');
    expect(JSON.parse(storage.get('visualiser.paused') ?? '')).toEqual({ tab: tabId(), flow: 'lamp' });
    expect(takeStartupSettings().paused).toBe('lamp');
    expect(takeStartupSettings().paused).toBe('lamp');
    const id = tabId();
    renewTabId();
    expect(takeStartupSettings().paused).toBeNull();
    saveTab(id);
    expect(takeStartupSettings().paused).toBe('lamp');
    savePause(null);
    expect(takeStartupSettings().paused).toBeNull();
    expect(storage.has('visualiser.paused')).toBe(false);
  });

  test('include the restarted flow, once', () => {
    storage.set('visualiser.restart', JSON.stringify(RESTART));
    expect(takeStartupSettings()).toEqual({ restart: RESTART, paused: null });
    expect(takeStartupSettings().restart).toBeNull();
  });

  test.each(['no JSON', '1', 'null', '"lamp"', '{"flow":"lamp"}', '{"snapshot":{}}'])(
    'include no restart %s',
    (saved) => {
      storage.set('visualiser.restart', saved);
      expect(takeStartupSettings()).toEqual({ restart: null, paused: null });
      expect(storage.has('visualiser.restart')).toBe(false);
    },
  );

  test.each(['no JSON', '1', 'null', '{"flow":"lamp"}', '{"tab":"one"}'])('include no pause %s', (saved) => {
    saveTab('one');
    storage.set('visualiser.paused', saved);
    expect(takeStartupSettings().paused).toBeNull();
  });
});

const connect = vi.fn();

describe('the inspection', () => {
  /** Starts the inspection of a page on which a flow runs. */
  async function startInspection(isAgentLoaded: boolean) {
    vi.resetModules();
    connect.mockClear();
    vi.doMock('../../../src/visualiser/agent/agent.ts', () => {
      if (!isAgentLoaded) throw new Error('It is not loaded.');
      return { connect };
    });
    const { pageInspection } = await import('../../../src/flows/inspection.ts');
    const { createActor, setup } = await import('xstate');
    const machine = setup({}).createMachine({ id: 'lamp' });
    const actor = createActor(machine).start();
    pageInspection.running.clear();
    pageInspection.running.set(actor, 'lamp');
    await import('../../../src/visualiser/instrumentation/main.ts');
    return { page: pageInspection satisfies FlowInspection, actor, machine, createActor };
  }

  test.each([
    [null, false],
    [JSON.stringify({ flow: 'bell', snapshot: {} }), true],
  ])(
    'is of the flows that run and those to come, with its agent; restarted by %s: %o',
    async (restart, isRestarted) => {
      if (restart !== null) storage.set('visualiser.restart', restart);
      const { page, actor, machine, createActor } = await startInspection(true);
      await vi.waitFor(() => expect(connect).toHaveBeenCalledOnce());
      const [inspection] = connect.mock.lastCall ?? [];
      expect(page.isRestarted).toBe(isRestarted);
      expect([...inspection.running.keys()]).toEqual([actor.sessionId]);
      const created = createActor(machine, page.actorOptions?.('lamp', machine)).start();
      expect([...inspection.running.keys()]).toEqual([actor.sessionId, created.sessionId]);
      const adopted = createActor(machine).start();
      page.onRunning?.('lamp', adopted);
      expect(inspection.running.has(adopted.sessionId)).toBe(true);
    },
  );

  test('pauses nothing where its agent cannot be loaded', async () => {
    savePause('lamp');
    const { page, machine } = await startInspection(false);
    const isPaused = () => {
      const clock = Reflect.get(Object(page.actorOptions?.('lamp', machine)), 'clock');
      const fired = vi.fn();
      Object(clock).setTimeout(fired, 1);
      vi.advanceTimersByTime(10);
      return fired.mock.calls.length === 0;
    };
    expect(isPaused()).toBe(true);
    await vi.waitFor(() => expect(isPaused()).toBe(false));
    expect(connect).not.toHaveBeenCalled();
  });
});

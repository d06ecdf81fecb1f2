import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { ConfiguredEnvironment } from '../../../src/visualiser/agent/environment/ConfiguredEnvironment.ts';
import { MediaFeatures } from '../../../src/visualiser/agent/environment/MediaFeatures.ts';
import { setOffline } from '../../../src/visualiser/agent/environment/online.ts';
import {
  defaultEnvironment,
  environmentAtStart,
  saveEnvironment,
} from '../../../src/visualiser/agent/environment/savedEnvironment.ts';
import type { Answer, PageEnvironment } from '../../../src/visualiser/channel/types.ts';
import { Inspection } from '../../../src/visualiser/instrumentation/inspection.ts';

/** The environment of a page as a visualiser has set it. */

const KEY = 'visualiser.environment';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('name', 'visualiser-1');
});
afterEach(() => {
  setOffline(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.documentElement.removeAttribute('style');
});

const environment = (change: Partial<PageEnvironment> = {}): PageEnvironment => ({
  ...{ isOffline: false, answers: [], locale: null, colorScheme: null, reducedMotion: null },
  ...change,
});

const saved = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

describe('the network', () => {
  test('is lost and found, which the page is told once each', () => {
    const told: string[] = [];
    for (const type of ['online', 'offline']) window.addEventListener(type, () => told.push(type));
    for (const isOffline of [false, true, true, false, false]) setOffline(isOffline);
    expect(told).toEqual(['offline', 'online']);
    setOffline(true);
    expect(navigator.onLine).toBe(false);
  });
});

describe('the environment of the next page', () => {
  test('is that of the browser where nothing is saved', () => {
    expect(defaultEnvironment).toEqual(environment());
    expect(environmentAtStart()).toEqual(environment());
  });

  test('is the one that was saved in this tab, until it is removed', () => {
    saveEnvironment(environment({ locale: 'hi-IN' }));
    expect(saved()).toEqual({ tab: 'visualiser-1', environment: environment({ locale: 'hi-IN' }) });
    expect(environmentAtStart()).toEqual(environment({ locale: 'hi-IN' }));
    saveEnvironment(null);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  test('has no network, once, where a run has said so in this tab', () => {
    saveEnvironment(environment({ locale: 'hi-IN' }));
    sessionStorage.setItem('visualiser.offline', 'another');
    expect(environmentAtStart().isOffline).toBe(false);
    sessionStorage.setItem('visualiser.offline', 'visualiser-1');
    expect(environmentAtStart()).toEqual(environment({ locale: 'hi-IN', isOffline: true }));
    expect(environmentAtStart().isOffline).toBe(false);
  });
});

describe('the configured environment', () => {
  const create = (inspection = new Inspection({ restart: null, paused: null })) =>
    new ConfiguredEnvironment(inspection);

  test('is not set where everything is left to the browser', () => {
    const configured = create();
    expect([configured.isSet, configured.answersLeft]).toEqual([false, []]);
    configured.set(environment({ isOffline: true }));
    expect(configured.isSet).toBe(true);
    expect(navigator.onLine).toBe(false);
    saveEnvironment(environment({ isOffline: true }));
    configured.reset();
    expect(configured.isSet).toBe(false);
    expect(navigator.onLine).toBe(true);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  test('begins with what the page before has left', () => {
    saveEnvironment(environment({ isOffline: true, colorScheme: 'dark', reducedMotion: 'reduce' }));
    expect(create().isSet).toBe(true);
    expect(navigator.onLine).toBe(false);
    expect(document.documentElement.style.colorScheme).toBe('dark');
    expect(window.matchMedia('(prefers-color-scheme: dark)').matches).toBe(true);
    expect(window.matchMedia('(prefers-reduced-motion)').matches).toBe(true);
  });

  test('loads the page anew for another locale only', () => {
    saveEnvironment(environment({ locale: 'hi-IN' }));
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    const configured = create();
    configured.set(environment({ locale: 'hi-IN', isOffline: true }));
    expect(reload).not.toHaveBeenCalled();
    configured.set(environment({ locale: 'fr' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('an answer', () => {
  const answer = (change: Partial<Answer> = {}): Answer => ({
    ...{ flow: 'lamp', actor: 'ask', outcome: { kind: 'output', output: 'set' }, delay: 100, times: 1 },
    ...change,
  });

  /** Runs a flow on a page with some answers; each press lets it ask again. */
  function ask(...answers: Answer[]) {
    const inspection = new Inspection({ restart: null, paused: null });
    const configured = new ConfiguredEnvironment(inspection);
    configured.set(environment({ answers }));
    const real = vi.fn(async () => 'real');
    const machine = setup({ actors: { ask: fromPromise(real) } }).createMachine({
      id: 'lamp',
      context: { said: '' },
      on: { pressed: '.asking', left: '.left' },
      initial: 'asking',
      states: {
        asking: { invoke: { src: 'ask', onDone: 'answered', onError: 'refused' } },
        answered: {},
        refused: {},
        left: {},
      },
    });
    const outputs: unknown[] = [];
    inspection.listener = ({ lastEvent }) => {
      const { type, output, error } = { output: undefined, error: undefined, ...lastEvent };
      if (type.startsWith('xstate.done')) outputs.push(output);
      if (type.startsWith('xstate.error')) outputs.push(error);
    };
    const actor = createActor(machine, inspection.actorOptions('lamp', machine)).start();
    const settle = async (milliseconds = 0) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      const { value } = actor.getSnapshot();
      return { value, output: outputs.at(-1) };
    };
    return { actor, configured, real, settle, press: () => actor.send({ type: 'pressed' }) };
  }

  test('is given in place of the real one, after its delay, as often as it is set', async () => {
    const { settle, press, real, configured } = ask(answer({ times: 2 }), answer({ times: 1, delay: 0 }));
    expect(configured.answersLeft).toEqual([1, 1]);
    expect(await settle(99)).toMatchObject({ value: 'asking' });
    expect(await settle(1)).toEqual({ value: 'answered', output: 'set' });
    press();
    await settle(100);
    expect(configured.answersLeft).toEqual([0, 1]);
    expect(saved().environment.answers).toMatchObject([{ times: 0 }, { times: 1 }]);
    press();
    await settle(0);
    expect(configured.answersLeft).toEqual([0, 0]);
    expect(real).not.toHaveBeenCalled();
    press();
    expect(await settle()).toEqual({ value: 'answered', output: 'real' });
  });

  test('may be given every time, which nothing counts', async () => {
    const { settle, press, configured } = ask(answer({ times: null, delay: 0 }));
    await settle();
    press();
    expect(await settle()).toEqual({ value: 'answered', output: 'set' });
    expect(configured.answersLeft).toEqual([]);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  test.each([{ flow: 'other' }, { actor: 'send' }])('is not for an actor of %o', async (change) => {
    const { settle } = ask(answer({ ...change, delay: 0 }));
    expect(await settle()).toEqual({ value: 'answered', output: 'real' });
  });

  test('may be the real one, later', async () => {
    const { settle, real } = ask(answer({ outcome: { kind: 'real' } }));
    await settle(99);
    expect(real).not.toHaveBeenCalled();
    expect(await settle(1)).toEqual({ value: 'answered', output: 'real' });
  });

  test('may be an error', async () => {
    const { settle } = ask(answer({ outcome: { kind: 'error', message: 'No.' }, delay: 0 }));
    expect(await settle()).toEqual({ value: 'refused', output: new Error('No.') });
  });

  test('is not given to an actor whose state has been left', async () => {
    const { settle, actor, real } = ask(answer({ outcome: { kind: 'real' } }));
    actor.send({ type: 'left' });
    expect(await settle(200)).toMatchObject({ value: 'left' });
    expect(real).not.toHaveBeenCalled();
  });
});

describe('a media feature', () => {
  const DARK = '(prefers-color-scheme: dark)';
  const [ALWAYS, NEVER] = ['(min-width: 0px)', '(max-width: -1px)'];

  class FakeMediaRule {
    readonly media: { mediaText: string };
    readonly cssRules = Object.assign(new FakeRules());
    constructor(mediaText: string, ...rules: object[]) {
      this.media = { mediaText };
      this.cssRules.push(...rules);
    }
  }
  class FakeImportRule {
    readonly styleSheet: { cssRules: object[] } | null;
    constructor(...rules: object[]) {
      this.styleSheet = rules.length > 0 ? { cssRules: rules } : null;
    }
  }
  class FakeRules extends Array<object> {}

  const sheets: object[] = [];

  beforeEach(() => {
    sheets.length = 0;
    vi.stubGlobal('CSSMediaRule', FakeMediaRule);
    vi.stubGlobal('CSSImportRule', FakeImportRule);
    vi.stubGlobal('CSSRuleList', FakeRules);
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === ALWAYS }),
    );
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(Object.assign(sheets));
  });

  test('that is left to the browser changes nothing', () => {
    const { matchMedia } = window;
    const sheet = { media: { mediaText: DARK }, cssRules: [] };
    sheets.push(sheet);
    new MediaFeatures().set({ 'prefers-color-scheme': null });
    expect(window.matchMedia).toBe(matchMedia);
    expect(sheet.media.mediaText).toBe(DARK);
  });

  test('is what scripts find, and they are told of a change', () => {
    const media = new MediaFeatures();
    media.set({ 'prefers-color-scheme': 'light' });
    const [dark, motion] = [window.matchMedia(DARK), window.matchMedia('(prefers-reduced-motion)')];
    const told: unknown[] = [];
    for (const query of [dark, motion])
      query.addEventListener('change', ({ media: text, matches }) => told.push([text, matches]));
    expect([dark.matches, motion.matches]).toEqual([false, false]);
    const { matchMedia } = window;
    media.set({ 'prefers-color-scheme': 'dark' });
    expect(window.matchMedia).toBe(matchMedia);
    expect(told).toEqual([[DARK, true]]);
    expect(dark.matches).toBe(true);
    media.set({ 'prefers-color-scheme': null });
    expect(told).toEqual([
      [DARK, true],
      [DARK, false],
    ]);
  });

  test('is the colour scheme of the controls of the browser', () => {
    const media = new MediaFeatures();
    const { style } = document.documentElement;
    media.set({ 'prefers-color-scheme': 'dark' });
    expect(style.colorScheme).toBe('dark');
    media.set({ 'prefers-color-scheme': null });
    expect(style.colorScheme).toBe('');
  });

  test('holds in the style sheets and all their rules, until it is left to the browser again', () => {
    const inner = new FakeMediaRule(DARK);
    const layer = { cssRules: new FakeRules(inner, {}) };
    const imported = new FakeMediaRule(DARK);
    const outer = new FakeMediaRule('(prefers-color-scheme: light)', inner);
    const foreign = {
      media: { mediaText: DARK },
      get cssRules() {
        throw new Error('It is of another origin.');
      },
    };
    const sheet = {
      media: { mediaText: `print and ${DARK}` },
      cssRules: [
        new FakeImportRule(),
        outer,
        { cssRules: [new FakeMediaRule(DARK)] },
        layer,
        new FakeImportRule(imported),
      ],
    };
    sheets.push(foreign, sheet);
    const texts = () => [foreign, sheet, outer, inner, imported].map(({ media }) => media.mediaText);
    const media = new MediaFeatures();
    media.set({ 'prefers-color-scheme': 'dark' });
    expect(texts()).toEqual([ALWAYS, `print and ${ALWAYS}`, NEVER, ALWAYS, ALWAYS]);
    media.set({ 'prefers-color-scheme': 'light' });
    expect(texts()).toEqual([NEVER, `print and ${NEVER}`, ALWAYS, NEVER, NEVER]);
    media.set({ 'prefers-color-scheme': null });
    expect(texts()).toEqual([DARK, `print and ${DARK}`, '(prefers-color-scheme: light)', DARK, DARK]);
  });

  test('holds in a style sheet that is loaded later, and one that is added', async () => {
    new MediaFeatures().set({ 'prefers-color-scheme': 'dark' });
    const loaded = { media: { mediaText: DARK }, cssRules: [] };
    sheets.push(loaded);
    const link = document.createElement('img');
    document.body.append(link);
    link.dispatchEvent(new Event('load'));
    expect(loaded.media.mediaText).toBe(ALWAYS);
    const added = { media: { mediaText: DARK }, cssRules: [] };
    sheets.push(added);
    document.head.append(document.createElement('style'));
    await vi.waitFor(() => expect(added.media.mediaText).toBe(ALWAYS));
  });

  test('of text that is as it should be is not written again', () => {
    const writes: string[] = [];
    const media = {
      get mediaText() {
        return writes.at(-1) ?? 'print';
      },
      set mediaText(text: string) {
        writes.push(text);
      },
    };
    sheets.push({ media, cssRules: [] });
    new MediaFeatures().set({ 'prefers-color-scheme': 'dark' });
    expect(writes).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  browserSettings,
  type EnvironmentSettings,
  type Scenario,
  type ServerAnswer,
} from '../../../src/visualiser/environment/environment.types.ts';
import {
  type EnvironmentEvent,
  type EnvironmentState,
  environmentAfter,
  settingsLeft,
  startEnvironmentStore,
} from '../../../src/visualiser/environment/environmentStore.ts';
import {
  hasScenario,
  scenarioFromFragment,
  scenarioUrl,
} from '../../../src/visualiser/environment/scenarios.ts';
import { stubLocalStorage } from '../../support/memoryStorage.ts';

/** The environment that a tester sets for a page, and the scenarios that the browser keeps. */

const KEY = 'visualiser-scenarios';
const storage = stubLocalStorage();

const answer: ServerAnswer = { actor: 'send', status: 503, body: '{}', delay: 0, times: 2 };
const other: ServerAnswer = { ...answer, status: 200, times: 1 };
const scenario: Scenario = {
  name: 'bad day',
  flow: 'contact',
  settings: { ...browserSettings, answers: [answer] },
};

const initial: EnvironmentState = {
  ...{ settings: browserSettings, flow: null, left: [], revision: 0, scenarios: [] },
};

const stateAfter = (...events: EnvironmentEvent[]) => events.reduce(environmentAfter, initial);
const add = (added: ServerAnswer, flow = 'contact'): EnvironmentEvent => ({
  ...{ type: 'answerAdded', flow, answer: added },
});

test('of the browser, nothing is set', () => {
  expect(browserSettings).toEqual({
    ...{ network: 'normal', answers: [], locale: null, colorScheme: null, reducedMotion: null },
  });
});

describe('after', () => {
  test.each<[string, EnvironmentEvent[], EnvironmentState]>([
    [
      'a setting, it has the others as before',
      [
        { type: 'set', settings: { network: 'slow' } },
        { type: 'set', settings: { locale: 'hi-IN' } },
      ],
      { ...initial, revision: 2, settings: { ...browserSettings, network: 'slow', locale: 'hi-IN' } },
    ],
    [
      'two answers for a flow, it has both',
      [add(answer), add(other)],
      {
        ...initial,
        ...{ revision: 2, flow: 'contact', left: [2, 1] },
        settings: { ...browserSettings, answers: [answer, other] },
      },
    ],
    [
      'an answer for another flow, it has that one',
      [add(answer), add(other, 'callBack')],
      {
        ...initial,
        ...{ revision: 2, flow: 'callBack', left: [1] },
        settings: { ...browserSettings, answers: [other] },
      },
    ],
    [
      'the removal of the answers, it has the other settings',
      [{ type: 'set', settings: { network: 'lost' } }, add(answer), { type: 'answersRemoved' }],
      { ...initial, revision: 3, flow: 'contact', settings: { ...browserSettings, network: 'lost' } },
    ],
    [
      'a reset, it is as the browser',
      [{ type: 'set', settings: { network: 'lost' } }, add(answer), { type: 'reset' }],
      { ...initial, revision: 3 },
    ],
    [
      'a scenario was opened, it is that of the scenario, which is kept',
      [add(other, 'callBack'), { type: 'opened', scenario }],
      {
        ...{ revision: 2, flow: 'contact', left: [2], settings: scenario.settings, scenarios: [scenario] },
      },
    ],
  ])('%s', (_, events, state) => {
    expect(stateAfter(...events)).toEqual(state);
  });

  test('an answer was given, another one is left as often as before', () => {
    const state = stateAfter(add(answer), add(other), { type: 'answersUsed', left: [2, 0] });
    expect(state.left).toEqual([2, 0]);
    expect(settingsLeft(state).answers).toEqual([answer, { ...other, times: 0 }]);
    expect(settingsLeft({ ...state, left: [] }).answers).toEqual([answer, other]);
    expect(settingsLeft(state).network).toBe('normal');
  });

  test.each([[[2, 1]], [[3, 1]], [[1]], [[1, 1, 1]]])(
    'a report of %o answers left, nothing changes',
    (left) => {
      const state = stateAfter(add(answer), add(other));
      expect(environmentAfter(state, { type: 'answersUsed', left })).toBe(state);
    },
  );
});

describe('a scenario', () => {
  const save = (flow: string, name: string): EnvironmentEvent => ({ type: 'saved', flow, name });

  test('has the answers of its own flow alone', () => {
    const { scenarios } = stateAfter(
      add(answer),
      { type: 'set', settings: { network: 'slow' } },
      save('contact', 'one'),
      save('callBack', 'one'),
      save('contact', 'two'),
    );
    const settings: EnvironmentSettings = { ...browserSettings, network: 'slow', answers: [answer] };
    expect(scenarios).toEqual([
      { flow: 'contact', name: 'one', settings },
      { flow: 'callBack', name: 'one', settings: { ...settings, answers: [] } },
      { flow: 'contact', name: 'two', settings },
    ]);
  });

  test('takes the place of one of the same name and flow, and is removed alone', () => {
    const state = stateAfter(
      ...[save('contact', 'one'), save('callBack', 'one'), save('contact', 'two'), add(answer)],
      save('contact', 'one'),
    );
    const names = ({ scenarios }: EnvironmentState) => scenarios.map(({ flow, name }) => `${flow} ${name}`);
    expect(names(state)).toEqual(['callBack one', 'contact two', 'contact one']);
    expect(state.scenarios[2]?.settings.answers).toEqual([answer]);
    const [, , last] = state.scenarios;
    if (!last) throw new Error('No scenario was saved.');
    const removed = environmentAfter(state, { type: 'removed', scenario: { ...last } });
    expect(names(removed)).toEqual(['callBack one', 'contact two']);
    expect(removed.revision).toBe(state.revision);
  });
});

describe('the browser', () => {
  test('keeps the scenarios, and nothing else', () => {
    const store = startEnvironmentStore();
    expect(store.getSnapshot().context).toEqual(initial);
    store.send({ type: 'set', settings: { network: 'slow' } });
    expect(storage.size).toBe(0);
    store.send({ type: 'opened', scenario });
    expect([...storage.keys()]).toEqual([KEY]);
    expect(JSON.parse(storage.get(KEY) ?? '')).toEqual([scenario]);
    storage.clear();
    store.send({ type: 'reset' });
    expect(storage.size).toBe(0);
    store.send({ type: 'removed', scenario });
    expect(storage.get(KEY)).toBe('[]');
  });

  test.each([
    [JSON.stringify([scenario]), [scenario]],
    [JSON.stringify([scenario, { name: 'half' }]), []],
    ['no JSON', []],
  ])('has kept %s', (kept, scenarios) => {
    storage.set(KEY, kept);
    expect(startEnvironmentStore().getSnapshot().context.scenarios).toEqual(scenarios);
  });
});

describe('a link', () => {
  const throughLink = async (settings: object) => {
    const url = await scenarioUrl(
      { ...scenario, settings: { ...scenario.settings, ...settings } },
      'http://qa',
    );
    return scenarioFromFragment(new URL(url).hash);
  };
  const withAnswer = (change: object) => throughLink({ answers: [{ ...answer, ...change }] });

  test('is that of the flow, with the scenario in its fragment', async () => {
    const url = await scenarioUrl(scenario, 'http://qa');
    expect(url).toMatch(/^http:\/\/qa\/visualiser\/contact#scenario=/);
    expect(hasScenario(new URL(url).hash)).toBe(true);
    expect(hasScenario('#recording=1.x')).toBe(false);
  });

  test.each<Partial<EnvironmentSettings>>([
    {
      ...{ network: 'slow', locale: 'hi-IN', colorScheme: 'light', reducedMotion: 'no-preference' },
    },
    { network: 'lost', colorScheme: 'dark', reducedMotion: 'reduce' },
    { network: 'normal', locale: null },
  ])('has the settings %o', async (settings) => {
    expect((await throughLink(settings))?.settings).toEqual({ ...scenario.settings, ...settings });
  });

  test.each([{ network: 'fast' }, { colorScheme: 'sepia' }, { reducedMotion: 'none' }, { locale: 1 }])(
    'has none of the settings %o',
    async (settings) => {
      expect(await throughLink(settings)).toBeNull();
    },
  );

  test.each([
    { status: 200 },
    { status: 599 },
    { delay: 0 },
    { delay: 600_000 },
    { delay: 0.5 },
    { times: 1 },
    { times: 1_000 },
  ])('has an answer with %o', async (change) => {
    expect((await withAnswer(change))?.settings.answers).toEqual([{ ...answer, ...change }]);
  });

  test.each([
    { status: 199 },
    { status: 600 },
    { status: 200.5 },
    { delay: -1 },
    { delay: 600_001 },
    { times: 0 },
    { times: 1_001 },
    { times: 1.5 },
    { actor: 1 },
    { body: {} },
  ])('has no answer with %o', async (change) => {
    expect(await withAnswer(change)).toBeNull();
  });
});

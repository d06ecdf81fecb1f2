import { describe, expect, test } from 'vitest';
import { ALWAYS, NEVER, rewriteMedia } from '../../src/visualiser/agent/environment/mediaQueries.ts';
import { browserSettings, type ServerAnswer } from '../../src/visualiser/environment/environment.types.ts';
import {
  type EnvironmentEvent,
  environmentAfter,
  settingsLeft,
} from '../../src/visualiser/environment/environmentStore.ts';
import { scenarioFromFragment, scenarioUrl } from '../../src/visualiser/environment/scenarios.ts';
import { type MessagesEvent, messagesAfter } from '../../src/visualiser/messages/messagesStore.ts';

/** What the visualiser keeps of messages and of the environment, and the media features of a page. */

const afterMessages = (...events: MessagesEvent[]) =>
  events.reduce(messagesAfter, { seen: [], failures: {}, queue: [] });

describe('the messages', () => {
  test('are produced in the order of the queue, with a tick or the failure for each', () => {
    const queued: MessagesEvent = { type: 'queued', titles: ['one', 'other'] };
    const first: MessagesEvent = { type: 'ran', title: 'one', failure: 'No page answers.' };
    expect(afterMessages(queued, first)).toEqual({
      seen: [],
      failures: { one: 'No page answers.' },
      queue: ['other'],
    });
    const again: MessagesEvent = { type: 'ran', title: 'one', failure: null };
    expect(afterMessages(queued, first, again)).toEqual({ seen: ['one'], failures: {}, queue: ['other'] });
    expect(afterMessages(queued, { type: 'stopped' }).queue).toEqual([]);
  });

  test('are ticked once, and all ticks can be cleared', () => {
    const shown: MessagesEvent = { type: 'shown', titles: ['one'] };
    const state = afterMessages(shown);
    expect(messagesAfter(state, shown)).toBe(state);
    expect(messagesAfter(state, { type: 'cleared' }).seen).toEqual([]);
  });
});

const answer: ServerAnswer = { actor: 'send', status: 503, body: '{}', delay: 0, times: 2 };

const environmentAfterAll = (...events: EnvironmentEvent[]) =>
  events.reduce(environmentAfter, {
    settings: browserSettings,
    flow: null,
    left: [],
    revision: 0,
    scenarios: [],
  });

describe('the environment', () => {
  const added: EnvironmentEvent = { type: 'answerAdded', flow: 'contact', answer };
  const used: EnvironmentEvent = { type: 'answersUsed', left: [1] };

  test('counts the answers that are left, and tells a page nothing new for it', () => {
    const state = environmentAfterAll(added, used);
    expect(settingsLeft(state).answers).toEqual([{ ...answer, times: 1 }]);
    expect(state.revision).toBe(1);
    expect(environmentAfter(state, { type: 'answersUsed', left: [2] })).toBe(state);
    expect(environmentAfter(state, { type: 'answersUsed', left: [] })).toBe(state);
  });

  test('has the answers of one flow', () => {
    expect(environmentAfterAll(added, { ...added, flow: 'scholarship' })).toMatchObject({
      flow: 'scholarship',
      left: [2],
    });
    expect(environmentAfterAll(added, { type: 'answersRemoved' })).toMatchObject({ left: [], revision: 2 });
    expect(environmentAfterAll(added, { type: 'reset' }).settings).toBe(browserSettings);
  });

  test('is saved under a name, and begins anew when it is opened', () => {
    const lost: EnvironmentEvent = { type: 'set', settings: { network: 'lost' } };
    const { scenarios } = environmentAfterAll(added, lost, used, {
      type: 'saved',
      flow: 'contact',
      name: 'bad day',
    });
    const [scenario] = scenarios;
    if (!scenario) throw new Error('Nothing was saved.');
    expect(scenario.settings).toEqual({ ...browserSettings, network: 'lost', answers: [answer] });
    const opened = environmentAfterAll({ type: 'opened', scenario });
    expect(opened).toMatchObject({ flow: 'contact', left: [2], scenarios: [scenario] });
    expect(environmentAfter(opened, { type: 'opened', scenario }).scenarios).toHaveLength(1);
    expect(environmentAfter(opened, { type: 'removed', scenario }).scenarios).toEqual([]);
  });

  test('a scenario goes through a link; what is no scenario is refused', async () => {
    const scenario = {
      name: 'bad day',
      flow: 'contact',
      settings: { ...browserSettings, answers: [answer] },
    };
    const url = new URL(await scenarioUrl(scenario, 'http://localhost'));
    expect(url.pathname).toBe('/visualiser/contact');
    expect(await scenarioFromFragment(url.hash)).toEqual(scenario);
    expect(await scenarioFromFragment('#scenario=1.cut')).toBeNull();
    const withAnswer = (change: Partial<ServerAnswer>) => ({
      ...scenario,
      settings: { ...browserSettings, answers: [{ ...answer, ...change }] },
    });
    for (const change of [{ status: 42 }, { times: 0 }]) {
      const { hash } = new URL(await scenarioUrl(withAnswer(change), 'http://localhost'));
      expect(await scenarioFromFragment(hash)).toBeNull();
    }
  });
});

test.each([
  ['(prefers-color-scheme: dark)', ALWAYS],
  ['(prefers-color-scheme: light)', NEVER],
  [
    'screen and (prefers-color-scheme:dark) and (min-width: 10em)',
    `screen and ${ALWAYS} and (min-width: 10em)`,
  ],
  ['(prefers-reduced-motion)', NEVER],
  ['(prefers-reduced-motion: no-preference)', ALWAYS],
  ['(prefers-contrast: more)', '(prefers-contrast: more)'],
])('the media query %s', (query, rewritten) => {
  const values = { 'prefers-color-scheme': 'dark', 'prefers-reduced-motion': 'no-preference' };
  expect(rewriteMedia(query, values)).toBe(rewritten);
  expect(rewriteMedia(query, { 'prefers-color-scheme': null })).toBe(query);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactMessages } from '../../machines/contact/contact.rules.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
import { contact } from '../../src/flows/contact.ts';
import { browserSettings } from '../../src/visualiser/environment/environment.types.ts';
import { pageEnvironmentOf, SLOW_DELAY } from '../../src/visualiser/environment/pageEnvironment.ts';
import { caseCodeOf } from '../../src/visualiser/environment/scenarios.ts';
import { outcomeOfAnswer } from '../../src/visualiser/environment/serverCalls.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The outcomes that the site's own actors make of an answer of the server. */

const siteFlows = catalogue.filter(({ page }) => page !== null);

const flowWithId = (id: string) => {
  const flow = siteFlows.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  return flow;
};

const said = JSON.stringify({ success: false, message: 'Not today.', error: 'Not today.' });
const html = '<h1>Bad gateway</h1>';
const error = (message: string) => ({ kind: 'error', message });
const order = { id: 'order_1', amount: 200_000, currency: 'INR', key: 'rzp_key' };

test.each([
  ['contact', 'send', 503, said, error('Not today.')],
  ['contact', 'send', 502, html, error(contactMessages.notJson)],
  ['contact', 'send', 200, '{}', { kind: 'output', output: {} }],
  ['callBack', 'send', 429, said, error('Not today.')],
  ['scholarship', 'send', 502, html, error(scholarshipMessages.unexpected)],
  ['scholarship', 'send', 200, said, error('Not today.')],
  ['registration', 'createOrder', 503, said, error('Not today.')],
  ['registration', 'createOrder', 204, '', error(registrationMessages.orderFailed)],
  [
    'registration',
    'createOrder',
    200,
    JSON.stringify({ success: true, order }),
    { kind: 'output', output: order },
  ],
  ['registration', 'register', 500, html, error(registrationMessages.registerFailed)],
  [
    'registration',
    'register',
    400,
    JSON.stringify({ error: 'No such city.', field: 'city' }),
    { kind: 'output', output: { field: 'city', message: 'No such city.' } },
  ],
] as const)('%s, %s: %i %s', async (id, actor, status, body, outcome) => {
  expect(await outcomeOfAnswer(flowWithId(id), actor, { status, body })).toEqual(outcome);
});

test('an actor that does not call the server has no answer', async () => {
  await expect(outcomeOfAnswer(flowWithId('blogPost'), 'loadPost', null)).rejects.toThrow(
    'does not call the server',
  );
});

describe('the network', () => {
  const contactFlow = flowWithId('contact');
  const answersOf = async (network: 'slow' | 'lost') =>
    (await pageEnvironmentOf(contactFlow, siteFlows, { ...browserSettings, network })).answers;

  test('is lost for every call and every load, and for no payment window', async () => {
    const answers = await answersOf('lost');
    const lost = answers.map(({ flow, actor }) => `${flow} ${actor}`).sort();
    expect(lost).toEqual(
      siteFlows
        .flatMap(({ id, outcomes }) => Object.keys(outcomes).map((actor) => `${id} ${actor}`))
        .filter((name) => name !== 'registration checkout')
        .sort(),
    );
    const messageOf = (flow: string, actor: string) =>
      answers.find((answer) => answer.flow === flow && answer.actor === actor)?.outcome;
    expect(messageOf('contact', 'send')).toEqual(error('Failed to fetch'));
    expect(messageOf('registration', 'register')).toEqual(error(registrationMessages.unreachable));
    expect(nonEmpty(answers).every(({ times, delay }) => times === null && delay === 0)).toBe(true);
  });

  test('is slow: the real actor starts later', async () => {
    const answers = await answersOf('slow');
    expect(
      nonEmpty(answers).every(({ delay, outcome }) => delay === SLOW_DELAY && outcome.kind === 'real'),
    ).toBe(true);
  });
});

test('the answers of a scenario as cases of the flow', async () => {
  const answer = { actor: 'send', status: 503, body: said, delay: 0, times: 1 };
  const settings = { ...browserSettings, answers: [answer, { ...answer, status: 200, body: '{}' }] };
  expect(await caseCodeOf(flowWithId('contact'), { name: "today's", flow: 'contact', settings })).toBe(
    `  // To be added in machines/contact/contact.cases.ts.
  outcomes: {
    send: {
      "today's, 1": { error: new Error('Not today.') },
      "today's, 2": { output: {} },
    },
  },
`,
  );
});

test('a single answer has the name of its scenario, and the answers of an actor stand together', async () => {
  const opened = {
    ...{ actor: 'createOrder', status: 200, delay: 0, times: 1 },
    body: JSON.stringify({ success: true, order: { ...order, key: 'k'.repeat(60) } }),
  };
  const refused = { ...opened, actor: 'register', status: 503, body: said };
  const codeOf = (...answers: (typeof opened)[]) =>
    caseCodeOf(flowWithId('registration'), {
      ...{ name: 'a day', flow: 'registration', settings: { ...browserSettings, answers } },
    });
  const code = (title: string) => `      '${title}': { output: {
        id: 'order_1',
        amount: 200000,
        currency: 'INR',
        key: '${'k'.repeat(60)}',
      } },
`;
  expect(await codeOf(opened)).toBe(`  // To be added in machines/registration/registration.cases.ts.
  outcomes: {
    createOrder: {
${code('a day')}    },
  },
`);
  expect(
    await codeOf(opened, refused, opened),
  ).toBe(`  // To be added in machines/registration/registration.cases.ts.
  outcomes: {
    createOrder: {
${code('a day, 1')}${code('a day, 3')}    },
    register: {
      'a day, 2': { error: new Error('Not today.') },
    },
  },
`);
});

describe('the environment of a page', () => {
  const contactFlow = flowWithId('contact');
  const answer = { actor: 'send', status: 503, body: said, delay: 50, times: 2 };
  const settings = {
    ...({ network: 'normal', locale: 'hi-IN', colorScheme: 'dark', reducedMotion: 'reduce' } as const),
    answers: [answer],
  };

  test('has the answers of one flow, as its own actor understands them', async () => {
    expect(await pageEnvironmentOf(contactFlow, siteFlows, settings)).toEqual({
      ...{ isOffline: false, locale: 'hi-IN', colorScheme: 'dark', reducedMotion: 'reduce' },
      answers: [{ flow: 'contact', actor: 'send', outcome: error('Not today.'), delay: 50, times: 2 }],
    });
    expect((await pageEnvironmentOf(null, siteFlows, settings)).answers).toEqual([]);
  });

  test('has the own answers before those of the network', async () => {
    const lost = await pageEnvironmentOf(contactFlow, [contactFlow], { ...settings, network: 'lost' });
    expect(lost.isOffline).toBe(true);
    expect(lost.answers).toEqual([
      { flow: 'contact', actor: 'send', outcome: error('Not today.'), delay: 50, times: 2 },
      { flow: 'contact', actor: 'send', outcome: error('Failed to fetch'), delay: 0, times: null },
    ]);
    const slow = await pageEnvironmentOf(null, [contactFlow], { ...settings, network: 'slow' });
    expect(slow.isOffline).toBe(false);
    expect(slow.answers).toEqual([
      { flow: 'contact', actor: 'send', outcome: { kind: 'real' }, delay: 8_000, times: null },
    ]);
  });
});

describe('an answer of the server', () => {
  const send = Object(contact.machine.implementations.actors.send);
  const flow = flowWithId('contact');

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([204, 205, 304])('may have the status %i, which has no body', async (status) => {
    expect(await outcomeOfAnswer(flow, 'send', { status, body: 'text' })).toEqual(
      error(contactMessages.notJson),
    );
  });

  test('is one to the valid values of the form, or to other ones', async () => {
    const created = vi.spyOn(send, 'getInitialSnapshot');
    await outcomeOfAnswer(flow, 'send', { status: 200, body: '{}' });
    expect(created.mock.lastCall?.[1]).toEqual({
      ...{ email: 'asha@example.com', proof: null },
      ...contactCases.events.changed['everything valid'],
    });
    await outcomeOfAnswer(flow, 'send', { status: 200, body: '{}' }, { values: 'other' });
    expect(created.mock.lastCall?.[1]).toEqual({ values: 'other' });
  });

  test('leaves the network as it was where the actor cannot start', async () => {
    const { fetch } = window;
    vi.spyOn(send, 'start').mockImplementation(() => {
      throw new Error('It does not start.');
    });
    expect(await outcomeOfAnswer(flow, 'send', { status: 200, body: '{}' })).toEqual(
      error('It does not start.'),
    );
    expect(window.fetch).toBe(fetch);
  });
});

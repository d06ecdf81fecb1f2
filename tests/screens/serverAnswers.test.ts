import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { contactMessages } from '../../machines/contact/contact.rules.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { scholarshipMessages } from '../../machines/scholarship/scholarship.rules.ts';
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
  const contact = flowWithId('contact');
  const answersOf = async (network: 'slow' | 'lost') =>
    (await pageEnvironmentOf(contact, siteFlows, { ...browserSettings, network })).answers;

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

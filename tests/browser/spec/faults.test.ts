import { createServer, type Server } from 'node:http';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { wayTo } from '../../../machines/paths/plan.ts';
import { chromiumHands } from '../../drivers/chromium.ts';
import { walk } from '../../drivers/driver.ts';
import { plans } from '../../drivers/plans.ts';
import { sharedBrowser } from '../browser.ts';
import { html, json } from './held.ts';

/** What can become of each of the five calls: the words that are shown, what was typed is kept, a second try works. */

const { browser } = sharedBrowser();

/** What the visitor reads after a fault; null where the specification counts it as a success. */
type Words = {
  unreachable: string;
  timedOut: string;
  /** The service refuses and does not say why. */
  silent: string;
  page: string | null;
  gatewayPage: string;
  cutOff: string | null;
  refusalCutOff: string;
};

const TIMED_OUT = 'The server did not answer in time. Please try again.';
const FAILED_TO_FETCH = 'Failed to fetch';

const sameForAll = (text: string) => ({
  silent: text,
  page: text,
  gatewayPage: text,
  cutOff: text,
  refusalCutOff: text,
});

const calls = [
  {
    call: '/api/contact',
    flow: 'contact',
    at: 'submitting',
    answer: 'send: taken',
    done: 'done',
    words: {
      unreachable: FAILED_TO_FETCH,
      timedOut: TIMED_OUT,
      ...sameForAll('Failed to send message'),
      page: 'Invalid response from server',
      gatewayPage: 'Invalid response from server',
      cutOff: null,
    },
  },
  {
    call: '/api/inquiry',
    flow: 'callBack',
    at: 'submitting.shown',
    answer: 'send: taken',
    done: 'done',
    words: {
      unreachable: 'Failed to submit inquiry',
      timedOut: TIMED_OUT,
      ...sameForAll('Failed to submit inquiry'),
      page: null,
      cutOff: null,
    },
  },
  {
    call: '/api/apply',
    flow: 'scholarship',
    at: 'submitting',
    answer: 'send: taken without a word',
    done: 'done',
    words: {
      unreachable: 'An error occurred. Please try again later.',
      timedOut: TIMED_OUT,
      ...sameForAll('An error occurred. Please try again later.'),
      silent: 'Failed to submit application',
    },
  },
  {
    call: '/create-order',
    flow: 'registration',
    at: 'creatingOrder',
    answer: 'createOrder: an open order',
    done: 'loadingCheckout.requesting.prompt',
    words: {
      unreachable: 'We could not reach the server. Please check your connection and try again.',
      timedOut: 'The server did not answer in time. You have not paid anything. Please try again.',
      ...sameForAll('We could not start the payment. Please try again.'),
    },
  },
  {
    call: '/api/register',
    flow: 'registration',
    at: 'registering',
    answer: 'register: stored',
    done: 'registered',
    words: {
      unreachable: 'We could not reach the server. Please check your connection and try again.',
      timedOut:
        'We have your payment, but could not save the registration. Please try again; you will not pay twice.',
      ...sameForAll(
        'We have your payment, but could not save the registration. Please try again; you will not pay twice.',
      ),
    },
  },
] as const satisfies readonly { words: Words; [part: string]: unknown }[];

type Hands = Awaited<ReturnType<typeof chromiumHands>>;

type Fault = {
  fault: string;
  /** What becomes of the call that waits. */
  befall: (route: Route, hands: Hands) => Promise<void>;
  words: (words: Words) => string | null;
  isOver?: (hands: Hands) => Promise<void>;
};

const refusal = (status: number, text: string) =>
  json(status, { success: false, message: text, error: text });
const LIMITED = 'We have received too many requests with this phone number. Please try again in 2 minutes.';
const AWAY = 'We cannot take this at the moment. Please try again in a few minutes.';

const faults: Fault[] = [
  {
    fault: 'offline',
    befall: async (route, { page }) => {
      await page.context().setOffline(true);
      await route.continue();
    },
    words: ({ unreachable }) => unreachable,
    isOver: ({ page }) => page.context().setOffline(false),
  },
  {
    fault: 'refused',
    befall: (route) => route.abort('connectionrefused'),
    words: ({ unreachable }) => unreachable,
  },
  { fault: 'timed out', befall: (_, { pass }) => pass(30_000), words: ({ timedOut }) => timedOut },
  {
    fault: '4xx with a message',
    befall: (route) => route.fulfill({ ...refusal(429, LIMITED), headers: { 'retry-after': '120' } }),
    words: () => LIMITED,
  },
  {
    fault: '4xx without a message',
    befall: (route) => route.fulfill(json(404, { success: false })),
    words: ({ silent }) => silent,
  },
  {
    fault: '5xx with a message',
    befall: (route) => route.fulfill(refusal(503, AWAY)),
    words: () => AWAY,
  },
  {
    fault: '5xx without a message',
    befall: (route) => route.fulfill(json(500, {})),
    words: ({ silent }) => silent,
  },
  {
    fault: 'a page instead of JSON',
    befall: (route) => route.fulfill(html(200)),
    words: ({ page }) => page,
  },
  {
    fault: 'the page of a gateway',
    befall: (route) => route.fulfill(html(502)),
    words: ({ gatewayPage }) => gatewayPage,
  },
  {
    fault: 'cut off half-way',
    befall: (route) => route.continue({ url: `${cuttingOff()}/200` }),
    words: ({ cutOff }) => cutOff,
  },
  {
    fault: 'a refusal that is cut off half-way',
    befall: (route) => route.continue({ url: `${cuttingOff()}/503` }),
    words: ({ refusalCutOff }) => refusalCutOff,
  },
];

let server: Server;

/** Where each answer ends half-way; the last part of the address is its status. */
const cuttingOff = () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('nobody listens');
  return `http://127.0.0.1:${address.port}`;
};

beforeAll(async () => {
  const text = JSON.stringify({ success: true, message: 'This never arrives.' });
  server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), {
      'content-type': 'application/json',
      'content-length': text.length,
    });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

describe.each(calls)('§7, §8 $call', ({ call, flow: id, at, answer, done, words }) => {
  const plan = plans.find((each) => each.id === id);
  if (!plan) throw new Error(`there is no flow "${id}"`);
  const { flow, graph, driver } = plan;
  const waiting: Route[] = [];
  let isFaulty = true;
  let made = 0;
  let hands: Hands;

  beforeAll(async () => {
    hands = await chromiumHands(browser(), inject('site'), id);
    await hands.page.route(`**${call}`, (route) => {
      made += 1;
      return isFaulty ? void waiting.push(route) : route.fallback();
    });
  });
  afterAll(() => hands.close());

  const deed = async (name: string) => {
    const found = driver.deeds.get(name);
    if (typeof found !== 'function') throw new Error(`no deed "${name}"`);
    await found(hands);
  };
  const held = async (): Promise<Route> => {
    await expect.poll(() => waiting.length, { message: `a call to ${call}` }).toBe(1);
    const route = waiting.pop();
    if (!route) throw new Error(`no call to ${call} waits for an answer`);
    return route;
  };

  /** A visitor who has sent the form: its call waits. Returns what was typed and the call. */
  async function sent() {
    await hands.page.goto('/icon.svg');
    await hands.page.evaluate(() => sessionStorage.clear());
    waiting.length = 0;
    isFaulty = true;
    made = 0;
    await walk(flow, driver, wayTo(graph, at) ?? [], hands);
    return { typed: await hands.formValues(), route: await held() };
  }

  const secondTry = async () => {
    isFaulty = false;
    await deed('submitted: by the button');
    await hands.isIn(at);
    await deed(answer);
    await hands.isIn(done);
    expect(made).toBe(2);
  };

  test.each(faults)('$fault', async ({ befall, words: wordsOf, isOver }) => {
    onTestFinished(async () => isOver?.(hands));
    const { typed, route } = await sent();
    await befall(route, hands);
    const text = wordsOf(words);
    if (text === null) {
      await hands.isIn(done);
      return;
    }
    await hands.sees(text);
    expect(await hands.formValues()).toEqual(typed);
    await isOver?.(hands);
    await secondTry();
  });

  test('very slow: it is waited for, and succeeds', async () => {
    const { typed } = await sentToService();
    await hands.pass(29_000);
    await hands.isIn(at);
    expect(await hands.formValues()).toEqual(typed);
    await deed(answer);
    await hands.isIn(done);
    expect(made).toBe(1);
  });

  test('sent again while it waits: one call', async () => {
    await sentToService();
    await hands.page.locator(`[data-flow="${id}"] form`).evaluate((form) => {
      for (let times = 0; times < 3; times += 1) if (form instanceof HTMLFormElement) form.requestSubmit();
    });
    await hands.isIn(at);
    await deed(answer);
    await hands.isIn(done);
    expect(made).toBe(1);
  });

  test('answered when its time is over, beside the answer to a second try: the second one counts', async () => {
    const { typed, route } = await sent();
    await hands.pass(30_000);
    await hands.sees(words.timedOut);
    await deed('submitted: by the button');
    const second = await held();
    await route.fulfill(json(200, { success: true }));
    await second.fulfill(refusal(503, AWAY));
    await hands.sees(AWAY);
    expect(await hands.formValues()).toEqual(typed);
  });

  /** As above, but the call waits for the deeds of the driver. */
  async function sentToService() {
    const { typed, route } = await sent();
    await route.fallback();
    return { typed };
  }
});

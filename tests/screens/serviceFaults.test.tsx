import { fireEvent } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pathTo } from '../../machines/paths/plan.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform, walk } from '../drivers/driver.ts';
import type { Reply } from '../drivers/pageDriver.ts';
import { planWithId } from '../drivers/plans.ts';
import {
  type FailureTexts,
  RATE_LIMITED_MESSAGE,
  refusal,
  serviceCalls,
  UNAVAILABLE_MESSAGE,
} from '../support/serviceCalls.ts';

/** Every response of the service to each of the five calls: its text is shown, the typed values stay, and a second try works. */

type Fault = {
  fault: string;
  /** The reply to the call; null if there is none until the timeout. */
  reply: Reply | null;
  words: (words: FailureTexts) => string | null;
};

const PAGE = '<h1>Welcome</h1>';

const faults: Fault[] = [
  { fault: 'refused', reply: 'disconnected', words: ({ unreachable }) => unreachable },
  { fault: 'timed out', reply: null, words: ({ timedOut }) => timedOut },
  {
    fault: '4xx with a message',
    reply: { status: 429, json: refusal(RATE_LIMITED_MESSAGE) },
    words: () => RATE_LIMITED_MESSAGE,
  },
  {
    fault: '4xx without a message',
    reply: { status: 404, json: { success: false } },
    words: ({ silent }) => silent,
  },
  {
    fault: '5xx with a message',
    reply: { status: 503, json: refusal(UNAVAILABLE_MESSAGE) },
    words: () => UNAVAILABLE_MESSAGE,
  },
  { fault: '5xx without a message', reply: { status: 500, json: {} }, words: ({ silent }) => silent },
  { fault: 'a page instead of JSON', reply: { status: 200, text: PAGE }, words: ({ page }) => page },
  {
    fault: 'the page of a gateway',
    reply: { status: 502, text: PAGE },
    words: ({ gatewayPage }) => gatewayPage,
  },
];

describe.each(serviceCalls)('§7, §8 $call', ({ call, flow: id, at, outcome, done, words }) => {
  const { flow, graph, driver } = planWithId(id);

  /** Submits the form, and returns while its call is pending. */
  async function submitForm() {
    const page = domPageDriver(id);
    onTestFinished(page.close);
    await walk(flow, driver, pathTo(graph, at) ?? [], page);
    return { page, typed: await page.screen.formValues() };
  }

  test.each(faults)('$fault', async ({ reply, words: wordsOf }) => {
    const { page, typed } = await submitForm();
    await (reply ? page.network.reply(call, reply) : page.clock.advance(30_000));
    const text = wordsOf(words);
    if (text === null) {
      await page.screen.expectState(done);
      return;
    }
    await page.screen.expectText(text);
    expect(await page.screen.formValues()).toEqual(typed);
    await perform(driver, 'submitted: by the button', page);
    await page.screen.expectState(at);
    await perform(driver, outcome, page);
    await page.screen.expectState(done);
    expect(await page.network.calls(call)).toHaveLength(2);
  });

  test('very slow: it is waited for, and succeeds', async () => {
    const { page, typed } = await submitForm();
    await page.clock.advance(29_000);
    await page.screen.expectState(at);
    expect(await page.screen.formValues()).toEqual(typed);
    await perform(driver, outcome, page);
    await page.screen.expectState(done);
    expect(await page.network.calls(call)).toHaveLength(1);
  });

  test('sent again while it waits: one call', async () => {
    const { page } = await submitForm();
    const form = document.querySelector(`[data-flow="${id}"] form`);
    if (!form) throw new Error('there is no form');
    for (let times = 0; times < 3; times += 1) fireEvent.submit(form);
    await page.screen.expectState(at);
    await perform(driver, outcome, page);
    await page.screen.expectState(done);
    expect(await page.network.calls(call)).toHaveLength(1);
  });
});

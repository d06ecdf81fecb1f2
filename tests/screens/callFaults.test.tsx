import { fireEvent } from '@testing-library/react';
import { afterAll, describe, expect, test } from 'vitest';
import { freezeTab, setClock } from '../drivers/dom/domEnvironment.ts';
import { type DomPageDriver, domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform, walk } from '../drivers/driver.ts';
import { planWithId } from '../drivers/plans.ts';
import {
  type CallFault,
  callFaults,
  RATE_LIMITED_MESSAGE,
  refusal,
  serviceCalls,
  UNAVAILABLE_MESSAGE,
} from '../support/faults/pageFaults.ts';

/**
 * Every fault of each of the five calls: its text is shown, the typed values stay, and the next try is one more
 * call.
 */

const PAGE = '<h1>Welcome</h1>';
const TIMEOUT_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;
const CUT_OFF = '{"success": true, "message": "This ne';

type Waiting = { page: DomPageDriver; call: string; flow: string; answer: () => Promise<void> };

const reply =
  (given: Parameters<DomPageDriver['network']['reply']>[1]) =>
  ({ page, call }: Waiting) =>
    page.network.reply(call, given);

/** Does something while a call waits, and lets its time pass. */
const whileWaiting = (act: (waiting: Waiting) => unknown) => async (waiting: Waiting) => {
  await act(waiting);
  await waiting.page.clock.advance(TIMEOUT_MS);
};

const causes: Record<CallFault, (waiting: Waiting) => Promise<unknown>> = {
  'there is no connection': reply('disconnected'),
  'no answer comes': whileWaiting(() => {}),
  'the answer comes after the time is over': async ({ page, call }) => {
    await page.clock.advance(TIMEOUT_MS);
    await page.network.replyLate(call, { status: 200, json: { success: true } });
  },
  'the answer is lost half-way': ({ page, call }) =>
    page.network.replyCutOff(call, { status: 200, cutOff: CUT_OFF }),
  'a refusal is lost half-way': ({ page, call }) =>
    page.network.replyCutOff(call, { status: 503, cutOff: CUT_OFF }),
  'a refusal with a sentence': reply({ status: 429, json: refusal(RATE_LIMITED_MESSAGE) }),
  'a refusal without one': reply({ status: 404, json: { success: false } }),
  'an error of the server with a sentence': reply({ status: 503, json: refusal(UNAVAILABLE_MESSAGE) }),
  'an error of the server without one': reply({ status: 500, json: {} }),
  'a page in place of JSON': reply({ status: 200, text: PAGE }),
  'the page of a gateway': reply({ status: 502, text: PAGE }),
  'the clock is set back by a day': whileWaiting(() => setClock(-24 * HOUR_MS)),
  'the clock is set forward by a day': whileWaiting(() => setClock(24 * HOUR_MS)),
  'the tab is frozen for an hour and restored': whileWaiting(({ page }) => freezeTab(page, HOUR_MS)),
  'the form is sent again while it waits': whileWaiting(({ flow }) => {
    const form = document.querySelector(`[data-flow="${flow}"] form`);
    if (!form) throw new Error('there is no form');
    for (let times = 0; times < 3; times += 1) fireEvent.submit(form);
  }),
  'the answer comes in the last second': async ({ page, answer }) => {
    const state = await page.screen.state();
    await page.clock.advance(TIMEOUT_MS - 1000);
    expect(await page.screen.state()).toBe(state);
    await answer();
  },
};

const causeOf = new Map(Object.entries(causes));

describe.each(serviceCalls)('§7, §8 $call', ({ call, flow: id, at, outcome, done, words }) => {
  const { flow, graph, driver } = planWithId(id);
  let page: DomPageDriver | undefined;
  afterAll(() => page?.close());

  /** A page with a waiting call: the call of the fault before, sent again, or a new one. */
  async function waitingCall(): Promise<DomPageDriver> {
    if (page && (await page.screen.state()) === at) return page;
    page?.close();
    page = domPageDriver(id);
    await walk(flow, driver, graph.pathTo(at) ?? [], page);
    return page;
  }

  test.each(Object.entries(callFaults))(
    'the form says what happened and keeps what was typed: %s',
    async (fault, { words: wordsOf }) => {
      const current = await waitingCall();
      const { screen, network } = current;
      const typed = await screen.formValues();
      const count = (await network.calls(call)).length;
      await causeOf.get(fault)?.({
        page: current,
        call,
        flow: id,
        answer: () => perform(driver, outcome, current),
      });
      expect(await network.calls(call), 'calls').toHaveLength(count);
      const text = wordsOf(words);
      if (text === null) return screen.expectState(done);
      await screen.expectText(text);
      expect(await screen.formValues()).toEqual(typed);
      await perform(driver, 'submitted: by the button', current);
      await screen.expectState(at);
      expect(await network.calls(call), 'calls').toHaveLength(count + 1);
    },
  );
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Path, stateName } from '../../machines/paths/index.ts';
import {
  type ChromiumPageDriver,
  chromiumPageDriver,
  untilHydrated,
} from '../drivers/chromium/chromiumPageDriver.ts';
import { perform, walk } from '../drivers/driver.ts';
import {
  type Plan,
  pathWithText,
  plansWithDraft,
  planWithId,
  sitePlans,
  valuesAtEnd,
} from '../drivers/plans.ts';
import { fetchFaults, type TabFault, tabFaults } from '../support/faults/pageFaults.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { existingPath } from '../support/walkOrShorten.ts';
import { sharedBrowser } from './browser.ts';

/**
 * Reloads, leaving and returning, other tabs and a failing network: no typed value is lost, and every flow works.
 */

const { browser, newPage } = sharedBrowser();

/** Opens a page driver for a flow; when the test ends, asserts that nothing went wrong on its page. */
async function openPageDriver({ flow }: Plan): Promise<ChromiumPageDriver> {
  const pageDriver = await chromiumPageDriver(browser(), inject('site'), flow.id);
  onTestFinished(async () => {
    await pageDriver.close();
    expect(pageDriver.screen.incidents()).toEqual([]);
  });
  return pageDriver;
}

/** Disturbances of a page that are unknown to its flow, each with the message of the walk. */
const pageProblems: Record<string, [mistake: string, said: string]> = {
  'throws in a listener': ['reportError(new Error("it broke"))', 'Uncaught: it broke'],
  'leaves a rejection': [
    // The browser tells it after the task in which it happens.
    'Promise.reject(new Error("it broke")); new Promise((onmessage) => { const { port1, port2 } = new MessageChannel(); Object.assign(port1, { onmessage }); port2.postMessage(0) })',
    'Uncaught: it broke',
  ],
  'logs an error': ['console.error("not good")', 'The console says: not good'],
  'does what its policy forbids': [
    'document.body.append(Object.assign(document.createElement("style"), { textContent: "p {}" }))',
    'Content Security Policy',
  ],
  'asks for a picture that is not there': [
    'new Promise((onerror) => Object.assign(new Image(), { onerror, src: "/nowhere.png" }))',
    'GET /nowhere.png was replied to with 404',
  ],
  'asks for a script that does not come': [
    'new Promise((onerror) => document.body.append(Object.assign(document.createElement("script"), { onerror, src: "/gone.js" })))',
    'GET /gone.js failed: net::ERR_CONNECTION_RESET',
  ],
  'sticks out of the window': ['document.body.style.width = "150vw"', 'px stick out of the window'],
};

test.each(Object.entries(pageProblems))('a walk fails on a page that %s', async (_, [mistake, said]) => {
  const { plan, path } = planWithPath('scholarshipTerms', 'toggled: by the button');
  const pageDriver = await chromiumPageDriver(browser(), inject('site'), plan.id);
  onTestFinished(pageDriver.close);
  const { page, user, screen } = pageDriver;
  await page.route('**/gone.js', (route) => route.abort('connectionreset'));
  const press = async (name: string | RegExp) => {
    await user.press(name);
    await page.evaluate(mistake);
  };
  const failure: unknown = await walk(plan.flow, plan.driver, path, {
    ...pageDriver,
    user: { ...user, press },
    screen: { ...screen, patience: 1_000 },
  }).catch((error: unknown) => error);
  expect(failure instanceof Error ? String(failure.cause) : failure).toContain(said);
});

/** Actions by which a visitor leaves a page and returns to it. */
const disturbances = {
  'a reload': async ({ page }: ChromiumPageDriver) => {
    await page.reload();
    await untilHydrated(page);
  },
  'going away, back, forward and back again': async ({ page }: ChromiumPageDriver) => {
    await page.goto('/terms');
    for (const go of [() => page.goBack(), () => page.goForward(), () => page.goBack()]) {
      await untilHydrated(page);
      await go();
    }
    await untilHydrated(page);
  },
} satisfies Record<string, ({ page }: ChromiumPageDriver) => Promise<void>>;

/** Leaves by a link and comes back, without loading a page. */
async function leaveByLink({ page }: ChromiumPageDriver): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')?.click());
  await page.waitForURL('**/about');
  await page.goBack();
}

/**
 * The nearest state of a form with a pending call, or else the last state. `npm run test:more` adds the first and
 * the last; tests/screens/drafts.test.tsx covers all.
 */
function sampleStates(planned: Plan): Set<string> {
  const [first = '', ...others] = planned.graph.stateNames;
  const last = others.at(-1) ?? first;
  const lengthTo = (name: string) => pathWithText(planned, name).length;
  const [waiting = last] = [...planned.graph.states.values()]
    .filter(({ snapshot }) => snapshot.hasTag('busy'))
    .map(({ snapshot }) => stateName(snapshot))
    .sort((one, other) => lengthTo(one) - lengthTo(other));
  return new Set([waiting, ...(isMore ? [first, last] : [])]);
}

/** In `npm test` without two forms that are sent as the call-back is; `npm run test:more` adds them. */
const keptPlans = plansWithDraft().filter(({ id }) => isMore || !['contact', 'scholarship'].includes(id));

describe.each(keptPlans)('$id keeps what was typed', (planned) => {
  const { flow, driver } = planned;

  test.each([...sampleStates(planned)])('in %s', async (name) => {
    const pageDriver = await openPageDriver(planned);
    const path = pathWithText(planned, name);
    await walk(flow, driver, path, pageDriver);
    const typedValues = valuesAtEnd(planned, path);
    const opener = pageDriver.page.getByRole('button', { name: 'Get a Call Back', exact: true });
    const { 'a reload': reload } = disturbances;
    // In `npm test` the longest form is left for other documents; `npm run test:more` adds the others.
    const all = isMore || flow.id === 'registration' ? disturbances : { 'a reload': reload };
    for (const [what, disturb] of nonEmpty(Object.entries({ ...all, 'another page': leaveByLink }))) {
      await disturb(pageDriver);
      await pageDriver.page.locator(`[data-flow="${flow.id}"]`).waitFor({ state: 'attached' });
      // A popup is closed on a new page; a dialog opens again by itself, unless it was closed.
      if (flow.id === 'callBack' && Object.keys(await pageDriver.screen.formValues()).length === 0)
        await opener.click();
      const isClosed = flow.id === 'jobApplication' && name === 'closed';
      const seen = () => (isClosed ? pageDriver.screen.dialogTitle() : pageDriver.screen.formValues());
      await expect.poll(seen, { message: what }).toEqual(isClosed ? null : typedValues);
    }
  });
});

/** In `npm test`, the plan that loads something; `npm run test:more` adds the others. */
const plansWithoutDraft = sitePlans().filter(
  ({ id, flow }) => !('draftFound' in flow.events) && (isMore || id === 'blogPost'),
);

describe.each(plansWithoutDraft)(
  '$id starts again and walks the same path',
  ({ flow, graph, driver, ...planned }) => {
    const { prepare: _, ...prepared } = driver;
    const paths = [...graph.stateNames].map((name) => graph.pathTo(name) ?? []);
    const longest = paths.reduce((one, other) => (other.length > one.length ? other : one), []);

    test(`after ${Object.keys(disturbances).join(', and after ')}`, async () => {
      const pageDriver = await openPageDriver({ flow, graph, driver, ...planned });
      await walk(flow, driver, longest, pageDriver);
      for (const [what, disturb] of Object.entries(disturbances)) {
        const open = async (path: string) => {
          if (new URL(pageDriver.page.url()).pathname === path) await disturb(pageDriver);
          else await pageDriver.browser.open(path);
        };
        await walk(flow, prepared, longest, {
          ...pageDriver,
          browser: { ...pageDriver.browser, open },
        }).catch((cause: unknown) => {
          throw new Error(`after ${what}`, { cause });
        });
      }
    });
  },
);

function planWithPath(id: string, ...names: string[]): { plan: Plan; path: Path } {
  const plan = planWithId(id);
  return { plan, path: existingPath(plan, ...names) };
}

const VALID_VALUES = 'changed: everything valid';
const SUBMITTED = 'submitted: by the button';

/** The paths of the other forms that are sent once, by the same machine, and those of other loaded parts. */
const ofOthers = [
  planWithPath('contact', VALID_VALUES, SUBMITTED, 'send: connection broken', SUBMITTED, 'send: accepted'),
  planWithPath(
    'callBack',
    'opened: by click',
    VALID_VALUES,
    SUBMITTED,
    'send: connection broken',
    SUBMITTED,
    'send: accepted',
  ),
  planWithPath('blogPost', 'loadPost: not loaded', 'retried: by its button', 'loadPost: loaded'),
  planWithPath(
    'routeLoading',
    'loadScreen: loaded',
    'navigated: to the About page',
    'loadScreen: not loaded',
    'retried: by the button',
    'loadScreen: loaded',
  ),
];

describe('a form sent while offline fails with its text and keeps what was typed', () => {
  test.each([
    planWithPath(
      'scholarship',
      VALID_VALUES,
      SUBMITTED,
      'send: connection broken',
      SUBMITTED,
      'send: accepted without a message',
    ),
    ...(isMore ? ofOthers : []),
    planWithPath(
      'registration',
      VALID_VALUES,
      SUBMITTED,
      'createOrder: cannot be reached',
      SUBMITTED,
      'createOrder: an open order',
    ),
  ])('$plan.id', async ({ plan, path }) => {
    const { flow, driver } = plan;
    const pageDriver = await openPageDriver(plan);
    const { page, network } = pageDriver;
    /** Lets the real service reply, or switches the network off. */
    const replyForReal = async <Reply>(
      reply: Reply,
      unreachable: Reply,
      continueCall: () => Promise<void>,
    ) => {
      await page.context().setOffline(reply === unreachable);
      await continueCall();
    };
    await walk(flow, driver, path, {
      ...pageDriver,
      network: {
        ...network,
        reply: (call, reply) => replyForReal(reply, 'disconnected', () => network.continueCall(call)),
        replyForPost: (reply) => replyForReal(reply, 'not loaded', () => network.replyForPost('loaded')),
        replyForScreen: (reply) => replyForReal(reply, 'not loaded', () => network.replyForScreen('loaded')),
      },
    });
  });
});

const causes: Record<TabFault, (page: Page) => Promise<Page>> = {
  'the page is opened in a second tab': async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    return other;
  },
  'the tab is duplicated': async (page) => {
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(window.location.href));
    return opened;
  },
};
const causeOf = new Map(Object.entries(causes));

describe('another tab changes nothing in the first', () => {
  test.each([
    { id: 'contact', at: 'submitting', call: '/api/contact', next: 'send: accepted', after: 'done' },
    {
      id: 'registration',
      at: 'paying.open',
      call: '/create-order',
      next: 'paymentSucceeded: the customer pays',
      after: 'registering',
    },
  ] as const)('$id', async ({ id, at, call, next, after }) => {
    const { flow, graph, driver } = planWithId(id);
    const pageDriver = await openPageDriver(planWithId(id));
    const { page, screen, network } = pageDriver;
    await walk(flow, driver, graph.pathTo(at) ?? [], pageDriver);
    const typed = await screen.formValues();
    for (const [fault, { otherTab, calls }] of nonEmpty(Object.entries(tabFaults))) {
      const other = await causeOf.get(fault)?.(page);
      if (!other) throw new Error(`nothing causes "${fault}"`);
      await untilHydrated(other);
      const root = other.locator(`[data-flow="${id}"]`);
      const { state, hasDraft } = otherTab[id];
      await expect.poll(() => root.getAttribute('data-state'), { message: fault }).toBe(state);
      const name = await root.locator(`#${id}-name`).inputValue();
      expect(name, fault).toBe(hasDraft ? Reflect.get(Object(typed), 'name') : '');
      await other.close();
      await screen.expectState(at);
      expect(await screen.formValues(), fault).toEqual(typed);
      expect(await network.calls(call), fault).toHaveLength(calls);
    }
    await perform(driver, next, pageDriver);
    await screen.expectState(after);
    expect(await network.calls(call)).toHaveLength(1);
  });
});

test('what fetch makes of a network that fails is what the tests on screens rely on', async () => {
  const text = JSON.stringify({ success: true, message: 'This never arrives.' });
  const server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': text.length };
    response.writeHead(Number(request.url?.slice(1)), headers);
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const page = await newPage();
  await page.goto('/contact');
  for (const [fault, expected] of nonEmpty(Object.entries(fetchFaults))) {
    await page.route('**/api/contact', (route) =>
      expected.status === null
        ? route.abort('connectionrefused')
        : route.continue({ url: `http://127.0.0.1:${port}/${expected.status}` }),
    );
    const found = await page.evaluate(async () => {
      let status: number | null = null;
      try {
        const response = await fetch('/api/contact', { method: 'POST', body: '{}' });
        status = response.status;
        return { status, error: JSON.stringify(await response.json()) };
      } catch (error) {
        return { status, error: String(error) };
      }
    });
    expect(found, fault).toEqual(expected);
    await page.unroute('**/api/contact');
  }
});

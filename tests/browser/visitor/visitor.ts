import type { Page } from 'playwright-core';
import { readFocus } from '../../../src/browser/readPage.ts';
import { recordIncidents } from '../../drivers/chromium/chromiumIncidents.ts';
import { untilHydrated } from '../../drivers/chromium/chromiumPageDriver.ts';
import { addPageScript, usableControls } from '../../drivers/chromium/chromiumScreen.ts';
import { controlKey, SeenControls } from '../../support/controls.ts';
import { randomOf } from '../../support/random.ts';
import { shrinking } from '../../support/walkOrShorten.ts';
import { type Action, elementOf, lastActions, nextAction, perform, sentenceOf, Uses } from './actions.ts';

/** A visitor who uses a site without a model of it. It judges only by problems that are wrong on any page. */

declare global {
  interface Window {
    /** The appearance of the page before a button was pressed. */
    appearanceBefore?: string;
  }
}

export type Visited = {
  /** The scheme, host and port of the site. Nothing else is loaded. */
  origin: string;
  openPage: () => Promise<{
    page: Page;
    giveBack: () => Promise<void>;
    /** Further problems after an action, such as in the log of the server; `mark` is in all typed texts. */
    inspect: (mark: string) => Promise<string[]>;
  }>;
  /** The paths that the visitor opens by themselves. */
  paths: readonly string[];
  /** Whether a page is at a path; a link that leads elsewhere is dead. */
  hasPage: (path: string) => boolean;
  /** Milliseconds in which a button must do something, and the focus be where it belongs. */
  patience: number;
};

type Limits = { actions?: number; milliseconds?: number };

/** Milliseconds in which a document that is loaded without a network hydrates, where it has all files. */
const OFFLINE_TIMEOUT = 1_000;

/** A page of the visited site with everything that judges it. */
async function judgedPage({ origin, openPage, hasPage, patience }: Visited, mark: string) {
  const { page, giveBack, inspect } = await openPage();
  const incidents = recordIncidents(page, new WeakSet());
  await addPageScript(page);
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.accept();
  });
  // No programme for telephone and mail is there, and no other site. A route would switch the browser's cache off.
  await page.addInitScript(() =>
    window.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && link.origin !== location.origin) event.preventDefault();
    }),
  );
  page.on('popup', (popup) => popup.close());

  let isOffline = false;
  /**
   * Waits until the page has rendered the effect of an action, and is hydrated if it was loaded. False where it
   * was loaded without a network and so lacks something.
   */
  const settle = async (): Promise<boolean> => {
    const hydrated = untilHydrated(page, isOffline ? OFFLINE_TIMEOUT : undefined).then(() => true);
    const isWhole = await (isOffline ? hydrated.catch(() => false) : hydrated);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return isWhole && !page.url().startsWith('chrome-error:');
  };

  const focused = () => page.locator(':root').evaluate(readFocus);
  /** Whether the press of a button shows or says something, or moves the focus off it. */
  const isWithoutEffect = async (button: string, dialogsBefore: number) =>
    dialogs.length === dialogsBefore &&
    ['', `button ${button}`].includes(await focused()) &&
    (await page.evaluate(() => window.appearance() === window.appearanceBefore));

  /** Whether something holds now, or within the time that a page has for it. */
  const isSoon = async (holds: () => Promise<boolean>): Promise<boolean> => {
    const end = performance.now() + patience;
    while (!(await holds())) {
      if (performance.now() > end) return false;
      await settle();
    }
    return true;
  };

  /**
   * Does an action; returns the first problem after it, null where there is none, undefined where it is
   * impossible.
   */
  const act = async (action: Action): Promise<string | null | undefined> => {
    const button = action.kind === 'press' && action.element.isButton ? action.element.name : null;
    const [hadFocus, { hash }] = [(await focused()) !== '', new URL(page.url())];
    const loads: string[] = [];
    const countLoad = () => void loads.push(page.url());
    page.on('domcontentloaded', countLoad);
    try {
      const dialogsBefore = dialogs.length;
      if (button !== null)
        await page.evaluate(() => {
          window.appearanceBefore = window.appearance();
        });
      if (!(await perform(page, action))) return undefined;
      if (action.kind === 'network') isOffline = action.isOffline;
      if (!(await settle())) {
        await page.context().setOffline(false);
        isOffline = false;
        await page.goto(origin);
        return null;
      }
      const hasEffect = async () =>
        button === null || loads.length > 0 || !(await isWithoutEffect(button, dialogsBefore));
      if (!(await isSoon(hasEffect))) return 'The button does nothing.';
    } catch (error) {
      const [said = ''] = String(error).split('\n', 1);
      // The page that was left has rendered the next one meanwhile.
      if (said.includes('not attached to the DOM')) return undefined;
      return `It cannot be done: ${said}`;
    } finally {
      page.off('domcontentloaded', countLoad);
    }
    const now = new URL(page.url());
    if (!hasPage(now.pathname)) return `This leads to ${now.pathname}, where there is no page.`;
    // A link within the page moves the place from which the next element gets the focus.
    const mayLoseFocus = action.kind !== 'press' || loads.length > 0 || now.hash !== hash;
    if (hadFocus && !mayLoseFocus && !(await isSoon(async () => (await focused()) !== '')))
      return 'The focus is lost.';
    const [document, incident] = [await page.evaluate(() => window.documentProblems()), incidents[0]];
    return incident ?? document[0] ?? (await inspect(mark))[0] ?? null;
  };
  return { page, act, giveBack, isOffline: () => isOffline };
}

/**
 * Walks through actions on a new page, and begins none after a time of `performance`. The result is the first
 * problem with the actions up to it; null where there is none.
 */
async function repeat(
  site: Visited,
  actions: readonly Action[],
  mark: string,
  end: number,
): Promise<{ actions: Action[]; problem: string } | null> {
  const { act, giveBack } = await judgedPage(site, mark);
  try {
    const done: Action[] = [];
    for (const action of actions) {
      if (performance.now() >= end) return null;
      const problem = await act(action);
      if (problem === undefined) continue;
      done.push(action);
      if (problem !== null) return { actions: done, problem };
    }
    return null;
  } finally {
    await giveBack();
  }
}

/** Shortening stops after so many walks, and begins no action after so many milliseconds. */
const SHORTENING = { attempts: 25, milliseconds: 30_000 };

/**
 * Yields the latest actions, from an opened page on, and the more of them the longer none fails; then leaves out
 * some.
 */
function* shorterThan(actions: readonly Action[], path: string) {
  for (let count = 0; count < actions.length / 2; count = 2 * count + 1) {
    const latest: Action[] = [{ kind: 'open', path }, ...actions.slice(actions.length - count)];
    const failed: readonly Action[] | null = yield latest;
    if (failed) return yield* shrinking(failed);
  }
  return yield* shrinking(actions);
}

/** The shortest list of actions found that ends in the same problem. */
async function shorten(
  site: Visited,
  actions: readonly Action[],
  problem: string,
  path: string,
  mark: string,
) {
  const last = actions.at(-1);
  if (!last) return actions;
  const end = performance.now() + SHORTENING.milliseconds;
  const candidates = shorterThan(actions.slice(0, -1), path);
  let candidate = candidates.next();
  let shortest = actions;
  for (let attempt = 0; attempt < SHORTENING.attempts && !candidate.done; attempt += 1) {
    const failed = await repeat(site, [...candidate.value, last], mark, end);
    const isSame = failed?.problem === problem;
    if (isSame && failed.actions.length < shortest.length) shortest = failed.actions;
    candidate = candidates.next(isSame ? failed.actions.slice(0, -1) : null);
  }
  return shortest;
}

/**
 * Visits a site with as many random actions as the limits allow, the same for the same seed as long as the site
 * replies the same. The result counts the uses of each control; `seen` gets all controls.
 *
 * @throws Error with the fewest actions found that lead to the first problem, and how they are repeated
 */
export async function visit(
  site: Visited,
  seed: number,
  { actions: most = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY }: Limits,
  seen = new SeenControls(),
): Promise<Uses> {
  const random = randomOf(seed);
  const uses = new Uses();
  const mark = `Visitor${seed}`;
  const { page, act, giveBack, isOffline } = await judgedPage(site, mark);
  await seen.watch(page);
  const end = performance.now() + milliseconds;
  const done: Action[] = [];
  const shownBy = new Map<string, Action>();
  /** Does an action, and returns the visit as it is after it. */
  const step = async (action: Action) => {
    const { pathname } = new URL(page.url(), site.origin);
    const problem = await act(action);
    if (problem !== undefined) done.push(action);
    if (problem) throw await failureOf(site, done, problem, pathname, seed, mark);
    const element = elementOf(action);
    if (element) uses.add(controlKey(element));
    const now = new URL(page.url()).pathname;
    if (now !== pathname) uses.add(now);
    const controls = await usableControls(page);
    seen.add(controls);
    for (const key of controls.map(controlKey)) if (!shownBy.has(key)) shownBy.set(key, action);
    return { ...site, controls, seen, shownBy, random, uses, mark, isOffline: isOffline() };
  };
  try {
    let visit = await step({ kind: 'open', path: site.paths[0] ?? '/' });
    while (done.length < most && performance.now() < end) visit = await step(nextAction(visit));
    for (const action of lastActions(visit)) await step(action);
    return uses;
  } finally {
    await giveBack();
  }
}

async function failureOf(
  site: Visited,
  done: Action[],
  problem: string,
  path: string,
  seed: number,
  mark: string,
): Promise<Error> {
  const shortest = await shorten(site, done, problem, path, mark);
  const steps = shortest.map((action, index) => `  ${index + 1}. ${sentenceOf(action)}`);
  const flow = shortest.map(elementOf).findLast((element) => element?.flow)?.flow;
  return new Error(
    [
      `${problem} (action ${done.length}, ${shortest.length} of which suffice)`,
      ...steps,
      `Again: npm run tools -- walk --seed ${seed}`,
      ...(flow ? [`In the visualiser: /visualiser/${flow.id}?state=${encodeURIComponent(flow.state)}`] : []),
    ].join('\n'),
  );
}

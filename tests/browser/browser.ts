import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { untilAlive } from '../drivers/alive.ts';
import { type BorrowedContext, borrowContext } from '../support/contexts.ts';

/** The shared Chromium, for the tests of one file; call it at the top of the file. */
export function sharedBrowser(): {
  browser: () => Browser;
  newPage: (options?: BrowserContextOptions & { cold?: boolean }) => Promise<Page>;
} {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterAll(() => browser?.close());
  const current = () => {
    if (!browser) throw new Error('the browser is not there yet');
    return browser;
  };
  return {
    browser: current,
    /**
     * A page of the built site in a context that no other page shares, gone when the test is over. The files of the
     * site are in its cache, unless it is `cold` or of a site of its own.
     */
    newPage: async ({ cold = false, ...options } = {}) => {
      const { context, giveBack } = await (cold || options.baseURL !== undefined
        ? newContext
        : borrowContext)(current(), { baseURL: inject('site'), ...options });
      onTestFinished(giveBack);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      return options.javaScriptEnabled === false ? page : alive(page);
    },
  };
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BorrowedContext> {
  const context = await browser.newContext(options);
  return { context, giveBack: () => context.close() };
}

/** A page that is alive when it has been opened or loaded again, unless a test is about what comes before. */
function alive(page: Page): Page {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    if (args[1]?.waitUntil !== 'commit') await untilAlive(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await untilAlive(page);
    return response;
  };
  return page;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the service has stored, as `npm run submissions` lists it. */
export function submissions(kind: string): Record<string, unknown>[] {
  const args = ['--import', 'tsx', 'server/submissions.ts', '--kind', kind];
  const env = { ...process.env, DATA_DIR: inject('dataDir') };
  const lines = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';

/** Milliseconds in which a page must show something, and between two looks at it. */
const PATIENCE = 60_000;
const INTERVAL = 50;

/** Waits until there is something to see. */
async function firstSeen<Seen>(
  what: string,
  look: () => Promise<Seen | null>,
  shown: () => unknown = () => 'nothing',
): Promise<Seen> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > end)
      throw new Error(`WebKit has not come to ${what}. It shows: ${await shown()}.`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

/** The key of a reference to an element in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

/** Starts a display without a screen where there is none. */
async function startDisplay(): Promise<{ name: string; server: ChildProcess | null }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, server: null };
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pipe = server.stdio[3];
  if (!pipe) throw new Error('Xvfb says no display.');
  const [number] = await Promise.race([
    once(pipe, 'data'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ]);
  return { name: `:${String(number).trim()}`, server };
}

/**
 * A page of WebKitGTK, driven by WebDriver alone: nothing is intercepted, and no script runs before those of the
 * page.
 */
export type WebkitPage = {
  open: (url: string) => Promise<void>;
  /** Evaluates a function in the page, which must not use anything of its module. */
  evaluate: <Args extends unknown[]>(run: (...args: Args) => unknown, ...args: Args) => Promise<unknown>;
  /** Waits until a function gives the expected result in the page. */
  expectIn: <Args extends unknown[]>(
    expected: unknown,
    run: (...args: Args) => unknown,
    ...args: Args
  ) => Promise<void>;
  /** Presses the visible button, tab or link with a name. */
  press: (name: string) => Promise<void>;
  /** Types into a control, or chooses its option, by a selector. */
  fill: (selector: string, text: string) => Promise<void>;
  /** Works in the document of the first frame, or again in that of the page. */
  switchToFrame: (isInFrame: boolean) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The visible element that a visitor presses, by its name, once it stands still and nothing covers it: WebDriver
 * presses the point where it was, and says nothing when something else is there.
 */
async function pressable(name: string): Promise<Element | null> {
  const candidates = [...document.querySelectorAll('button, [role=tab], a, summary, label')];
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const element = candidates.find(
    (candidate) =>
      nameOf(candidate) === name && candidate.getClientRects().length > 0 && !candidate.matches(':disabled'),
  );
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y, width, height } = element.getBoundingClientRect();
  const isStill = x === before.x && y === before.y && width === before.width;
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return isStill && element.contains(hit) ? element : null;
}

/** The states and messages of a page, for an error about a missing element. */
const shownIn = () =>
  [...document.querySelectorAll('[data-state], [role=alert], [role=status]')]
    .map((element) => `${element.getAttribute('data-state') ?? element.textContent}`)
    .filter((text) => text !== '')
    .join(', ');

/** Opens a page in WebKitGTK, with the driver and, where there is no display, one without a screen. */
export async function openWebkit(driverPath: string): Promise<WebkitPage> {
  const display = await startDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display.name };
  const driver = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore', env });
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value }: { value: unknown } = await response.json();
    if (!response.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  const stop = () => {
    driver.kill();
    display.server?.kill();
  };
  process.once('exit', stop);
  await firstSeen('a driver', () => request('GET', '/status').catch(() => null));
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: 'accept' } };
  const session = `/session/${Reflect.get(Object(await request('POST', '/session', { capabilities })), 'sessionId')}`;
  const command = (path: string, body: object = {}) => request('POST', `${session}${path}`, body);

  await command('/window/rect', { width: 1440, height: 1000 });
  const evaluate: WebkitPage['evaluate'] = (run, ...args) =>
    command('/execute/async', {
      script: `const done = arguments[arguments.length - 1];
        Promise.resolve((${run})(...[...arguments].slice(0, -1))).then(done, (error) => done(String(error)));`,
      args,
    });
  /** Waits for an element; returns its path. */
  const elementOf = async <Args extends unknown[]>(find: (...args: Args) => unknown, ...args: Args) => {
    const found = await firstSeen(
      `an element for ${args}`,
      () => evaluate(find, ...args),
      () => evaluate(shownIn),
    );
    return `/element/${Reflect.get(Object(found), ELEMENT)}`;
  };
  const withSelector = (selector: string) =>
    elementOf((given: string) => document.querySelector(given), selector);
  return {
    open: async (url) => void (await command('/url', { url })),
    evaluate,
    expectIn: (expected, run, ...args) =>
      expect.poll(() => evaluate(run, ...args), { timeout: PATIENCE }).toEqual(expected),
    press: async (name) => {
      const element = await elementOf(pressable, name);
      // The page may still scroll to it.
      await firstSeen(`press "${name}"`, () =>
        command(`${element}/click`).then(
          () => true,
          (error: unknown) => {
            if (String(error).includes('element not interactable')) return null;
            throw error;
          },
        ),
      );
    },
    fill: async (selector, text) => {
      const element = await withSelector(selector);
      await command(`${element}/value`, { text });
    },
    switchToFrame: async (isInFrame) => {
      if (!isInFrame) return void (await command('/frame', { id: null }));
      const frame = await evaluate(() => document.querySelector('iframe'));
      await command('/frame', { id: frame });
    },
    close: async () => {
      await request('DELETE', session).catch(() => null);
      process.off('exit', stop);
      stop();
    },
  };
}

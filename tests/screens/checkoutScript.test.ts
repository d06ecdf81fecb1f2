import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCheckoutScript } from '../../src/browser/razorpay.ts';

/** The script of the payment provider: it stays in the page only where it can be used. */

const scripts = () => [...document.head.querySelectorAll('script')];

let controller: AbortController;

beforeEach(() => {
  controller = new AbortController();
});
afterEach(() => {
  for (const script of scripts()) script.remove();
  vi.unstubAllGlobals();
});

/** Requests the script; returns its element and what becomes of the request. */
function request() {
  const outcome = loadCheckoutScript(controller.signal).then(
    ({ usable }) => (usable ? 'usable' : 'not usable'),
    (error: Error) => error.message,
  );
  const [script] = scripts();
  return { script, outcome };
}

const define = () => vi.stubGlobal('Razorpay', class {});

test.each([
  [
    'loads and defines its global',
    'usable',
    1,
    (script: Element) => {
      define();
      script.dispatchEvent(new Event('load'));
    },
  ],
  [
    'loads and defines nothing',
    'not usable',
    0,
    (script: Element) => script.dispatchEvent(new Event('load')),
  ],
  [
    'loads and defines something else',
    'not usable',
    0,
    (script: Element) => {
      vi.stubGlobal('Razorpay', { version: 2 });
      script.dispatchEvent(new Event('load'));
    },
  ],
  [
    'does not load',
    'The checkout script did not load.',
    0,
    (script: Element) => script.dispatchEvent(new Event('error')),
  ],
  ['is given up', 'The checkout script did not load.', 0, () => controller.abort()],
  [
    'is given up and loads after that',
    'The checkout script did not load.',
    0,
    (script: Element) => {
      controller.abort();
      script.dispatchEvent(new Event('load'));
    },
  ],
])('a script that %s: %s, %i in the page', async (_, expected, left, happens) => {
  const { script, outcome } = request();
  expect(scripts(), 'while it loads').toHaveLength(1);
  if (script) happens(script);
  expect(await outcome).toBe(expected);
  expect(scripts()).toHaveLength(left);
});

test('a script that is there already is not requested again', async () => {
  define();
  const { script, outcome } = request();
  expect(script).toBeUndefined();
  expect(await outcome).toBe('usable');
});

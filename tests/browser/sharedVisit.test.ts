import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';

const { sharedPage } = sharedBrowser();

/** The tests of this file follow one another on a page that they share. */

describe('a shared page', () => {
  const page = sharedPage('/about');
  let first: Page;

  test('is opened for the first test', () => {
    first = page();
    expect(new URL(first.url()).pathname).toBe('/about');
  });

  test.fails('is the same in the next test, which fails', () => {
    expect(page()).toBe(first);
    expect.unreachable();
  });

  test('is another one after a test that failed', () => {
    expect(first.isClosed()).toBe(true);
    expect(page()).not.toBe(first);
    expect(new URL(page().url()).pathname).toBe('/about');
  });
});

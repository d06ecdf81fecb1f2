import { describe, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';

const { sharedPage } = sharedBrowser();

/** The tests of this file follow one another on a page that they share. */

describe('a shared page', () => {
  const page = sharedPage('/about');
  const mark = () => page().evaluate(() => document.body.dataset.mark);

  test('is opened for the first test', async () => {
    expect(new URL(page().url()).pathname).toBe('/about');
    await page().evaluate(() => {
      document.body.dataset.mark = 'first visit';
    });
  });

  test('is the same in the next test', async () => {
    expect(await mark()).toBe('first visit');
  });

  test.fails('is given back by a test that fails', () => {
    expect.unreachable();
  });

  test('is visited again after it', async () => {
    expect(new URL(page().url()).pathname).toBe('/about');
    expect(await mark()).toBeUndefined();
  });
});

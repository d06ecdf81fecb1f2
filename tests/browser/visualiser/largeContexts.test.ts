import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHANNEL } from '../../../src/visualiser/shared/channel/index.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** Contexts with many rows, and contexts that grow with each event, from a page that a test plays. */

const { newPage } = sharedBrowser();

/** Presents a page over the channel, follows it, and returns a function that reports events with growing contexts. */
async function followPlayedPage(page: Page) {
  await page.evaluate((name) => {
    const info = { id: 'played', tab: 'played', path: '/contact', title: 'Played' };
    const values = { name: '', email: '', phone: '', message: '' };
    const environment = { invokedActors: [], paused: null, answersLeft: [] };
    const channel = new BroadcastChannel(name);
    let count = 0;
    let rows: object[] = [];
    const snapshotNow = () => {
      const context = { values, alert: null, count, rows };
      return { status: 'active', value: 'idle', children: {}, context };
    };
    let before = snapshotNow();
    const present = () => {
      const sessions = [{ session: 'x:0', flow: 'contact', snapshot: before, failure: null }];
      const number = 1e15;
      channel.postMessage({ type: 'present', number, page: info, sessions, microsteps: 0, ...environment });
    };
    channel.onmessage = ({ data }) => data.type === 'hello' && present();
    present();
    window.addEventListener('played', (event) => {
      const { grownBy, length } = Object(event).detail;
      count += 1;
      const text = 'x'.repeat(100);
      const more = Array.from({ length: grownBy }, (_, id) => ({ id: `${count}-${id}`, text }));
      rows = [...(length === undefined ? rows : []), ...more];
      const after = snapshotNow();
      const entry = {
        ...{ number: 1e15 + count, at: count, session: 'x:0', flow: 'contact', failure: null },
        ...{ event: { type: 'changed', values }, transitions: ['contact.idle · changed'], microsteps: 1 },
        ...{ guardResults: [], failedGuards: [], before, snapshot: after },
      };
      before = after;
      const report = { page: info, microsteps: count, endedSessions: [], observations: [], entries: [entry] };
      channel.postMessage({ type: 'observed', ...report, ...environment });
    });
  }, CHANNEL);
  await page.getByRole('button', { name: /^Pages/ }).click();
  await page.getByRole('button', { name: 'Played (/contact)' }).click();
  await page.getByText('Following /contact').waitFor();
  return (detail: { grownBy: number; length?: number }) =>
    page.evaluate((of) => void window.dispatchEvent(new CustomEvent('played', { detail: of })), detail);
}

const shownCount = (page: Page) =>
  expect.poll(
    async () => {
      const text = await page.getByRole('region', { name: 'Context' }).innerText();
      return Number(/count\s+(?:\d+\s+)?(\d+)/.exec(text)?.[1]);
    },
    { timeout: 60_000, interval: 20 },
  );

test('an event with 5,000 rows takes at most as much longer as it has more rows', async () => {
  const { page } = await openVisualiser(await newPage(), 'contact');
  const play = await followPlayedPage(page);
  let count = 0;
  const timeWith = async (rows: number) => {
    const times: number[] = [];
    for (let event = 0; event < 5; event += 1) {
      const startedAt = performance.now();
      count += 1;
      await play({ grownBy: rows, length: 0 });
      await shownCount(page).toBe(count);
      times.push(performance.now() - startedAt);
    }
    return Math.min(...times);
  };
  await timeWith(50);
  expect((await timeWith(5_000)) / (await timeWith(50))).toBeLessThan(100);
});

test('100 events of a context that grows by 17 KB each are listed', { timeout: 120_000 }, async () => {
  const { page, press } = await openVisualiser(await newPage(), 'contact');
  const play = await followPlayedPage(page);
  for (let event = 0; event < 100; event += 1) await play({ grownBy: 130 });
  await shownCount(page).toBe(100);
  await page.getByRole('region', { name: 'Context' }).getByText('… and 12900 more').waitFor();
  await page.locator('.entry-row').nth(5).click();
  await page.getByText(/^Past: /).waitFor();
  await press('Back to now (End)');
  await shownCount(page).toBe(100);
});

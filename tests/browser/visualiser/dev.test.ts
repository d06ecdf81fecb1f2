import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';

/** The visualiser as `npm run dev` serves it. */

const { newPage } = sharedBrowser();

// The modules of the tool are transformed one by one.
test('the visualiser says an error of the build until the next one succeeds', {
  timeout: 120_000,
}, async () => {
  const vite = await createServer({
    mode: 'development',
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const page = await newPage({ baseURL: vite.resolvedUrls?.local[0] });
  await page.goto('/visualiser', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor({ timeout: 90_000 });
  const said = page.getByRole('alert').filter({ hasText: 'The site does not build' });
  // Vite loads the page again when it has found all packages.
  await expect
    .poll(
      () => {
        vite.ws.send({ type: 'error', err: { message: 'contact.machine.ts: Unexpected token', stack: '' } });
        return said.allTextContents();
      },
      { timeout: 40_000, interval: 500 },
    )
    .toEqual(['The site does not build: contact.machine.ts: Unexpected token']);
  vite.ws.send({ type: 'update', updates: [] });
  await said.waitFor({ state: 'hidden' });
});

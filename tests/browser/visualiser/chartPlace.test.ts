import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

const { newPage } = sharedBrowser();

async function exported(page: Page, button: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'exported-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return readFileSync(file);
}

test('every flow of the catalogue has its place, and says what it is for', async () => {
  const page = await newPage();
  await page.goto('/visualiser');
  for (const { id, title, purpose } of catalogue) {
    await page.getByRole('row', { name: title }).first().waitFor();
    await page.goto(`/visualiser/${id}?beside=tab`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByText(purpose, { exact: true }).waitFor();
    await page.locator('.chart svg').first().waitFor();
    await page.goto('/visualiser');
  }
});

test('a link leads to a state, with what is folded and the level of coverage', async () => {
  const page = await newPage();
  await page.goto('/visualiser/registration?beside=tab&state=paying.open&fold=editing&level=browser');
  await page.getByRole('button', { name: 'Lead the page there' }).waitFor();
  await page.getByText('The payment window is open.').first().waitFor();
  await page.getByRole('tab', { name: 'Coverage' }).click();
  await page.getByRole('button', { name: 'built site', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'by hand' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('level')).toBe('hand');
  expect(new URL(page.url()).searchParams.get('state')).toBe('paying.open');
});

test('a chart is saved as SVG, PNG and Mermaid', async () => {
  const { page } = await openVisualiser(await newPage(), 'contact');
  await page.locator('.chart svg').first().waitFor();
  expect((await exported(page, 'SVG')).toString()).toMatch(/^<svg|^<\?xml/);
  expect((await exported(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  expect((await exported(page, 'Mermaid')).toString()).toMatch(/^(---|stateDiagram)/);
});

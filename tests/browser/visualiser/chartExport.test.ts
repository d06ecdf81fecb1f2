import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { chartOf, toMermaid } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { chartOpener, model, WIDE } from './chartPage.ts';

/** The chart of the visualiser as a file. */

const { newPage } = sharedBrowser();
const openChart = chartOpener(newPage);

describe('is exported', () => {
  const save = async (page: Page, name: string): Promise<{ download: Download; file: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await coming;
    return { download, file: await buffer(await download.createReadStream()) };
  };

  test('as SVG that needs nothing else', async () => {
    const page = await openChart(WIDE, '', 'callBack');
    const { download, file } = await save(page, 'SVG');
    expect(download.suggestedFilename()).toBe('callBack.svg');
    const svg = file.toString();
    expect(svg).not.toContain('var(--');
    expect(svg).not.toContain('light-dark(');
    const urls = [...svg.matchAll(/url\((?:&quot;|["'])?([^)]{0,12})/g)].map(([, url]) => url);
    expect(nonEmpty(urls).filter((url) => !url?.startsWith('#') && !url?.startsWith('data:'))).toEqual([]);
    const parsed = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        error: read.querySelector('parsererror')?.textContent ?? null,
        states: read.querySelectorAll('.chart-state').length,
        title: read.querySelector('title')?.textContent,
      };
    }, svg);
    const states = chartOf(
      catalogue.find(({ id }) => id === 'callBack')?.machine ?? registrationFlow.machine,
    ).states;
    expect(parsed).toEqual({ error: null, states: states.length, title: expect.any(String) });
  });

  test('as it is drawn on the screen: in its layout, with what is folded, found and shown in detail', async () => {
    const page = await openChart(WIDE, '&fold=editing');
    await page.getByLabel('Direction').selectOption('Down');
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByText('entry / countAttempt').waitFor({ state: 'attached' });
    await page.getByLabel('Find a state or transition').fill('slow');
    await page.locator('.is-found').first().waitFor({ state: 'attached' });
    const marksOf = (root: ParentNode) =>
      [...root.querySelectorAll('.chart-drawing [data-state], .chart-drawing [data-transition]')].map(
        (each) =>
          `${each.getAttribute('data-state')} ${each.getAttribute('data-transition')} ${each.getAttribute('class')} ` +
          ['x', 'y', 'width', 'height']
            .map((name) => each.querySelector('rect')?.getAttribute(name))
            .join(' '),
      );
    const onScreen = await page.evaluate(`(${marksOf})(document)`);
    const { file } = await save(page, 'SVG');
    const exported = await page.evaluate(
      `(${marksOf})(new DOMParser().parseFromString(${JSON.stringify(file.toString())}, 'image/svg+xml'))`,
    );
    expect(exported).toEqual(onScreen);
    expect(exported).not.toEqual([]);
  });

  test('as PNG with the chart on it', async () => {
    const page = await openChart(WIDE, '', 'newsletter');
    const { download, file } = await save(page, 'PNG');
    expect(download.suggestedFilename()).toBe('newsletter.png');
    const colours = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, image.width, image.height) ?? {};
      const seen = new Set<string>();
      for (let index = 0; index < data.length; index += 4) seen.add(data.slice(index, index + 4).join());
      return seen.size;
    }, file.toString('base64'));
    expect(colours).toBeGreaterThan(20);
  });

  test('as Mermaid', async () => {
    const page = await openChart();
    const { file } = await save(page, 'Mermaid');
    expect(file.toString()).toBe(toMermaid(model));
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { createMachine } from 'xstate';
import { catalogue } from '../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../machines/paths/index.ts';
import { startService } from '../../server/service.ts';
import { buildSite } from '../support/build.ts';
import { layOutInProcess } from '../support/chartLayout.ts';
import { launchOptions } from '../support/chromium.ts';

/** The speed at which charts are laid out and drawn. */

const TIMES = 7;
const GROUPS = 20;
const STATES = 4;

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** A machine of 80 states in 20 groups with 200 transitions within and between them. */
function synthetic(): ChartModel {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const group = (index: number) => ({
    initial: 's0',
    on: {
      [`jumped${index}`]: `g${(index * 7 + 3) % GROUPS}`,
      [`leapt${index}`]: `#synthetic.g${(index * 3 + 1) % GROUPS}.s2`,
    },
    states: Object.fromEntries(
      numbers(STATES).map((at) => [
        `s${at}`,
        {
          on: {
            next: `s${(at + 1) % STATES}`,
            [`crossed${at}`]: `#synthetic.g${(index + 1) % GROUPS}.s${(at + 1) % STATES}`,
          },
        },
      ]),
    ),
  });
  const states = Object.fromEntries(numbers(GROUPS).map((index) => [`g${index}`, group(index)]));
  return chartOf(createMachine({ id: 'synthetic', initial: 'g0', states }));
}

async function layouts(): Promise<void> {
  console.log('\nLayout of a chart, in this process (milliseconds: the first time, then the median)');
  const largest = catalogue
    .map(({ machine }) => chartOf(machine))
    .sort((one, other) => other.transitions.length - one.transitions.length)[0];
  for (const model of [...(largest ? [largest] : []), synthetic()]) {
    const times: number[] = [];
    for (let round = 0; round < TIMES; round += 1) {
      const start = performance.now();
      await layOutInProcess({
        model,
        folded: [],
        details: false,
        arrangement: { direction: 'down', breaks: [] },
      });
      times.push(performance.now() - start);
    }
    const [first = 0, ...others] = times;
    console.log(
      `  ${model.id}, ${model.transitions.length} transitions: ${first.toFixed(0)}, then ${median(others).toFixed(0)}`,
    );
  }
}

/** Returns the milliseconds from loading the visualiser's code to drawing the chart, in a browser with an empty cache. */
async function drawn(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.chart-drawing')) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('drawn'));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
  const time = await page.evaluate(() => {
    const code = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js') && !name.includes('worker'));
    const [mark] = performance.getEntriesByName('drawn');
    return (mark?.startTime ?? 0) - Math.max(...code.map(({ responseEnd }) => responseEnd));
  });
  await context.close();
  return time;
}

async function drawings(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-chart-'));
  buildSite(join(folder, 'site'));
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
  });
  const browser = await chromium.launch(launchOptions());
  try {
    const times: number[] = [];
    for (let round = 0; round < TIMES; round += 1)
      times.push(await drawn(browser, `${service.url}/visualiser/registration?preview=tab`));
    console.log('\nThe largest flow drawn in Chromium after its code is there, nothing cached');
    console.log(`  median ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`);
  } finally {
    await browser.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function benchChart(): Promise<void> {
  await layouts();
  await drawings();
}

import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { type ConditionName, conditions } from './screenPromises/conditions.ts';

/** Asks what every screen promises, which is listed in `screenPromises/list.ts`. */

/** Returns the list and what it imports as a script for a page. */
async function buildScript(): Promise<string> {
  const entry = fileURLToPath(new URL('screenPromises/list.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'screenPromises' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('the promises of the screens do not build');
  return `(() => { ${first.output[0].code} })()`;
}

const script = buildScript();

const conditionNames = Object.keys(conditions).filter((name): name is ConditionName => name in conditions);

/**
 * Returns a sentence for each element below a root that breaks a promise on any condition, and restores size, media,
 * focus and scrolling. The page must not hear of other media, where it listens.
 */
export async function brokenPromises(page: Page, root = 'html'): Promise<string[]> {
  const size = page.viewportSize();
  if (!(await page.evaluate(() => 'screenPromises' in window))) await page.evaluate(await script);
  const isMotionReduced = await page.evaluate(() => {
    window.restoreFocus = window.screenPromises?.takeFocus();
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  });
  const found: string[] = [];
  for (const name of conditionNames) {
    await page.setViewportSize(conditions[name].size);
    await page.emulateMedia(conditions[name].media);
    const broken = await page.evaluate(
      ([condition, selector]) => window.screenPromises?.brokenPromises(condition, selector),
      [name, root] as const,
    );
    found.push(...(broken ?? ['the promises were not asked']));
  }
  if (size) await page.setViewportSize(size);
  const reducedMotion = isMotionReduced ? 'reduce' : null;
  await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null, reducedMotion });
  await page.evaluate(() => window.restoreFocus?.());
  return found;
}

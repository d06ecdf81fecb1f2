import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { chartOpener, model, stateBox, WIDE } from './chartPage.ts';

/** The chart of the visualiser read as text, and for axe. */

const { newPage } = sharedBrowser();
const openChart = chartOpener(newPage);

describe('the outline', () => {
  const openOutline = async (query = '') => {
    const page = await openChart(WIDE, query);
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('tree').waitFor();
    return page;
  };

  test('says every state and transition of the chart', async () => {
    const page = await openOutline();
    expect(await page.getByRole('treeitem').count()).toBe(model.states.length + model.transitions.length);
    await page.getByRole('treeitem', { name: /^idle initial/ }).waitFor();
    await page.getByRole('treeitem', { name: 'submitted [isInvalid] → editing.invalid' }).first().waitFor();
  });

  test('is gone through, selects and folds with the keyboard alone', async () => {
    const page = await openOutline();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-outline'));
    await page
      .getByRole('treeitem', { name: /^registration/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('registration.editing');
    await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('editing');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).searchParams.get('fold')).toBe('editing');
    expect(await page.locator('.outline [aria-selected="true"]').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.has('fold')).toBe(false);
    await page.keyboard.press('End');
    expect(await focused()).toBe('registration.registered · receiptCleared');
  });

  test('is in step with the chart', async () => {
    const page = await openOutline('&fold=paying');
    await page.locator('[data-outline="registration.creatingOrder"]').click();
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.locator('.chart-drawing').waitFor();
    expect(await page.locator('.chart-state.is-selected').getAttribute('data-state')).toBe(
      'registration.creatingOrder',
    );
    expect(await page.locator(stateBox('registration.paying.open')).count()).toBe(0);
  });
});

test.each(['light', 'dark'] as const)('axe finds nothing in chart and outline, %s', async (colorScheme) => {
  const page = await openChart({ ...WIDE, colorScheme }, '&state=editing');
  await page.evaluate(axe.source);
  const find = (selector: string) =>
    page.evaluate(async (root) => {
      const { violations } = await window.axe.run(root, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
    }, selector);
  expect(await find('.chart')).toEqual([]);
  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('tree').waitFor();
  expect(await find('.outline')).toEqual([]);
});

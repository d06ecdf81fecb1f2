import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';

const { sharedPage } = sharedBrowser();

describe('§2 the mobile menu', () => {
  const about = sharedPage('/about');

  async function narrow(): Promise<Page> {
    await about().setViewportSize({ width: 390, height: 844 });
    return about();
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
  const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Careers' });

  test('toggles the same links as the navigation bar', async () => {
    const page = await narrow();
    await link(page).waitFor({ state: 'hidden' });
    await button(page).click();
    await link(page).waitFor();
    expect(await page.getByRole('banner').getByRole('navigation').getByRole('link').count()).toBe(5);
    await button(page).click();
    await link(page).waitFor({ state: 'hidden' });
  });

  test('is closed by its overlay', async () => {
    const page = await narrow();
    await button(page).click();
    await link(page).waitFor();
    await page.mouse.click(20, 800);
    await link(page).waitFor({ state: 'hidden' });
  });

  test('is closed by Escape, and the focus is back on the button', async () => {
    const page = await narrow();
    await button(page).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await link(page).waitFor({ state: 'hidden' });
    expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('is closed when one of its links is followed', async () => {
    const page = await narrow();
    await button(page).click();
    await link(page).click();
    await page.getByRole('heading', { level: 1, name: 'Careers' }).waitFor();
    await link(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
  });

  test('is not needed on a wide screen', async () => {
    const page = about();
    await page.setViewportSize({ width: 1280, height: 800 });
    await link(page).waitFor();
    await button(page).waitFor({ state: 'hidden' });
  });
});

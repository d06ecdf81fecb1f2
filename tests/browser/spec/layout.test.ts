import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage, sharedPage } = sharedBrowser();

async function open(path: string): Promise<Page> {
  const page = await newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const links = (page: Page, place: 'banner' | 'contentinfo', name: string) =>
  page
    .getByRole(place)
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));

/** The header, the footer and the other parts that every page has. */
function hasItsParts(page: () => Page) {
  test('has a header, a main part, a footer, a call-back widget and a chat link', async () => {
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      expect(await page().getByRole(role).count(), role).toBe(1);
    await page().getByRole('button', { name: 'Get a Call Back' }).waitFor();
    await page().getByRole('link', { name: 'Chat with us' }).waitFor();
  });
}

function announcesNewTabs(page: () => Page) {
  test('a link that opens a new tab says so', async () => {
    const links = await page().locator('a[target="_blank"]').allTextContents();
    expect(links.length).toBeGreaterThan(0);
    expect(nonEmpty(links).filter((text) => !text.endsWith(' (opens in a new tab)'))).toEqual([]);
  });
}

describe('§2 what every page has', () => {
  describe.each(['/careers', '/contact', '/courses', '/blog', '/privacy'])('%s', (path) => {
    hasItsParts(sharedPage(path));
  });

  describe('/', () => {
    const page = sharedPage('/');
    hasItsParts(page);
    announcesNewTabs(page);

    test('the footer has phone and e-mail address', async () => {
      const footer = page().getByRole('contentinfo');
      await footer.locator('a[href^="tel:"]').waitFor();
      await footer.locator('a[href^="mailto:"]').waitFor();
    });

    test('§7 the chat link opens a messaging app in a new tab', async () => {
      const chat = page().getByRole('link', { name: 'Chat with us' });
      expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+$/);
      expect(await chat.getAttribute('target')).toBe('_blank');
      expect(await chat.getAttribute('rel')).toContain('noopener');
    });
  });

  describe('/register-re', () => {
    const page = sharedPage('/register-re');
    hasItsParts(page);
    announcesNewTabs(page);
  });

  describe('/about', () => {
    const page = sharedPage('/about');
    hasItsParts(page);

    test('the navigation bar links to home, syllabus, services, careers and registration', async () => {
      expect(await links(page(), 'banner', 'Main')).toEqual([
        ['Home', '/'],
        ['Syllabus', '/courses'],
        ['Services', '/services'],
        ['Careers', '/careers'],
        ['Register', '/register-re'],
      ]);
    });

    test('the footer links to nine pages', async () => {
      const footer = await links(page(), 'contentinfo', 'Footer');
      expect(footer.map(([, href]) => href)).toEqual([
        '/',
        '/about',
        '/courses',
        '/testimonials',
        '/blog',
        '/contact',
        '/privacy',
        '/terms',
        '/refund',
      ]);
    });

    test('the legal links lead to privacy, terms and refund', async () => {
      const legal = await links(page(), 'contentinfo', 'Legal');
      expect(legal.map(([, href]) => href)).toEqual(['/privacy', '/terms', '/refund']);
    });
  });

  describe('/services', () => {
    const page = sharedPage('/services');
    hasItsParts(page);

    test('the current page is marked in the navigation bar', async () => {
      const current = page().getByRole('banner').locator('[aria-current="page"]');
      expect(await current.allTextContents()).toEqual(['Services']);
    });
  });

  test('the first press of Tab reaches a link that skips to the main part', async () => {
    const page = await open('/about');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

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
    expect(await links(page, 'banner', 'Main')).toHaveLength(5);
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

describe('§2 the newsletter form', () => {
  const terms = sharedPage('/terms');
  const field = (page: Page) => page.getByLabel('Your e-mail for the newsletter');

  test('says that it has not started, thanks for an e-mail address, keeps nothing and makes no call', async () => {
    const page = terms();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    const form = page.getByRole('region', { name: 'Newsletter' });
    await form.getByText('Our newsletter has not started yet.').waitFor();
    await field(page).fill('asha@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await form
      .getByRole('status')
      .getByText(/you are not subscribed and your address was not kept\.$/)
      .waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain('asha');
    expect(calls).toEqual([]);
  });

  test('asks for what is not an e-mail address again', async () => {
    const page = terms();
    await field(page).fill('asha@example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Please enter an e-mail address such as name@example.com.').waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('newsletter-email');
    await field(page).fill('asha@example.com');
    expect(await field(page).getAttribute('aria-invalid')).toBe('false');
  });
});

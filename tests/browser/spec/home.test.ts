import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { heroSlides } from '../../../src/content/hero.ts';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { team } from '../../../src/content/team.ts';
import { whyImportant } from '../../../src/content/whyImportant.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage, sharedVisit } = sharedBrowser();

const sharedHome = () => sharedVisit(atHome);

const openHome = async ({ reducedMotion = false } = {}): Promise<Page> =>
  atHome(await newPage(reducedMotion ? { reducedMotion: 'reduce' } : {}));

/** Opens Home with a paused clock. */
async function atHome(page: Page): Promise<Page> {
  await page.clock.install({ time: new Date('2026-06-01T08:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T09:00:01Z'));
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe('§2 Home', () => {
  const home = sharedHome();

  test('top to bottom: bar, slideshow, mission, promo, why, team, services, FAQ, footer', async () => {
    const page = home();
    const order = await page
      .locator(
        '.site-header, .hero-slideshow, .mission, .scholarship-promo, .why-important, .team, .services-overview, .faq, .site-footer',
      )
      .evaluateAll((all) => all.map((element) => element.classList[0]));
    expect(order).toEqual([
      'site-header',
      'hero-slideshow',
      'mission',
      'scholarship-promo',
      'why-important',
      'team',
      'services-overview',
      'faq',
      'site-footer',
    ]);
  });

  test.each([
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])('a button of the hero leads to the registration at $width px', async (viewport) => {
    const page = home();
    await page.setViewportSize(viewport);
    const button = page.locator('.hero').getByRole('link', { name: 'Register for a course', exact: true });
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Student Registration' }).waitFor();
    await page.goBack();
    await button.waitFor();
  });

  test('the mission section, the why-important list and the services section are there', async () => {
    const page = home();
    await page.getByRole('heading', { name: 'Our mission' }).waitFor();
    const reasons = page.getByRole('region', { name: whyImportant.heading }).getByRole('listitem');
    expect(await reasons.count()).toBe(whyImportant.reasons.length);
    const services = page.getByRole('region', { name: 'What we do' });
    expect(await services.getByRole('listitem').count()).toBe(8);
    expect(await services.getByRole('link', { name: 'See all services' }).getAttribute('href')).toBe(
      '/services',
    );
  });

  test('the scholarship promo links to /applyPath and /knowmore and says what §9 says', async () => {
    const page = home();
    const promo = page.getByRole('region', { name: 'The Excellence Scholarship' });
    expect(await promo.getByRole('link', { name: 'Apply Now' }).getAttribute('href')).toBe('/applyPath');
    expect(await promo.getByRole('link', { name: 'Know More' }).getAttribute('href')).toBe('/knowmore');
    await promo.getByText('₹2 Lakh for the top performer', { exact: true }).waitFor();
    expect(await promo.getByRole('listitem').allTextContents()).toEqual([
      'Ranks 2 to 3 get ₹50,000 each, ranks 4 to 10 get ₹25,000 each',
      'Registration and exam: ₹100 per student',
      'A digital participation certificate for every registered student',
    ]);
    await promo.getByText('Ten scholarships in total, renewable annually').waitFor();
  });

  test('§9 the team has five members, each with name, role, words and picture', async () => {
    const page = home();
    const cards = page.locator('.team').getByRole('listitem');
    expect(await cards.count()).toBe(5);
    for (const { name, role, bio } of nonEmpty(team)) {
      const card = cards.filter({ hasText: name });
      await card.getByText(role, { exact: true }).waitFor();
      await card.getByText(bio, { exact: true }).waitFor();
      expect(await card.locator('img').count()).toBe(1);
    }
  });
});

describe('§2 the hero slideshow', () => {
  const slides = (page: Page) => page.locator('.hero-slide');
  const shown = (page: Page) =>
    slides(page).evaluateAll((all) =>
      all.findIndex((slide) => slide instanceof HTMLElement && !slide.hidden),
    );
  const show = (page: Page) => page.getByRole('region', { name: 'What we are about' });

  describe('as it begins', () => {
    const home = sharedHome();

    test('has three slides, each with an image, a tagline and a line about real-life skills', async () => {
      const page = home();
      expect(await slides(page).count()).toBe(3);
      for (const [index, { tagline, line, image }] of nonEmpty(heroSlides.entries())) {
        const slide = slides(page).nth(index);
        expect(await slide.textContent()).toContain(tagline);
        expect(await slide.textContent()).toContain(line);
        expect(line).toContain('real-life skill');
        expect(await slide.locator('img').getAttribute('alt')).toBe(image.alt);
        expect(await slide.getAttribute('aria-label')).toBe(`${index + 1} of 3`);
      }
    });

    test('is a carousel: named so, silent while it rotates, its pause button first', async () => {
      const page = home();
      expect(await show(page).getAttribute('aria-roledescription')).toBe('carousel');
      expect(await page.locator('.hero-slides').getAttribute('aria-live')).toBe('off');
      const names = await show(page).getByRole('button').allTextContents();
      expect(names).toEqual(['Pause the slideshow', 'Previous slide', 'Next slide']);
    });
  });

  test('§9 shows the next image every 3 seconds, and the first after the last', async () => {
    const page = await openHome();
    await page.clock.runFor(2_999);
    expect(await shown(page)).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(() => shown(page)).toBe(1);
    await page.clock.runFor(3_000);
    await expect.poll(() => shown(page)).toBe(2);
    await page.clock.runFor(3_000);
    await expect.poll(() => shown(page)).toBe(0);
  });

  test('waits while the pointer is on it', async () => {
    const page = await openHome();
    await show(page).hover();
    await page.clock.runFor(10_000);
    expect(await shown(page)).toBe(0);
    await page.mouse.move(0, 0);
    await page.clock.runFor(3_000);
    await expect.poll(() => shown(page)).toBe(1);
  });

  test('waits while the focus is on it', async () => {
    const page = await openHome();
    await page.getByRole('button', { name: 'Next slide' }).focus();
    await page.clock.runFor(10_000);
    expect(await shown(page)).toBe(0);
    expect(await page.locator('.hero-slides').getAttribute('aria-live')).toBe('polite');
  });

  test('stands still when less motion is wanted, until it is played', async () => {
    const page = await openHome({ reducedMotion: true });
    await page.clock.runFor(10_000);
    expect(await shown(page)).toBe(0);
    await page.getByRole('button', { name: 'Play the slideshow' }).click();
    await page.clock.runFor(3_000);
    await expect.poll(() => shown(page)).toBe(1);
  });

  test('goes on and back by its buttons, and then stays', async () => {
    const page = await openHome();
    await page.getByRole('button', { name: 'Next slide' }).click();
    await expect.poll(() => shown(page)).toBe(1);
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await expect.poll(() => shown(page)).toBe(2);
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_000);
    expect(await shown(page)).toBe(2);
  });

  test('is paused by its button', async () => {
    const page = await openHome();
    await page.getByRole('button', { name: 'Pause the slideshow' }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_000);
    expect(await shown(page)).toBe(0);
    await page.getByRole('button', { name: 'Play the slideshow' }).waitFor();
  });
});

describe('§2 the FAQ of the home page', () => {
  const home = sharedHome();
  const question = (page: Page, index: number) => page.locator('.faq').getByRole('button').nth(index);

  test('§9 has five questions, all closed', async () => {
    const page = home();
    expect(await page.locator('.faq').getByRole('button').allTextContents()).toEqual(
      homeFaq.map((faq) => faq.question),
    );
    expect(homeFaq).toHaveLength(5);
    for (const { answer } of homeFaq)
      await page.getByText(answer, { exact: true }).waitFor({ state: 'hidden' });
  });

  test('clicking one opens its answer and closes any other', async () => {
    const page = home();
    await question(page, 0).click();
    await page.getByText(homeFaq[0]?.answer ?? '', { exact: true }).waitFor();
    await question(page, 1).click();
    await page.getByText(homeFaq[1]?.answer ?? '', { exact: true }).waitFor();
    await page.getByText(homeFaq[0]?.answer ?? '', { exact: true }).waitFor({ state: 'hidden' });
    await question(page, 1).click();
  });

  test('clicking the open one closes it', async () => {
    const page = home();
    await question(page, 2).click();
    expect(await question(page, 2).getAttribute('aria-expanded')).toBe('true');
    await question(page, 2).click();
    expect(await question(page, 2).getAttribute('aria-expanded')).toBe('false');
  });

  test('one answer states a 14-day refund policy', async () => {
    const page = home();
    const refund = page.getByRole('button', { name: 'Can I get my money back?' });
    await refund.click();
    await page.getByText('We have a 14-day refund policy.').waitFor();
    await refund.click();
  });
});

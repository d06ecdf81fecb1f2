import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { combinedPolicies } from '../../../src/content/policies/combinedPolicies.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage, sharedPage } = sharedBrowser();

async function open(path: string): Promise<Page> {
  const page = await newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const expectTexts = async (page: Page, texts: readonly (string | RegExp)[]) => {
  for (const text of texts) await page.getByRole('main').getByText(text).first().waitFor();
};

function isDated(page: () => Page) {
  test('is dated 1 August 2025', async () => {
    const date = page().getByRole('main').locator('time');
    expect(await date.getAttribute('datetime')).toBe('2025-08-01');
    expect(await date.textContent()).toBe('August 1, 2025');
  });
}

function hasPhoneAndEmail(page: () => Page) {
  test('has phone and e-mail address', async () => {
    const main = page().getByRole('main');
    await main.locator('a[href^="tel:"]').first().waitFor();
    await main.locator('a[href^="mailto:"]').first().waitFor();
  });
}

function hasNoDeadAddress(page: () => Page, { contactSections }: { contactSections: number }) {
  test('names no phone number and no e-mail address that is not a link, and says once how to reach us', async () => {
    const main = page().getByRole('main');
    const dead = await main.evaluate((element) => {
      const copy = document.createElement('div');
      copy.innerHTML = element.innerHTML;
      for (const link of copy.querySelectorAll('a')) link.remove();
      return copy.textContent?.match(/\S+@\S+|\+91[\d ]+/g) ?? [];
    });
    expect(dead).toEqual([]);
    expect(await main.getByRole('heading', { name: 'How to reach us' }).count()).toBe(contactSections);
  });
}

const isLegal = (page: () => Page) => {
  isDated(page);
  hasPhoneAndEmail(page);
  hasNoDeadAddress(page, { contactSections: 1 });
};

describe('§2 /privacy', () => {
  const page = sharedPage('/privacy');
  isLegal(page);

  describe('§9 Privacy', () => {
    test('lists the data collected', () =>
      expectTexts(page(), [
        /the student’s name/,
        /contact details/,
        /class and school/,
        /academic interests/,
        /feedback that you give in our surveys/,
      ]));

    test('says what it is used for', () =>
      expectTexts(page(), [
        /access to the course/,
        /weekly performance report/,
        /improve our classes/,
        /updates .*and offers/,
      ]));

    test('never sold, cookies, deletion or correction by e-mail', () =>
      expectTexts(page(), [
        /We never sell your data/,
        /uses cookies/,
        /ask us at any time to correct or delete/,
      ]));
  });

  test('says what stays on the device, for how long, and how it is removed', () =>
    expectTexts(page(), [
      /what you type is kept in the same browser tab for at most 24 hours/,
      /removed once the form has been sent/,
      /keeps what the receipt shows, for at most 24 hours: .*no phone number and no e-mail address/,
      /“Clear this page”, below the receipt, removes it/,
    ]));
});

describe('§2 /terms', () => {
  const page = sharedPage('/terms');
  isLegal(page);

  test('§9 Disputes: Indian law, courts in a named city', () =>
    expectTexts(page(), [/governed by Indian law/, /decided by the courts in New Delhi/]));
});

describe('§2 /refund', () => {
  const page = sharedPage('/refund');
  isLegal(page);

  describe('§9 Refund policy', () => {
    test('15 days, by e-mail, with registration details; none once begun', () =>
      expectTexts(page(), [
        /only within 15 days/,
        /by e-mail to .* Include your registration details/,
        /cannot be cancelled once classes have started, or once digital material has been accessed/,
      ]));

    test('refunds only for genuine access, delivery or quality issues reported within 15 days', () =>
      expectTexts(page(), [
        /only if you report it to us within 15 days/,
        /^access:/,
        /^delivery:/,
        /^quality:/,
      ]));

    test('none after 15 classes or downloads', () =>
      expectTexts(page(), [
        /at least 15 classes have been attended/,
        /worksheets or certificates have been downloaded/,
      ]));

    test('none for change of mind, disinterest, partial attendance, training, processing, fees', () =>
      expectTexts(page(), [
        /changed your mind/,
        /lost interest/,
        /only some of the classes/,
        /teacher training/,
        /processing of a scholarship/,
        /administrative fee/,
      ]));

    test('credited in 6 to 8 business days to the original payment method', () =>
      expectTexts(page(), [/6 to 8 business days, to the payment method that you originally used/]));
  });
});

describe('§2 /shipping', () => {
  const page = sharedPage('/shipping');
  isLegal(page);

  test('states that shipping is not applicable', () => expectTexts(page(), ['Shipping is not applicable']));
});

describe('§2 /register-term', () => {
  const page = sharedPage('/register-term');
  hasPhoneAndEmail(page);
  hasNoDeadAddress(page, { contactSections: 1 });

  test('shows terms, privacy, refund, shipping and one further block', async () => {
    const titles = await page().getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
    expect(titles).toEqual([
      'Terms and Conditions',
      'Privacy Policy',
      'Cancellation and Refund Policy',
      'Shipping Policy',
      'Class Conduct and Child Safety',
    ]);
  });

  test('holds every sentence of its five policies', async () => {
    const text = (await page().getByRole('main').textContent()) ?? '';
    const sentences = combinedPolicies.flatMap(({ intro, sections }) => [
      intro,
      ...sections.flatMap(({ heading, paragraphs = [], points = [] }) => [heading, ...paragraphs, ...points]),
    ]);
    expect(nonEmpty(sentences).filter((sentence) => !text.includes(sentence))).toEqual([]);
  });
});

describe('§2 /about', () => {
  hasNoDeadAddress(sharedPage('/about'), { contactSections: 0 });
});

describe('§2 Legal pages', () => {
  const rules = (page: Page) => page.getByRole('link', { name: 'Read the rules with all our policies' });

  test.each([
    ['from /terms', '/terms', (page: Page) => rules(page).click()],
    ['on the page itself', '/register-term', (page: Page) => rules(page).click()],
    ['with a document of its own', '/terms', (page: Page) => page.goto('/register-term#conduct')],
  ])('the rules of conduct are scrolled to and have the focus %s', async (_, path, follow) => {
    const page = await open(path);
    await page.locator('html[data-hydrated]').waitFor();
    await follow(page);
    const title = page.getByRole('heading', { name: 'Class Conduct and Child Safety' });
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await title.boundingBox())?.y).toSatisfy((top) => top >= 0 && top < 100);
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/register-term#conduct');
  });

  test('a hash that names nothing and cannot be decoded breaks no page', async () => {
    const page = await newPage();
    await page.goto('/terms#%');
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Terms and Conditions' }).waitFor();
  });

  test('/refund links to /shipping', async () => {
    const page = await open('/refund');
    await page.getByRole('link', { name: 'Read the Shipping Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shipping Policy' }).waitFor();
  });
});

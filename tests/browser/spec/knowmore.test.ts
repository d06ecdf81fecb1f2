import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';

const { sharedVisit } = sharedBrowser();

const knowMore = sharedVisit(async (page) => {
  await page.goto('/knowmore');
  await page.getByRole('heading', { level: 1, name: 'The Excellence Scholarship' }).waitFor();
  return page;
});

const expectTexts = async (...texts: (string | RegExp)[]) => {
  const main = knowMore().getByRole('main');
  for (const text of texts) await main.getByText(text).first().waitFor();
};

describe('§2 Scholarship information', () => {
  const SHOW = 'View Complete Terms & Conditions';
  const HIDE = 'Hide Terms';

  test('§4 the terms are hidden until the button is pressed, and again after it', async () => {
    const page = knowMore();
    const terms = page.locator('#scholarship-terms');
    await terms.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: SHOW, exact: true }).click();
    await terms.waitFor();
    await page.getByRole('button', { name: HIDE, exact: true }).click();
    await terms.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: SHOW, exact: true }).waitFor();
  });

  test('there are 13 points and a zero tolerance note', async () => {
    const page = knowMore();
    await page.getByRole('button', { name: SHOW }).click();
    expect(await page.locator('#scholarship-terms').getByRole('listitem').count()).toBe(13);
    await page.getByRole('heading', { name: /^Zero tolerance/ }).waitFor();
    await page.getByText(/is disqualified at any stage, and the fee is forfeited/).waitFor();
    await page.getByRole('button', { name: HIDE }).click();
  });

  test('leads to the application', async () => {
    const page = knowMore();
    const apply = page.getByRole('main').getByRole('link', { name: 'Apply Now' });
    expect(await apply.getAttribute('href')).toBe('/applyPath');
  });
});

describe('§9 Scholarship', () => {
  test('₹2 Lakh for the top performer, ten in all, renewable annually', () =>
    expectTexts(/top performer receives ₹2 Lakh/, /Ten scholarships in total, renewable annually/));

  test('awards by rank', async () => {
    const rows = knowMore().getByRole('row');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/^Rank\s+Award$/),
      expect.stringMatching(/^Rank 1\s+₹2,00,000$/),
      expect.stringMatching(/^Ranks 2 to 3\s+₹50,000 each$/),
      expect.stringMatching(/^Ranks 4 to 10\s+₹25,000 each$/),
    ]);
  });

  test('fee of 100 rupees per student, non-refundable, also for disqualification or absence', () =>
    expectTexts('₹100 per student', /non-refundable/, /disqualified or absent/));

  test('cheating forfeits the fee', () =>
    expectTexts(/Cheating means disqualification, and the fee is forfeited/));

  test('Classes 5 to 10 in partner schools chosen by the provider', () =>
    expectTexts('Students of Classes 5 to 10', /We choose the partner schools ourselves/));

  test('§4 three stages: MCQ, written exam, personal interview', async () => {
    const stages = knowMore().locator('.stages').getByRole('heading');
    expect(await stages.allTextContents()).toEqual([
      'Stage 1: MCQ',
      'Stage 2: Written exam',
      'Stage 3: Personal interview',
    ]);
  });

  test('cut-offs of 90% and 95%', () =>
    expectTexts('90% or above to reach Stage 2', '95% or above to reach Stage 3'));

  test('handed over at the annual function, by cheque to a parent’s account, with a parent or guardian', () =>
    expectTexts(
      /annual function, by cheque to a parent’s account\. The winner attends with a parent or guardian/,
    ));

  test('results on the website within 30 days, no reconsideration', () =>
    expectTexts(
      /published on this website within 30 days\. They are final, and there is no reconsideration/,
    ));

  test('all registered students get a digital participation certificate', () =>
    expectTexts('All registered students get a digital participation certificate.'));
});

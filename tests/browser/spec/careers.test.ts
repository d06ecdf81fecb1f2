import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';

const { newPage, sharedVisit } = sharedBrowser();

const EMPTY = 'No current openings in this category. Check back later!';

const postings = [
  {
    title: 'Math Tutor',
    facts: ['Part-time', 'Remote', '1+ years', '₹30,000-40,000/month'],
    category: 'Teaching',
  },
  {
    title: 'English Instructor',
    facts: ['Full-time', 'New Delhi', '2+ years', '₹30,000-40,000/month'],
    category: 'Teaching',
  },
  {
    title: 'Frontend Developer',
    facts: ['Full-time', 'Bangalore', '3+ years', '₹6-8 LPA'],
    category: 'Technical',
  },
  {
    title: 'Content Writer',
    facts: ['Freelance', 'Remote', '1+ years', 'Not disclosed'],
    category: 'Content',
  },
] as const;

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

describe('§2 Careers', () => {
  const careers = sharedVisit(async (page) => {
    await page.goto('/careers');
    await page.getByRole('heading', { level: 1, name: 'Careers' }).waitFor();
    return page;
  });

  test('has the category tabs All Positions, Teaching, Technical, Content, with All Positions chosen', async () => {
    const page = careers();
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'All Positions',
      'Teaching',
      'Technical',
      'Content',
    ]);
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['All Positions']);
  });

  test('shows all four postings at the start', async () => {
    expect(await titles(careers())).toEqual(postings.map(({ title }) => title));
  });

  test.each(['Teaching', 'Technical', 'Content'])('§4 the tab %s filters the job list', async (category) => {
    const page = careers();
    await tab(page, category).click();
    expect(await titles(page)).toEqual(
      postings.filter((posting) => posting.category === category).map(({ title }) => title),
    );
    await tab(page, 'All Positions').click();
    expect(await titles(page)).toHaveLength(4);
  });

  test('tabs are walked by arrows, Home and End, and only the chosen one is reached by Tab', async () => {
    const page = careers();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await tab(page, 'All Positions').focus();
    for (const [key, expected] of [
      ['ArrowRight', 'Teaching'],
      ['ArrowRight', 'Technical'],
      ['ArrowLeft', 'Teaching'],
      ['End', 'Content'],
      ['ArrowRight', 'All Positions'],
      ['ArrowLeft', 'Content'],
      ['Home', 'All Positions'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(expected);
      expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual([expected]);
    }
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Apply Now');
  });

  test.each(postings)('§3 $title: type, location, experience, salary', async ({ title, facts }) => {
    const page = careers();
    expect(await card(page, title).getByRole('term').allTextContents()).toEqual([
      'Type',
      'Location',
      'Experience',
      'Salary',
    ]);
    expect(await card(page, title).getByRole('definition').allTextContents()).toEqual([...facts]);
  });

  test.each(postings)(
    '§3 $title: has a description and an Apply Now button of its own',
    async ({ title }) => {
      const page = careers();
      expect((await card(page, title).locator('p').textContent())?.length).toBeGreaterThan(80);
      const button = card(page, title).getByRole('button', { name: 'Apply Now', exact: true });
      const description = await button.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${description}"]`).textContent()).toBe(title);
    },
  );

  test.each([
    ['Flexible Work', /remote options and flexible schedules/i],
    ['Competitive Pay', /competitive salaries and performance bonuses/i],
    ['Growth Opportunities', /professional development and career paths/i],
  ])('Why Join has the card "%s"', async (title, text) => {
    const page = careers();
    const section = page.getByRole('region', { name: 'Why Join' });
    expect(await section.getByRole('listitem').count()).toBe(3);
    const found = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    expect(await found.locator('p').textContent()).toMatch(text);
  });
});

test(`§8 Careers: a category without openings shows "${EMPTY}"`, async () => {
  const page = await newPage();
  await page.route(/assets\/[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: body.replace(/\{id:\d+,[^{}]*category:.technical.[^{}]*\},?/, ''),
    });
  });
  await page.goto('/careers');
  await tab(page, 'Technical').click();
  await page.getByText(EMPTY, { exact: true }).waitFor();
  expect(await titles(page)).toEqual([]);
  await tab(page, 'All Positions').click();
  expect(await titles(page)).toEqual(['Math Tutor', 'English Instructor', 'Content Writer']);
  expect(await page.getByText(EMPTY, { exact: true }).count()).toBe(0);
});

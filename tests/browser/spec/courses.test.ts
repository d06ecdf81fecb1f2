import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { curriculum, gradeBands, subjects } from '../../../src/content/curriculum.ts';
import { sharedBrowser } from '../browser.ts';

const { sharedVisit } = sharedBrowser();

const strands = [
  ['Core Learning', 'core'],
  ['Competitive Edge', 'competitive'],
  ['Future Skills', 'future'],
] as const;

const combinations = subjects.flatMap((subject) => gradeBands.map((band) => ({ subject, band })));

const sharedCourses = () =>
  sharedVisit(async (page) => {
    await page.goto('/courses');
    await page.getByRole('heading', { level: 1, name: 'Future-Ready Curriculum', exact: true }).waitFor();
    return page;
  });

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const band = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const topics = (page: Page, strand: string) =>
  page.getByRole('region', { name: strand, exact: true }).getByRole('listitem').allTextContents();

describe('§2 Courses', () => {
  const courses = sharedCourses();

  test('has the subtitle', async () => {
    const page = courses();
    await page
      .getByText('Skill-based learning for Grades 5-10 with competitive edge', { exact: true })
      .waitFor();
  });

  test('has the subject tabs math, english, science, evs, ict', async () => {
    const page = courses();
    const labels = await page.getByRole('tab').allTextContents();
    expect(labels.map((label) => label.toLowerCase())).toEqual(['math', 'english', 'science', 'evs', 'ict']);
  });

  test('has the grade band buttons 5-6, 7-8, 9-10', async () => {
    const page = courses();
    const labels = await page.getByRole('group', { name: 'Grade' }).getByRole('button').allTextContents();
    expect(labels).toEqual(['Grades 5-6', 'Grades 7-8', 'Grades 9-10']);
  });

  test('begins with math and 5-6', async () => {
    const page = courses();
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Math']);
    expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Grades 5-6']);
  });

  test('shows the three cards Core Learning, Competitive Edge, Future Skills', async () => {
    const page = courses();
    expect(await page.getByRole('tabpanel').getByRole('heading').allTextContents()).toEqual(
      strands.map(([label]) => label),
    );
  });

  test('math 5-6 core: Math Puzzles, Vedic Math Basics, Fraction Visualization', async () => {
    const page = courses();
    expect(await topics(page, 'Core Learning')).toEqual([
      'Math Puzzles',
      'Vedic Math Basics',
      'Fraction Visualization',
    ]);
  });

  test('the 15 combinations have 135 topics, and no list is that of another', () => {
    const lists = combinations.flatMap(({ subject, band: { id } }) =>
      strands.map(([, strand]) => curriculum[subject.id][id][strand]),
    );
    expect(lists.flat()).toHaveLength(135);
    expect(new Set(lists.map((list) => list.join())).size).toBe(45);
  });
});

describe('§2 Courses, when subject and grade are chosen', () => {
  const courses = sharedCourses();

  test('ict 9-10 core: AI/ML Fundamentals, Web3 Basics, Cloud Computing', async () => {
    const page = courses();
    await tab(page, 'ICT').click();
    await band(page, 'Grades 9-10').click();
    expect(await topics(page, 'Core Learning')).toEqual([
      'AI/ML Fundamentals',
      'Web3 Basics',
      'Cloud Computing',
    ]);
  });

  describe.each(combinations)('§4 $subject.label, $band.label', ({ subject, band: { id, label } }) => {
    test.each(strands)('%s', async (card, strand) => {
      const page = courses();
      await band(page, label).click();
      await tab(page, subject.label).click();
      expect(await topics(page, card)).toEqual([...curriculum[subject.id][id][strand]]);
      expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual([subject.label]);
      expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual([label]);
    });
  });

  test('the tabs are walked with the keyboard, and the panel is named after the chosen one', async () => {
    const page = courses();
    await band(page, 'Grades 5-6').click();
    await tab(page, 'Math').click();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'ICT', exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Math', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Grades 7-8']);
  });
});

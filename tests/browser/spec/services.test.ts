import { describe, expect, test } from 'vitest';
import { featuredService, services } from '../../../src/content/services.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { sharedVisit } = sharedBrowser();

const atServices = sharedVisit(async (page) => {
  await page.goto('/services');
  await page.getByRole('heading', { level: 1, name: 'Our Services' }).waitFor();
  return page;
});

describe('§2 Services', () => {
  test('features the student skill courses of §1', async () => {
    const page = atServices();
    const card = page.getByRole('region', { name: 'Student Skill Courses' });
    expect(await card.getByRole('term').allTextContents()).toEqual([
      'English Speaking',
      'Math',
      'Computer and Coding',
      'Science',
      'Career Guidance',
    ]);
    expect(await card.getByRole('link').getAttribute('href')).toBe(featuredService.action.href);
  });

  test('has a grid of seven other services with bullet lists', async () => {
    const page = atServices();
    const cards = page.locator('.services-grid').getByRole('region');
    expect(await cards.getByRole('heading').allTextContents()).toEqual([
      'Teacher Training',
      'School Development',
      'Book Publishing',
      'IT Courses',
      'Career Awareness for Grades 8-12',
      'Soft Skills',
      'Assessment',
    ]);
    for (const { title, points } of nonEmpty(services))
      expect(await page.getByRole('region', { name: title }).getByRole('listitem').allTextContents()).toEqual(
        [...points],
      );
  });

  test('has a call to action to /getTouch', async () => {
    const page = atServices();
    await page.getByRole('main').getByRole('link', { name: 'Get in touch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/getTouch');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Our Services' }).waitFor();
  });
});

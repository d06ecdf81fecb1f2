import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aboutMission, founderStory } from '../../../src/content/about.ts';
import { aboutFaq } from '../../../src/content/aboutFaq.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { sharedPage } = sharedBrowser();

const about = sharedPage('/about');

const structuredData = async (page: Page) => {
  const [json] = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data: { '@graph': Record<string, unknown>[] } = JSON.parse(json ?? '');
  return (type: string) => data['@graph'].find((thing) => thing['@type'] === type);
};

describe('§2 About', () => {
  test('tells the founder’s story, with the claims of §1', async () => {
    const page = about();
    for (const paragraph of founderStory.paragraphs)
      await page.getByText(paragraph, { exact: true }).waitFor();
    const claims = await page.locator('.claims').getByRole('listitem').allTextContents();
    expect(claims).toEqual(['300+ teachers trained', '100+ schools']);
  });

  test('tells the mission', async () => {
    const page = about();
    for (const paragraph of aboutMission.paragraphs)
      await page.getByText(paragraph, { exact: true }).waitFor();
  });

  test('§1 says what is offered and how', async () => {
    const page = about();
    for (const offer of [
      'Board exam preparation',
      'English communication',
      'Competitive foundation',
      'Life skills',
    ])
      await page.getByRole('heading', { name: offer, exact: true }).waitFor();
    for (const method of [
      /^Daily classes/,
      /^Regular assessments/,
      /^Scholarships/,
      /^Personal progress reports/,
    ])
      await page.getByRole('listitem').filter({ hasText: method }).waitFor();
  });

  test('§9 has an FAQ of four questions, one open at a time', async () => {
    const page = about();
    const questions = page.locator('.faq').getByRole('button');
    expect(await questions.count()).toBe(4);
    for (const { question, answer } of nonEmpty(aboutFaq)) {
      await page.getByRole('button', { name: question }).click();
      await page.getByText(answer, { exact: true }).waitFor();
      expect(await page.locator('.faq [aria-expanded="true"]').count()).toBe(1);
    }
    await page.locator('.faq [aria-expanded="true"]').click();
  });

  test('has structured data for the FAQ, in the words of the page', async () => {
    const page = about();
    const faq = (await structuredData(page))('FAQPage');
    const visible = await page.locator('.faq-item').evaluateAll((items) =>
      items.map((item) => ({
        '@type': 'Question',
        name: item.querySelector('button')?.textContent,
        acceptedAnswer: { '@type': 'Answer', text: item.querySelector('.faq-answer p')?.textContent },
      })),
    );
    expect(faq?.mainEntity).toEqual(visible);
  });

  test('has structured data for an educational organisation, in the words of the page', async () => {
    const page = about();
    const organisation = (await structuredData(page))('EducationalOrganization');
    expect(organisation).toMatchObject({ name: 'Future Ready Academy' });
    for (const text of [organisation?.description, organisation?.telephone, organisation?.email])
      await page.getByText(String(text), { exact: true }).filter({ visible: true }).first().waitFor();
  });
});

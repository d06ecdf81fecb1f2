import type { Page } from 'playwright-core';

/** The two posts, as in the specification and in the site's content. */
export const posts = [
  {
    slug: 'how-to-improve-math-skills',
    title: 'How to Improve Your Math Skills',
    category: 'Mathematics',
    readTime: '5 min',
    date: ['2025-08-05', '5 August 2025'],
    tags: ['math', 'learning', 'exams'],
  },
  {
    slug: 'future-ready-skills',
    title: 'Future-Ready Skills for Grades 5-10',
    category: 'Future Skills',
    readTime: '8 min',
    date: ['2025-08-19', '19 August 2025'],
    tags: ['technology', 'learning', 'education'],
  },
] as const;

/** Requests for the text of a post. */
export const TEXTS = /assets\/(howToImproveMathSkills|futureReadySkills)-[^/]+\.js$/;

/** The card of a post in the list. */
export const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) });

/** Titles of the posts in the list. */
export const titles = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('link').allTextContents();

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

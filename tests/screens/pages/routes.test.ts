import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { homeHeading } from '../../../src/content/hero.ts';
import { site } from '../../../src/content/site.ts';
import { notFoundSeo, seoFor } from '../../../src/prerender/seo.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, test } from '../fixtures.ts';

/** §2 The route table: the screen at each address, and the layout around it. */

const screens: [path: string, heading: string][] = [
  ['/', homeHeading],
  ['/home', homeHeading],
  ['/about', `About ${site.name}`],
  ['/services', 'Our Services'],
  ['/careers', 'Careers'],
  ['/contact', 'Contact Us'],
  ['/getTouch', 'Contact Us'],
  ['/courses', 'Future-Ready Curriculum'],
  ['/blog', 'Blog'],
  ['/blog/category/mathematics', 'Mathematics Articles'],
  ['/blog/category/cricket', 'Blog'],
  ['/blog/how-to-improve-math-skills', 'How to Improve Your Math Skills'],
  ['/applyPath', 'Start Your Learning Journey'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms and Conditions'],
  ['/refund', 'Cancellation and Refund Policy'],
  ['/shipping', 'Shipping Policy'],
  ['/register-term', 'Terms and Policies'],
  ['/register-re', 'Student Registration'],
  ['/knowmore', 'The Excellence Scholarship'],
  ...['/testimonials', '/blog/tag/math', '/blog/category', '/blog/category/science/physics', '/nothing'].map(
    (path): [string, string] => [path, 'This page is not here'],
  ),
];

test.for(screens)('%s shows "%s", and its headings leave out no level', async ([path, heading], { open }) => {
  await open(path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(new RegExp(`^${heading}$`));
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) =>
    Number(localName[1]),
  );
  expect(nonEmpty(levels).filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
});

test('every page has a title of its own, and the not-found page that of no other', async ({ open }) => {
  const titles = new Map<string, string>();
  for (const [path] of nonEmpty(screens)) {
    await open(path);
    titles.set(path, document.title);
  }
  expect(titles.get('/testimonials')).toBe(notFoundSeo.title);
  for (const path of ['/', '/about', '/blog', '/blog/category/mathematics', '/register-re'])
    expect(titles.get(path), path).toBe(seoFor(path).title);
  const same = ['/home', '/getTouch', '/blog/category/cricket'];
  const own = screens.flatMap(([path, heading]) =>
    heading === 'This page is not here' || same.includes(path) ? [] : [titles.get(path)],
  );
  expect(new Set(own).size).toBe(own.length);
});

test('a page that is not there is not indexed, and leads elsewhere', async ({ open }) => {
  await open('/testimonials');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(document.querySelector('link[rel="canonical"]')).toBeNull();
  expect(links(screen.getByRole('main'))).toEqual([
    'Home → /',
    'Syllabus → /courses',
    'Blog → /blog',
    'Excellence Scholarship → /knowmore',
    'Contact Us → /contact',
  ]);
});

test('the address of the same screen under another path is the first one', async ({ open }) => {
  for (const [path, canonical] of [
    ['/home', '/'],
    ['/getTouch', '/contact'],
    ['/services', '/services'],
    ['/blog/category/MATHEMATICS', '/blog/category/mathematics'],
  ] as const) {
    await open(path);
    expect(document.querySelector('link[rel="canonical"]'), path).toHaveAttribute(
      'href',
      `${site.origin}${canonical}`,
    );
  }
});

test('every page has the navigation bar, the footer, the call-back and the chat', async ({ open }) => {
  await open('/services');
  const [skip] = document.querySelectorAll('a');
  expect(skip).toHaveTextContent('Skip to the content');
  expect(skip).toHaveAttribute('href', '#main');
  expect(links(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
    'Home → /',
    'Syllabus → /courses',
    'Services → /services',
    'Careers → /careers',
    'Register → /register-re',
  ]);
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([
    'Services',
  ]);
  const legal = ['Privacy Policy → /privacy', 'Terms → /terms', 'Refund Policy → /refund'];
  expect(links(screen.getByRole('navigation', { name: 'Footer' }))).toEqual([
    'Home → /',
    'About → /about',
    'Syllabus → /courses',
    'Testimonials → /testimonials',
    'Blog → /blog',
    'Contact Us → /contact',
    ...legal,
  ]);
  expect(links(screen.getByRole('navigation', { name: 'Legal' }))).toEqual(legal);
  const contacts = links(screen.getByRole('contentinfo')).filter((link) => /tel:|mailto:/.test(link));
  expect(contacts).toEqual([`${site.phone} → tel:+910000012345`, `${site.email} → mailto:${site.email}`]);
  screen.getByRole('button', { name: 'Get a Call Back' });
  const chat = screen.getByRole('link', { name: 'Chat with us (opens in a new tab)' });
  expect(chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+$/);
  expect(chat).toHaveAttribute('rel', 'noopener');
});

test('every link that opens a new tab says so', async ({ open }) => {
  for (const path of ['/', '/register-re']) {
    await open(path);
    for (const link of nonEmpty(document.querySelectorAll('a[target="_blank"]')))
      expect(link).toHaveAccessibleName(/ \(opens in a new tab\)$/);
  }
});

import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { combinedPolicies } from '../../../src/content/policies/combinedPolicies.ts';
import { site } from '../../../src/content/site.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, outline, test } from '../fixtures.ts';

/** §2, §9 The legal pages: what each says, its date, and its contacts. */

const main = () => screen.getByRole('main');

const pageOf: Record<string, string> = {
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  shipping: '/shipping',
};

test.for(combinedPolicies.filter(({ id }) => id in pageOf))(
  'the page of the policy $id has each of its sections, its contents, its date, and how to reach the provider',
  async ({ id, title, intro, sections }, { open }) => {
    await open(pageOf[id] ?? '');
    const said = outline(main());
    expect(said.slice(0, 3)).toEqual([`h1 ${title}`, 'p Last updated August 1, 2025', `p ${intro}`]);
    const expected = sections.flatMap(({ heading, paragraphs = [], points = [] }) => [
      `h2 ${heading}`,
      ...paragraphs.map((text) => `p ${text}`),
      ...points.map((text) => `li ${text}`),
    ]);
    expect(said.filter((line) => expected.includes(line))).toEqual(expected);
    const contents = nonEmpty(screen.getByRole('navigation', { name: 'On this page' }).querySelectorAll('a'));
    expect(contents.map((link) => document.querySelector(link.hash)?.textContent)).toEqual([
      ...sections.map(({ heading }) => heading),
      'How to reach us',
    ]);
    expect(screen.getByText('August 1, 2025')).toHaveAttribute('datetime', '2025-08-01');
    expect(said.filter((line) => line === 'h2 How to reach us')).toHaveLength(1);
    expect(links(main())).toEqual(
      expect.arrayContaining([`${site.phone} → ${site.phoneHref}`, `${site.email} → ${site.emailHref}`]),
    );
  },
);

test('all policies and the rules of conduct are on one page, with its contents', async ({ open }) => {
  await open('/register-term');
  const titles = [
    'Terms and Conditions',
    'Privacy Policy',
    'Cancellation and Refund Policy',
    'Shipping Policy',
    'Class Conduct and Child Safety',
  ];
  expect(outline(main()).filter((line) => line.startsWith('h2'))).toEqual(
    [...titles, 'How to reach us'].map((title) => `h2 ${title}`),
  );
  expect(links(screen.getByRole('navigation', { name: 'On this page' }))).toEqual(
    combinedPolicies.map(({ id, title }) => `${title} → #${id}`),
  );
  const said = outline(main());
  const sentences = combinedPolicies.flatMap(({ intro, sections }) => [
    `p ${intro}`,
    ...sections.flatMap(({ heading, paragraphs = [], points = [] }) => [
      `h3 ${heading}`,
      ...paragraphs.map((text) => `p ${text}`),
      ...points.map((text) => `li ${text}`),
    ]),
  ]);
  expect(said.filter((line) => sentences.includes(line))).toEqual(sentences);
});

test.for([
  ['/privacy', /the student’s name/],
  ['/privacy', /contact details/],
  ['/privacy', /class and school/],
  ['/privacy', /academic interests/],
  ['/privacy', /feedback that you give in our surveys/],
  ['/privacy', /access to the course/],
  ['/privacy', /weekly performance report/],
  ['/privacy', /improve our classes/],
  ['/privacy', /updates .*and offers/],
  ['/privacy', /We never sell your data/],
  ['/privacy', /uses cookies/],
  ['/privacy', /ask us at any time to correct or delete/],
  ['/privacy', /what you type is kept in the same browser tab for at most 24 hours/],
  ['/privacy', /removed once the form has been sent/],
  ['/privacy', /keeps what the receipt shows, for at most 24 hours: .*no phone number and no e-mail address/],
  ['/privacy', /“Clear this page”, below the receipt, removes it/],
  ['/terms', /governed by Indian law/],
  ['/terms', /decided by the courts in New Delhi/],
  ['/refund', /only within 15 days/],
  ['/refund', /by e-mail to .* Include your registration details/],
  ['/refund', /cannot be cancelled once classes have started, or once digital material has been accessed/],
  ['/refund', /only if you report it to us within 15 days/],
  ['/refund', /access:/],
  ['/refund', /delivery:/],
  ['/refund', /quality:/],
  ['/refund', /at least 15 classes have been attended/],
  ['/refund', /worksheets or certificates have been downloaded/],
  ['/refund', /changed your mind/],
  ['/refund', /lost interest/],
  ['/refund', /only some of the classes/],
  ['/refund', /teacher training/],
  ['/refund', /processing of a scholarship/],
  ['/refund', /administrative fee/],
  ['/refund', /6 to 8 business days, to the payment method that you originally used/],
  ['/shipping', /Shipping is not applicable/],
] as const)('%s says %s', async ([path, sentence], { open }) => {
  await open(path);
  expect(main()).toHaveTextContent(sentence);
});

test('no page names a phone number or an address of the provider that is not a link', async ({ open }) => {
  for (const path of nonEmpty([
    ...Object.values(pageOf),
    '/register-term',
    '/about',
    '/contact',
    '/careers',
  ])) {
    await open(path);
    for (const link of nonEmpty(main().querySelectorAll('a'))) link.remove();
    expect(main().textContent?.match(/\S+@\S+|\+91[\d ]+/g) ?? [], path).toEqual([]);
  }
});

test('the refund policy leads to the shipping policy', async ({ open }) => {
  await open('/refund');
  expect(links(main())).toContain('Read the Shipping Policy → /shipping');
});

import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { pagePaths } from '../../../src/prerender/pagePaths.ts';
import { builtSite, fileOf } from '../builtSite.ts';

/** §9 The amounts, percentages and periods that the built pages name: those of the specification, and no others. */

const { read } = await builtSite();

const FIGURE =
  /₹\d[\d,]*(?:-\d[\d,]*)?(?: Lakh| LPA)?|\d+%|\d+(?: to \d+)?[- ](?:days?|business days|classes)\b/g;

/** Returns the texts of a page, hidden ones too, with its description. */
function textsOf(path: string): string {
  const { document } = new Window();
  document.write(read(fileOf(path)));
  for (const unseen of document.querySelectorAll('script')) unseen.remove();
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
  return `${description} ${document.body.textContent}`.replace(/\s+/g, ' ');
}

const figuresOf = (path: string) => [...new Set(textsOf(path).match(FIGURE) ?? [])].sort();

const AWARDS = ['₹2 Lakh', '₹2,00,000', '₹25,000', '₹50,000'];
const REFUND = ['15 classes', '15 days', '6 to 8 business days', '₹100'];

const home = ['14-day', '15 days', ...AWARDS, '₹100', '₹2000'].filter((figure) => figure !== '₹2,00,000');

const figures: Readonly<Record<string, readonly string[]>> = {
  '/': home,
  '/home': home,
  '/about': ['₹2 Lakh'],
  '/careers': ['₹30,000-40,000', '₹6-8 LPA'],
  '/register-re': ['15 days', '₹2000'],
  '/register-term': [...REFUND, '₹2000'],
  '/terms': ['15 days', '₹2000'],
  '/refund': REFUND,
  '/knowmore': ['30 days', '90%', '95%', ...AWARDS, '₹100'],
  '/applyPath': ['₹100'],
  '/blog/how-to-improve-math-skills': ['20%', '₹15', '₹360', '₹450', '₹60'],
  '/blog/future-ready-skills': ['2%', '6%', '₹1,000', '₹1,060', '₹240', '₹268'],
};

test.each(pagePaths)('%s', (path) => {
  expect(figuresOf(path)).toEqual([...(figures[path] ?? [])].sort());
});

describe('what a cancellation pays back', () => {
  const sentence =
    'You can cancel by e-mail within 15 days of registering (best within 14), until classes start or digital material is accessed; the fee is refunded only for a genuine problem with access, delivery or quality reported within the same 15 days, not for a change of mind.';

  test.each(['/', '/register-re', '/refund', '/terms', '/register-term'])(
    'is said in the same sentence on %s',
    (path) => expect(textsOf(path)).toContain(sentence),
  );
});

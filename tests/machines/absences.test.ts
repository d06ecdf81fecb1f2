import { expect, test } from 'vitest';
import { absences } from '../support/absences.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

test('what a test expects not to be there is in the product, or is there in another statement of the test', () => {
  const unknown = nonEmpty(absences()).filter(({ exists }) => !exists);
  expect(unknown.map(({ file, what }) => `${file}: nothing is ever called "${what}"`)).toEqual([]);
});

test('a text, a name, a class and a constant that nothing has are found', () => {
  const code = `const GONE = 'a';
    expect(await page.getByText('Send Mesage').count()).toBe(0);
    await page.getByRole('button', { name: 'Sendd' }).waitFor({ state: 'hidden' });
    await page.locator('.spinnner').waitFor({ state: 'detached' });
    expect(await page.getByText(GONE).count()).toBe(0);
    expect(await page.getByText('Send Message').count()).toBe(0);
    expect(text).not.toContain('word of the test');
    expect(other).toContain('word of the test');
`;
  const found = absences([['tests/a.test.ts', code]]);
  expect(found.filter(({ exists }) => !exists).map(({ what }) => what)).toEqual([
    'Send Mesage',
    'Sendd',
    'spinnner',
    'GONE',
  ]);
  expect(found.filter(({ exists }) => exists).map(({ what }) => what)).toEqual([
    'Send Message',
    'word of the test',
  ]);
});

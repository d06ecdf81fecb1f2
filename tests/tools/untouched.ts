import type { Controls } from '../support/controls.ts';

/** Why nothing in the walks and visits touches a control, by its key; `*` stands for any text. */
export const reasons: Readonly<Record<string, string>> = {
  '*: link "+91 00000 12345"': 'It leads out of the site, to the telephone of the device.',
  '*: link "hello@futurereadyacademy.example"':
    'It leads out of the site, to the mail program of the device.',
  '*: link to a part of the page': 'The part that it names is found in tests/browser/documents.test.ts.',
  'every page: link "Load the whole page again"':
    'It leads to the address of the page, as tests/browser/prerender.test.ts shows.',
  'register: button "Print this receipt"': 'It is pressed in tests/screens/pages/registration.test.ts.',
};

const patternOf = (key: string): RegExp =>
  new RegExp(`^${key.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^]*')}$`);

/**
 * Prints the untouched controls, by page, with the reason where there is one, and the reasons without a control.
 * Sets exit code 1 where a control has no reason or a reason no control, or no test has run.
 */
export function printUntouched(controls: Controls, given: Readonly<Record<string, string>>): void {
  const [seen, touched] = [[...new Set(controls.seen)].sort(), new Set(controls.touched)];
  const rules = Object.entries(given).map(([key, reason]) => ({ key, reason, pattern: patternOf(key) }));
  const untouched = seen
    .filter((control) => !touched.has(control))
    .map((control) => ({ control, reason: rules.find(({ pattern }) => pattern.test(control))?.reason }));
  const stale = rules.filter(({ pattern }) => !seen.some((control) => pattern.test(control)));
  for (const { control, reason } of untouched)
    console.log(`${control}: ${reason ?? 'untouched, without a reason'}`);
  for (const { key } of stale) console.log(`${key}: a reason without a control`);
  const open = untouched.filter(({ reason }) => reason === undefined).length;
  console.log(`${seen.length} controls, ${untouched.length} untouched, ${open} of them without a reason.`);
  if (open > 0 || stale.length > 0 || seen.length === 0) process.exitCode = 1;
}

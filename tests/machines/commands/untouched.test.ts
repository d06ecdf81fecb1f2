import { expect, test } from 'vitest';
import { printUntouched } from '../../commands/untouched.ts';
import { runCommandInProcess } from '../../support/commandFixture.ts';

const seen = ['about: link "+91 1"', 'home: button "Go"', 'home: button "Stop"'];
const reasons = { '*: link "+91 1"': 'It opens the telephone.' };

const run = (touched: string[], given: Record<string, string>) =>
  runCommandInProcess(() => printUntouched({ seen: [...seen, ...seen], touched }, given));

test('npm run paths -- --untouched lists by page what nothing has touched, and fails where it has no reason', async () => {
  expect(await run(['home: button "Go"'], reasons)).toMatchObject({
    status: 1,
    out: [
      'about: link "+91 1": It opens the telephone.',
      'home: button "Stop": untouched, without a reason',
      '3 controls, 2 untouched, 1 of them without a reason.',
    ].join('\n'),
  });
  expect(await run(seen.slice(1), reasons)).toMatchObject({ status: 0 });
});

test('npm run paths -- --untouched fails where a reason has no control any more, and where no test has run', async () => {
  const { status, out } = await run(seen, { 'home: link "Gone"': 'It is new.' });
  expect([status, out.split('\n')[0]]).toEqual([1, 'home: link "Gone": a reason without a control']);
  const none = await runCommandInProcess(() => printUntouched({ seen: [], touched: [] }, {}));
  expect(none).toMatchObject({ status: 1, out: '0 controls, 0 untouched, 0 of them without a reason.' });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { projectCopy } from '../support/copy.ts';

/** A flow that `npm run new-flow` makes is green at once, and so is the one that the README makes of it. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = projectCopy();

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project'];

function isGreen(): void {
  run('node_modules/typescript/bin/tsc', '--noEmit');
  run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '--vcs-enabled=false',
    'machines',
    'src',
    'tests',
  );
  const levels = ['mutation', 'screens', 'browser'].flatMap((level) => ['--project', level]);
  const files = [
    'tests/machines/paths',
    'tests/machines/journeys',
    'tests/machines/docs',
    'tests/machines/recording',
    'tests/mutation',
    'tests/screens/paths',
    'tests/browser/paths',
    'tests/browser/budget',
    'tests/browser/links',
    'tests/browser/prerender',
    'tests/browser/seo',
    'tests/browser/manners.test',
  ];
  const out = run(
    ...VITEST,
    'machines',
    ...levels,
    ...files,
    '-t',
    '(waitlist|README|every page|every flow|sitemap)',
  );
  expect(out).toMatch(new RegExp(`Test Files\\s+${files.length} passed`));
}

/** The blocks of code in the README that name their file. */
function blocks(): [file: string, code: string][] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}

describe('a new flow', () => {
  test('is green at once', { timeout: 300_000 }, () => {
    expect(run('--import', 'tsx', 'tests/commands/newFlow.ts', 'waitlist')).toContain(
      'machines/waitlist/waitlist.machine.ts',
    );
    isGreen();
  });

  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit'];
  const paths = (level: string) => [...VITEST, level, `tests/${level}/paths`, '-t', 'waitlist'];

  test.each([
    {
      lacks: 'an event',
      file: 'machines/waitlist/waitlist.cases.ts',
      part: "    left: { 'by the button': {} },\n",
      command: tsc,
      says: "Property 'left' is missing",
    },
    {
      lacks: 'a case',
      file: 'machines/waitlist/waitlist.cases.ts',
      part: /(?<=left: \{).*(?=\},$)/m,
      command: paths('machines'),
      says: 'there is no case for \\"left\\"',
    },
    {
      lacks: 'its driver',
      file: 'tests/drivers/index.ts',
      part: /^.*waitlist.*\n/gm,
      command: paths('screens'),
      says: 'The flow "waitlist" has no driver: write tests/drivers/waitlist.driver.ts.',
    },
    {
      lacks: 'an assertion',
      file: 'tests/drivers/waitlist.driver.ts',
      part: /^.*You have joined.*\n/m,
      command: paths('screens'),
      says: 'The driver does not say how \\"in\\" is seen: write it into its states.',
    },
  ])('that lacks $lacks fails in words that say what to write', ({ file, part, command, says }) => {
    const path = join(copy, file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace(part, ''));
    try {
      expect(() => run(...command)).toThrow(says);
    } finally {
      writeFileSync(path, whole);
    }
  });

  test('is green when it has become what the README shows', { timeout: 300_000 }, () => {
    expect(blocks()).toHaveLength(6);
    for (const [file, code] of blocks()) writeFileSync(join(copy, file), code);
    run(
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--write',
      '--vcs-enabled=false',
      'machines/waitlist',
      'src',
      'tests/drivers',
    );
    run('--import', 'tsx', 'tests/support/docs.ts');
    isGreen();
  });
});

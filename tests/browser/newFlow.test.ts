import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideBlocks } from '../support/guideBlocks.ts';
import { createProjectCopy } from '../support/projectCopy.ts';

/** A flow that `npm run new-flow` writes passes all checks, and so does the one that docs/adding-a-flow.md makes of it. */

const copy = createProjectCopy();

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
    'tests/machines/project',
    'tests/machines/recording',
    'tests/mutation/mutation',
    'tests/mutation/constants',
    'tests/screens/paths',
    'tests/browser/paths',
    'tests/browser/budget',
    'tests/browser/links',
    'tests/browser/prerender',
    'tests/browser/seo',
    'tests/browser/responsive.test',
  ];
  const out = run(
    ...VITEST,
    'machines',
    ...levels,
    ...files,
    '-t',
    '(signUp|sign-up|waitlist|documents|every page|every flow|sitemap)',
  );
  expect(out).toMatch(new RegExp(`Test Files\\s+${files.length} passed`));
}

test('a new flow is green at once, and so is one that has become what the guide shows', {
  timeout: 300_000,
}, () => {
  for (const name of ['signUp', 'waitlist'])
    expect(run('--import', 'tsx', 'tests/commands/newFlow.ts', name)).toContain(
      `machines/${name}/${name}.machine.ts`,
    );
  const blocks = guideBlocks();
  expect(blocks).toHaveLength(8);
  for (const [file, code] of blocks) writeFileSync(join(copy, file), code);
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

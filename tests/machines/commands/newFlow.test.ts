import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProjectCopy, guideBlocks } from '../../support/commandFixture.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** `npm run tools -- new-flow` in a copy of the project. */

const copy = createProjectCopy();

const inCopy = (file: string) => import(join(copy, file));
/** Runs the command of the copy, which writes into the copy. */
const { newFlow: writeFlow }: typeof import('../../tools/newFlow.ts') =
  await inCopy('tests/tools/newFlow.ts');
const { runCommandInProcess: commandInProcess }: typeof import('../../support/commandFixture.ts') =
  await inCopy('tests/support/commandFixture.ts');

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** Every file that the command may write to, with its content. */
const content = () =>
  ['machines', 'src', 'tests/drivers'].flatMap((part) =>
    readdirSync(join(copy, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );

const NAME = 'Say one name for the flow, in letters, digits and hyphens: npm run tools -- new-flow waitlist';

describe('a name that cannot be that of a new flow', () => {
  const before = content();

  test.each([
    [[], NAME],
    [['no such name'], NAME],
    [['two', 'names'], NAME],
    [['contact'], 'There is a flow "contact" already, in machines/contact.'],
    [['about'], 'There is a screen "about" already, at /about.'],
    [['gettouch'], 'There is a screen "contact" already, at /contact and /getTouch.'],
    [['use-flow'], 'There is a file src/flows/useFlow.ts already.'],
    [['await'], '"await" is a word of the language: take another name.'],
    [['visualiser'], '"visualiser" means something else here: take another name.'],
    [
      ['curriculum-browser'],
      '"curriculumBrowser" means something else in tests/drivers/siteFlows.ts: take another name.',
    ],
  ])(
    'a name that cannot be that of a new flow is refused in one line, and nothing is written: %j',
    async (names, sentence) => {
      expect(await commandInProcess(writeFlow, ...names)).toEqual({ status: 2, out: '', error: sentence });
      expect(content()).toEqual(before);
    },
  );
});

test(`a new flow passes its tests at ${isMore ? 'every level' : 'two levels'}, before and after the guide`, {
  timeout: 300_000,
}, async () => {
  const printed = run('--import', 'tsx', 'tests/tools/newFlow.ts', 'signUp');
  expect(printed).toContain('machines/signUp/signUp.machine.ts');
  expect(await commandInProcess(writeFlow, 'waitlist')).toMatchObject({ status: 0, error: '' });
  const blocks = guideBlocks();
  expect(blocks).toHaveLength(8);
  for (const [file, code] of blocks) writeFileSync(join(copy, file), code);
  const written = blocks.map(([file]) => file);
  const lists = [
    'machines/catalogue.ts',
    'src/screens.ts',
    'src/flows/checks.ts',
    'tests/drivers/siteFlows.ts',
  ];
  run(BIOME, 'format', '--write', '--vcs-enabled=false', ...written);
  run('--import', 'tsx', 'tests/tools/paths.ts', 'waitlist', '--write');
  run(BIOME, 'check', '--error-on-warnings', '--vcs-enabled=false', 'machines/signUp', ...lists, ...written);
  // The types of the written files and their importers: those of everything take four times as long.
  const config: object = JSON.parse(readFileSync(join(copy, 'tsconfig.json'), 'utf8'));
  const include = [...lists, 'tests/drivers/*.driver.ts', 'src/vite-env.d.ts'];
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, include }));
  const names = ['sign-up', 'waitlist', 'machines/project', '-t=(signUp|waitlist)'];
  // `npm run test:more` builds a site with the flow, and walks it in the browser.
  const levels = ['machines', 'screens', ...(isMore ? ['browser'] : [])];
  // What is transformed here is of no use to any other run.
  const options = [...levels.map((level) => `--project=${level}`), '--experimental.fsModuleCache=false'];
  const out = run('--import', 'tsx', 'tests/run.ts', ...names, ...options);
  for (const level of nonEmpty(levels))
    expect(out).toMatch(new RegExp(`${level}: [1-9]\\d* passed, 0 failed`));
});

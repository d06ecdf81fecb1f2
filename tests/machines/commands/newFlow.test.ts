import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProjectCopy } from '../../support/projectCopy.ts';

/** The names that `npm run new-flow` refuses, and its errors. tests/browser checks that a new flow passes all tests. */

const copy = createProjectCopy();

const inCopy = (file: string) => import(join(copy, file));
/** Runs the command of the copy, which writes into the copy. */
const { newFlow: writeFlow }: typeof import('../../commands/newFlow.ts') =
  await inCopy('tests/commands/newFlow.ts');
const { runCommandInProcess: commandInProcess }: typeof import('../../support/runCommandInProcess.ts') =
  await inCopy('tests/support/runCommandInProcess.ts');

function newFlow(...names: string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/commands/newFlow.ts', ...names],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return { status, error: stderr.trim() };
}

/** Returns every file that the command may write to, with its content. */
const content = () =>
  ['machines', 'src', 'tests', 'docs/operations.md'].flatMap((part) =>
    part.endsWith('.md')
      ? [[part, readFileSync(join(copy, part), 'utf8')]]
      : readdirSync(join(copy, part), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
          .map((path) => [path, readFileSync(path, 'utf8')]),
  );

describe('refuses in one line, and writes nothing', () => {
  const before = content();

  test.each([
    [[], 'Say one name for the flow, in letters, digits and hyphens: npm run new-flow -- waitlist'],
    [
      ['no such name'],
      'Say one name for the flow, in letters, digits and hyphens: npm run new-flow -- waitlist',
    ],
    [
      ['two', 'names'],
      'Say one name for the flow, in letters, digits and hyphens: npm run new-flow -- waitlist',
    ],
    [['contact'], 'There is a flow "contact" already, in machines/contact.'],
    [['paths'], 'There is a flow "paths" already, in machines/paths.'],
    [['about'], 'There is a screen "about" already, at /about.'],
    [['privacy'], 'There is a screen "privacy" already, at /privacy.'],
    [['gettouch'], 'There is a screen "contact" already, at /contact and /getTouch.'],
    [['register-term'], 'There is a screen "registerTerm" already, at /register-term.'],
    [['use-flow'], 'There is a file src/flows/useFlow.ts already.'],
    [['class'], '"class" is a word of the language: take another name.'],
    [['await'], '"await" is a word of the language: take another name.'],
    [['undefined'], '"undefined" is a word of the language: take another name.'],
    [['send'], '"send" means something else here: take another name.'],
    [['visualiser'], '"visualiser" means something else here: take another name.'],
    [['link'], '"link" means something else in tests/drivers/siteFlows.ts: take another name.'],
  ])('%j', async (names, sentence) => {
    expect(await commandInProcess(writeFlow, ...names)).toEqual({ status: 2, out: '', error: sentence });
    expect(content()).toEqual(before);
  });
});

describe('fails where a command that it calls fails', () => {
  test.each([
    { name: 'lobby', file: 'tests/support/docs.ts', broken: 'process.exit(3);', command: 'npm run docs' },
    { name: 'queue', file: 'biome.json', broken: '{', command: 'biome' },
  ])('$command', ({ name, file, broken, command }) => {
    const path = join(copy, file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, broken);
    const { status, error } = newFlow(name);
    writeFileSync(path, whole);
    expect(status).toBe(1);
    expect(error).toContain(`The files are written, but ${command} failed: see above.`);
  });
});

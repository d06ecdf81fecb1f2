import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildModelOf, flowOfMachine } from '../../../machines/paths/index.ts';
import { printChangesSince } from '../../commands/since.ts';
import { coffeeMachine } from '../../fixtures/coffee.ts';
import { runCommandInProcess } from '../../support/runCommandInProcess.ts';

/** `npm run paths -- --since`, with a repository of its own. */

const repository = mkdtempSync(join(tmpdir(), 'repository-'));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: repository,
  });

function commit(tag: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(repository, name, '..'), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  git('add', '.');
  git('commit', '--quiet', '-m', tag);
  git('tag', tag);
}

/** The source of a catalogue with one flow, whose machine has one state. */
const catalogueSource = `import { setup } from 'xstate';
type Id = 'coffee';
const id: Id = 'coffee';
const machine = setup({ delays: { patience: 100 } }).createMachine({
  id, initial: 'idle', states: { idle: { on: { tea: {} } } },
});
export const catalogue = [{
  id, title: 'Coffee', machine, events: { tea: { 'a cup': {} } }, outcomes: {},
  isPossible: () => true, project: () => null, journeys: [], properties: [],
}];
`;

beforeAll(() => {
  git('init', '--quiet');
  commit('good', {
    'package.json': '{ "type": "module" }',
    'machines/catalogue.ts': catalogueSource,
    'src/visualiser/tool/errorCatalogue.ts':
      "export const errorCatalogue = [{ flow: 'coffee', where: 'Cup', condition: 'empty', text: 'Empty' }, { where: 1 }];",
  });
  commit('broken', { 'machines/catalogue.ts': "throw new Error('The catalogue is gone.');" });
  commit('other', { 'machines/catalogue.ts': 'export const catalogue = {};' });
});

const now = () => buildModelOf('now', [{ ...flowOfMachine(coffeeMachine), title: 'Coffee' }], [], []);
const since = (ref: string, folder = repository) =>
  runCommandInProcess(([given = '']) => printChangesSince(given, folder, now), ref);

const foldersLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith('since-'));

test('prints what changed since a commit as Markdown, and leaves no folder behind', async () => {
  const before = foldersLeft();
  const { out, status } = await since('good');
  expect(status).toBe(0);
  expect(out).toMatch(/^## The flows: now since good\n\n\| Flow /);
  expect(out).toContain('- **removed** transition `idle · tea`');
  expect(out).toContain('- **added** state `brewing`');
  expect(out).toContain('- **removed** delay `patience`');
  expect(out).toContain('- **removed** message `Cup, empty`');
  expect(foldersLeft()).toEqual(before);
});

test.each([
  ['no-such-commit', 'There is no commit "no-such-commit", and no file of a build.'],
  ['--all', 'There is no commit "--all", and no file of a build.'],
  ['broken', 'The flows of "broken" cannot be loaded: The catalogue is gone.'],
  ['other', 'The flows of "other" cannot be loaded: it has no catalogue of flows.'],
])('refuses %s in a sentence', async (ref, error) => {
  expect(await since(ref)).toEqual({ status: 2, out: '', error });
});

test('refuses to compare with a commit outside of a repository', async () => {
  expect((await since('HEAD', tmpdir())).error).toMatch(/^This folder is no Git repository/);
});

test('takes the file of a build as well, and says where a file is none', async () => {
  const file = join(repository, 'build.json');
  writeFileSync(file, JSON.stringify({ ...now(), build: '0a1b2c3' }));
  expect((await since(file)).out).toBe('## The flows: now since 0a1b2c3\n\nNothing has changed.');
  writeFileSync(file, '{}');
  expect((await since(file)).error).toMatch(/is no file of a build with its flows\.$/);
});

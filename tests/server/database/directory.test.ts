import { spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { nodeArgumentsOf, operatorOf, runMainInThread } from '../../support/serverPrograms.ts';
import { canMakeSmallDisks, makeSmallDisk } from '../../support/smallDisk.ts';
import { programTest } from '../fixtures.ts';
import { type DatabaseKind, postJson, waitUntil } from '../serviceFixture.ts';

/** DATA_DIR: who may read it, who has locked it, and the message where it cannot be used. */

const kind: DatabaseKind = 'PGlite';
// An override would hold in the files that the worker runs later.
const test = programTest.extend('kind', kind);

/** The entries below a directory, itself included, that others have rights to. */
async function entriesOpenToOthers(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((e) => join(e.parentPath, e.name));
  const modes = await Promise.all(
    [directory, ...paths].map(async (path) => [path, (await lstat(path)).mode]),
  );
  return modes.filter(([, mode]) => Number(mode) & 0o077).map(([path]) => String(path));
}

async function openToOthers(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  await chmod(directory, 0o755);
}

test('a server keeps its directory private, and locked until it is killed', async ({ programs }) => {
  const { dataDir } = programs.options;
  await openToOthers(dataDir);
  const outside = join(programs.directory, 'outside');
  await writeFile(outside, 'not of the server');
  await chmod(outside, 0o644);
  await symlink(outside, join(dataDir, 'link'));
  expect((await entriesOpenToOthers(dataDir)).length).toBeGreaterThan(300);

  const server = await programs.startServer();
  expect(await entriesOpenToOthers(dataDir)).toEqual([]);
  await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  await waitUntil(async () =>
    (await readdir(join(dataDir, 'mail')).catch(() => [])).some((name) => name.endsWith('.eml')),
  );
  expect(await entriesOpenToOthers(dataDir)).toEqual([]);
  expect((await stat(outside)).mode & 0o777).toBe(0o644);
  const refusal = `Another server is running on ${dataDir}. Stop it, or set DATA_DIR to another directory.\n`;
  expect(await runMainInThread(programs.environment)).toMatchObject({ code: 1, err: refusal });

  server.child.kill('SIGKILL');
  await server.exited;
  const servers = await Promise.all([programs.start('main'), programs.start('main')]);
  expect(await Promise.race(servers.map(({ exited }) => exited))).toMatchObject({ code: 1 });
  await waitUntil(async () => servers.some(({ out }) => out.includes('Payments are simulated')));
  const [ended, ...others] = servers.filter(({ child }) => child.exitCode !== null);
  expect([ended?.err, others]).toEqual([refusal, []]);
});

test('a server in a directory with a long path has its commands', async ({ programs }) => {
  const dataDir = join(programs.directory, 'x'.repeat(120));
  await rename(programs.options.dataDir, dataDir);
  const server = await programs.startServer({ DATA_DIR: dataDir });
  await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  expect(await operatorOf({ dataDir }).submissions()).toMatchObject([{ name: 'Asha' }]);
  expect(await runMainInThread({ ...programs.environment, DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Another server is running on /),
  });
});

test.runIf(canMakeSmallDisks())(
  'a directory that cannot be written to is said in one sentence',
  async ({ programs: { environment } }) => {
    const disk = makeSmallDisk(1);
    if (!disk) throw new Error('There is no small disk.');
    try {
      await chmod(disk.path, 0o755);
      disk.makeReadOnly();
      expect(await runMainInThread({ ...environment, DATA_DIR: disk.path })).toMatchObject({
        code: 1,
        err: `The directory ${disk.path} cannot be used: the file system is read-only (EROFS). Set DATA_DIR to a directory that the server may write to.\n`,
      });
    } finally {
      disk.remove();
    }
  },
);

describe.runIf(process.getuid?.() === 0)('a user who is not root', () => {
  let directory = '';
  let nodeArguments: string[] = [];
  const file = (name: string) => join(directory, name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'another-user-'));
    await chmod(directory, 0o755);
    for (const name of ['theirs', 'site', 'closed']) await mkdir(file(name));
    const [option = '', program = ''] = await nodeArgumentsOf('main');
    await cp(dirname(program), file('program'), { recursive: true });
    await chmod(file('program'), 0o755);
    nodeArguments = [option, file('program/main.js')];
    await writeFile(file('site/index.html'), '<!doctype html>');
    await chmod(file('closed'), 0o700);
  });
  afterAll(() => rm(directory, { recursive: true }));

  test.for([
    [
      'a directory of another user',
      { DATA_DIR: 'theirs', SITE_DIR: 'site' },
      'The directory %/theirs, or something in it, belongs to another user. Give it to the user of the server (chown -R), or set DATA_DIR to another directory.\n',
    ],
    [
      'a directory that it may not make',
      { DATA_DIR: 'closed/data', SITE_DIR: 'site' },
      'The directory %/closed/data cannot be used: permission denied (EACCES). Set DATA_DIR to a directory that the server may write to.\n',
    ],
    [
      'a site that it may not read',
      { DATA_DIR: 'theirs', SITE_DIR: 'closed' },
      'The site in %/closed cannot be read: permission denied (EACCES). Let the user of the server read it, or set SITE_DIR.\n',
    ],
  ] as const)(
    'a user who is not root is told of %s in one sentence',
    ([, { DATA_DIR, SITE_DIR }, sentence]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, nodeArguments, {
        env: { PORT: '0', DATA_DIR: file(DATA_DIR), SITE_DIR: file(SITE_DIR) },
        encoding: 'utf8',
        uid: 65534,
        gid: 65534,
      });
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: sentence.replace('%', directory),
      });
    },
  );
});

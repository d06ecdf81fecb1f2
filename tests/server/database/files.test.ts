import { spawnSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeArgumentsOf } from '../../support/serverPrograms.ts';
import { canMakeSmallDisks, makeSmallDisk } from '../../support/smallDisk.ts';
import { createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { postJson, waitUntil } from '../serviceFixture.ts';

let programs: ProgramFixture;
let dataDir = '';

beforeAll(async () => {
  programs = await createProgramFixture();
  dataDir = join(programs.directory, 'data');
});
afterAll(() => programs.remove());

/** Returns the entries below a directory, the directory itself among them, that others have rights to. */
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

test('a directory that was readable by others, and all that is in it, is the owner’s alone', async () => {
  await openToOthers(dataDir);
  const outside = join(programs.directory, 'outside');
  await writeFile(outside, 'not of the server');
  await chmod(outside, 0o644);
  await symlink(outside, join(dataDir, 'link'));
  expect((await entriesOpenToOthers(dataDir)).length).toBeGreaterThan(300);

  const server = await programs.startServer();
  expect(await entriesOpenToOthers(dataDir)).toEqual([]);
  await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  await waitUntil(async () => (await readdir(join(dataDir, 'mail')).catch(() => [])).length > 0);
  server.child.kill('SIGTERM');
  await server.exited;
  expect(await entriesOpenToOthers(dataDir)).toEqual([]);
  expect((await stat(outside)).mode & 0o777).toBe(0o644);
});

test.each(
  canMakeSmallDisks()
    ? ([
        ['main', 0o755],
        ['submissions', 0o700],
      ] as const)
    : [],
)('a directory that cannot be written to is said in one sentence by %s (%o)', async (program, mode) => {
  const disk = makeSmallDisk(1);
  if (!disk) throw new Error('There is no small disk.');
  try {
    await chmod(disk.path, mode);
    disk.makeReadOnly();
    const started = await programs.start(program, [], { DATA_DIR: disk.path });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    expect(started.err).toBe(
      `The directory ${disk.path} cannot be used: the file system is read-only (EROFS). Set DATA_DIR to a directory that the server may write to.\n`,
    );
  } finally {
    disk.remove();
  }
});

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

  test.each([
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
  ])('is told of %s in one sentence', (_case, { DATA_DIR, SITE_DIR }, sentence) => {
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
  });
});

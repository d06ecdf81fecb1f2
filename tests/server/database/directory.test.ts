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
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { nodeArgumentsOf, operatorOf, runCommand, runMainInThread } from '../../support/serverPrograms.ts';
import { canMakeSmallDisks, makeSmallDisk } from '../../support/smallDisk.ts';
import { programTest } from '../fixtures.ts';
import { type DatabaseKind, postJson, waitUntil } from '../serviceFixture.ts';

/** DATA_DIR: who may read it, who has locked it, and what is said where it cannot be used. */

const kind: DatabaseKind = 'PGlite';
// An override would hold in the files that the worker runs later.
const test = programTest.extend('kind', kind);

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

test('a server makes its directory and all that is in it private, and locks it until it is killed', async ({
  programs,
}) => {
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

test.runIf(process.platform === 'linux')(
  'a server whose socket file is deleted keeps its lock and its commands, and one whose directory is moved waits for it',
  async ({ programs }) => {
    const { environment, operator, options } = programs;
    const data = options.dataDir;
    const socketPath = join(data, 'server.sock');
    const server = await programs.startServer();
    const names: string[] = [];
    let isRunning = true;
    const visitor = (async () => {
      for (let attempt = 0; isRunning; attempt += 1) {
        const name = `Student ${attempt}`;
        const { status } = await postJson(`${server.url}/api/inquiry`, { name, phone: '9876543210' });
        if (status === 200) names.push(name);
      }
    })();
    await waitUntil(async () => names.length > 5);

    await rm(socketPath);
    const [second, list] = await Promise.all([runMainInThread(environment), operator.submissions()]);
    expect(list.length).toBeGreaterThan(5);
    expect(second).toMatchObject({ code: 1, err: expect.stringMatching(/^Another server is running on /) });
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
    const unknown = await new Promise<IncomingMessage>((resolve) => {
      request({ socketPath, method: 'POST' }, resolve).end('{"do":"dance"}');
    });
    await text(unknown);
    expect(decodeURIComponent(unknown.trailers['x-error'] ?? '')).toBe(
      'The running server does not know this command: it is of another release, so restart it.',
    );

    const log = () => server.err.split('\n').find((line) => line.includes('was moved or removed'));
    await rename(data, `${data}-moved`);
    await mkdir(data);
    await waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    await waitUntil(async () => log() !== undefined);
    expect(log()).toContain(`The directory ${data} was moved or removed while the server ran`);
    // The server may write a mail to it meanwhile.
    await rename(data, `${data}-other`);
    await rename(`${data}-moved`, data);
    await waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 200);

    isRunning = false;
    await visitor;
    const stored = new Set((await operator.submissions()).map(({ name }) => name));
    expect(nonEmpty(names).filter((name) => !stored.has(name))).toEqual([]);
  },
);

/** How a server responds to a command, and what the command prints. */
type HolderRow = [(response: ServerResponse) => void, code: number, out: string, err: string];

const holders: Record<string, HolderRow> = {
  'has nothing to list': [(response) => response.end(), 0, '', ''],
  'ends without a response': [
    (response) => response.destroy(),
    1,
    '',
    'The server that runs on % ended before its response was complete: what was printed is not all.\n',
  ],
  'ends in the middle of a list': [
    (response) => response.write('first\n', () => response.destroy()),
    1,
    'first\n',
    'The server that runs on % ended before its response was complete: what was printed is not all.\n',
  ],
  'fails in the middle of a list': [
    (response) => {
      response.setHeader('trailer', 'x-error').write('first\n');
      response.addTrailers({ 'x-error': encodeURIComponent('The database is damaged: page – 1.') });
      response.end();
    },
    1,
    'first\n',
    'The database is damaged: page – 1.\n',
  ],
};

test('a command says in one sentence what a server does that has nothing to list, ends or fails', async ({
  onTestFinished,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holder-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  for (const [does, [respond, code, out, err]] of nonEmpty(Object.entries(holders))) {
    const holder = createServer((_request, response) => respond(response));
    await new Promise<void>((resolve) => holder.listen(join(dataDir, 'server.sock'), resolve));
    const result = await operatorOf({ dataDir }).run('submissions');
    holder.closeAllConnections();
    await new Promise((resolve) => holder.close(resolve));
    expect(result, does).toEqual({ code, out, err: err.replace('%', dataDir) });
  }
});

test.runIf(canMakeSmallDisks()).for([
  ['main', 0o755],
  ['submissions', 0o700],
] as const)(
  'a directory that cannot be written to is said in one sentence by %s',
  async ([program, mode], { programs: { environment } }) => {
    const disk = makeSmallDisk(1);
    if (!disk) throw new Error('There is no small disk.');
    try {
      await chmod(disk.path, mode);
      disk.makeReadOnly();
      const env = { ...environment, DATA_DIR: disk.path };
      expect(await (program === 'main' ? runMainInThread(env) : runCommand(program, [], env))).toMatchObject({
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

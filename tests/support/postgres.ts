import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type TestPostgres = {
  /** Connection URL of a database from which others can be created. */
  url: string;
  /** "15.3" or the like. */
  version: string;
  stop(): Promise<void>;
};

const START_MS = 30_000;

/**
 * A PostgreSQL server for tests: the one that TEST_DATABASE_URL names, else a temporary one from the installed
 * programs, else undefined.
 *
 * @throws when there is a server and it cannot be reached.
 */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const givenUrl = process.env.TEST_DATABASE_URL;
  if (givenUrl)
    return {
      url: givenUrl,
      version: await versionOf(givenUrl),
      stop: () => dropDatabasesOfWorkers(givenUrl),
    };
  const cluster = await makeCluster();
  if (!cluster) return undefined;
  return { url: cluster.url, version: await cluster.start(), stop: cluster.remove };
}

/** Whether there is a PostgreSQL server for tests, or the programs to start one. */
export const hasPostgres = (): boolean =>
  Boolean(process.env.TEST_DATABASE_URL) || findPrograms() !== undefined;

/** A temporary PostgreSQL server that tests can stop and start. */
export type Cluster = {
  /** Connection URL of a database from which others can be created. */
  url: string;
  /** Starts it; returns its version when it accepts connections. */
  start(): Promise<string>;
  /** Stops it at once and ends its connections. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

/**
 * Creates an empty database on a server; `drop` removes it. It is named after the process that started the worker.
 */
export async function createDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.ppid}_${Math.random().toString(36).slice(2)}`;
  await execute(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await execute(serverUrl, `drop database ${name} with (force)`)),
  };
}

/** Creates a server in a new directory under `parent`; returns undefined where its programs are not installed. */
export async function makeCluster(parent = tmpdir()): Promise<Cluster | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const directory = mkdtempSync(join(parent, 'postgres-'));
  const owner = findUnprivilegedUser();
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const options = { cwd: directory, ...owner };
  const initdbArguments = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    '--wal-segsize=1',
  ];
  execFileSync(join(programs, 'initdb'), initdbArguments, { ...options, stdio: 'ignore' });
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`;
  const settings = ['-D', data, '-k', directory, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  let server: ChildProcess | undefined;

  const stop = async () => {
    if (server) await stopProcess(server);
    server = undefined;
  };
  const remove = async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return {
    url,
    async start() {
      server = spawn(join(programs, 'postgres'), settings, { ...options, stdio: 'ignore' });
      try {
        return await waitUntilReady(url, server);
      } catch (error) {
        await remove();
        throw error;
      }
    },
    stop,
    remove,
  };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<string> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      return await versionOf(url);
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const directories = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return directories.find((each) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(each, program))),
  );
}

/** A user to run PostgreSQL as, because it refuses to run as root; undefined when this process is not root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  return undefined;
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}

async function dropDatabasesOfWorkers(serverUrl: string): Promise<void> {
  const ofWorkers = 'select datname as name from pg_database where datname like $1';
  for (const { name } of await execute(serverUrl, ofWorkers, [`test_${process.pid}_%`]))
    await execute(serverUrl, `drop database ${name} with (force)`);
}

async function execute(url: string, statement: string, values: string[] = []): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

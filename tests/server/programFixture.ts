import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { copyDataDir } from '../support/dataDir.ts';
import { createDatabase } from '../support/postgres.ts';
import { nodeArgumentsOf, type ProgramName } from '../support/serverPrograms.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import { type DatabaseKind, waitUntil } from './serviceFixture.ts';

/** A program of the server in a process of its own. */
export type Program = {
  child: ChildProcess;
  out: string;
  err: string;
  exited: Promise<{ code: number | null; signal: string | null }>;
};

export type ServerProgram = Program & { url: string };

type Environment = Record<string, string>;

/** A directory with data and a site, and the programs that run on it. */
export type ProgramFixture = {
  directory: string;
  start(name: ProgramName, options?: string[], more?: Environment): Promise<Program>;
  /** Starts what `npm run` starts. */
  startScript(name: string, more?: Environment): Program;
  /** Starts a server and waits until it listens. */
  startServer(more?: Environment): Promise<ServerProgram>;
  /** Runs the command that lists the submissions. */
  listSubmissions(
    options?: string[],
    more?: Environment,
  ): Promise<{ code: number | null; lines: Record<string, unknown>[] }>;
  /** Kills all programs that still run. */
  killAll(): Promise<void>;
  /** Kills all programs and removes the directory. */
  remove(): Promise<void>;
};

const { scripts }: { scripts: Environment } = JSON.parse(await readFile('package.json', 'utf8'));

export async function createProgramFixture(): Promise<ProgramFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'process-'));
  const dataDir = join(directory, 'data');
  const siteDir = join(directory, 'site');
  await mkdir(siteDir);
  await writeFile(join(siteDir, 'index.html'), '<!doctype html><title>The site</title>');
  await copyDataDir(inject('newDataDir'), dataDir);
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SITE_DIR: siteDir,
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_PERSON: '0',
  };
  const programs: Program[] = [];

  function startProcess(file: string, options: string[], more: Environment = {}): Program {
    const child = spawn(file, options, {
      env: { PATH: process.env.PATH ?? '', ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const program: Program = {
      child,
      out: '',
      err: '',
      exited: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      program.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      program.err += text;
    });
    programs.push(program);
    return program;
  }

  const fixture: ProgramFixture = {
    directory,
    start: async (name, options = [], more = {}) =>
      startProcess(process.execPath, [...(await nodeArgumentsOf(name)), ...options], more),
    startScript: (name, more) => startProcess('sh', ['-c', scripts[name] ?? ''], more),
    startServer: async (more) => waitUntilReady(await fixture.start('main', [], more)),
    async listSubmissions(options, more) {
      const list = await fixture.start('submissions', options, more);
      const { code } = await list.exited;
      const lines = list.out.split('\n').filter(Boolean);
      return { code, lines: lines.map((line) => JSON.parse(line)) };
    },
    async killAll() {
      for (const { child, exited } of programs) {
        child.kill('SIGKILL');
        await exited;
      }
    },
    async remove() {
      await fixture.killAll();
      await rm(directory, { recursive: true });
    },
  };
  return fixture;
}

/** Waits until a server listens; returns it with its address. */
export async function waitUntilReady(server: Program): Promise<ServerProgram> {
  const dead = server.exited.then(() => Promise.reject(new Error(server.err)));
  await Promise.race([waitUntil(async () => server.out.includes('Payments')), dead]);
  const url = server.out.match(/http:\S+/)?.[0] ?? '';
  return Object.assign(server, { url: url.replace('localhost', '127.0.0.1') });
}

/** Creates a database for programs, which `drop` removes; returns the environment that names it. */
export async function createProgramDatabase(
  kind: DatabaseKind,
): Promise<{ more: Environment; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  if (kind !== 'PostgreSQL' || !server) return { more: {}, drop: async () => {} };
  const { url, drop } = await createDatabase(server);
  return { more: { DATABASE_URL: url }, drop };
}

/** Starts a fake provider that is closed when the test ends. */
export async function startProvider(): Promise<FakeProvider> {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  return provider;
}

/** Returns the environment with which a server takes its payments at a provider. */
export const providerEnvironment = ({ options }: FakeProvider): Environment => ({
  RAZORPAY_KEY_ID: options.keyId,
  RAZORPAY_KEY_SECRET: options.keySecret,
  RAZORPAY_API: options.apiUrl,
  ALLOW_PLACEHOLDERS: '1',
});

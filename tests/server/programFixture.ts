import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DataOptions,
  nodeArgumentsOf,
  type Operator,
  operatorOf,
  type ProgramName,
} from '../support/serverPrograms.ts';
import { createData, type DatabaseKind, fastestDatabase } from './databaseFixture.ts';
import type { FakeProvider } from './fakeProvider.ts';
import { waitUntil } from './serviceFixture.ts';

/** A program of the server in a separate process. */
export type Program = {
  child: ChildProcess;
  out: string;
  err: string;
  exited: Promise<{ code: number | null; signal: string | null }>;
};

export type ServerProgram = Program & { url: string };

type Environment = Record<string, string>;

/** A directory with a site, new data in it or in PostgreSQL, and the programs that run on them. */
export type ProgramFixture = {
  directory: string;
  options: DataOptions;
  /** The environment of its programs. */
  environment: Environment;
  /** Runs commands on the same data in threads, which start sooner than processes. */
  operator: Operator;
  start(name: ProgramName, options?: string[], more?: Environment): Promise<Program>;
  /** Starts the program of `npm run`. */
  startScript(name: string, more?: Environment, cwd?: string): Program;
  /** Starts a server and waits until it listens. */
  startServer(more?: Environment): Promise<ServerProgram>;
  /** Runs a program until it ends. */
  run(
    name: ProgramName,
    options?: string[],
    more?: Environment,
  ): Promise<{ code: number | null; out: string; err: string }>;
  /** Kills all programs that still run. */
  killAll(): Promise<void>;
  /** Kills all programs and removes the directory. */
  remove(): Promise<void>;
};

const { scripts }: { scripts: Environment } = JSON.parse(await readFile('package.json', 'utf8'));

export async function createProgramFixture(kind: DatabaseKind): Promise<ProgramFixture> {
  const { directory, options, remove } = await createData(kind);
  const siteDir = join(directory, 'site');
  await mkdir(siteDir);
  await writeFile(join(siteDir, 'index.html'), '<!doctype html><title>The site</title>');
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: options.dataDir,
    SITE_DIR: siteDir,
    PAYMENTS: 'simulated',
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_PERSON: '0',
  };
  const programs: Program[] = [];

  function startProcess(file: string, args: string[], more: Environment = {}, cwd?: string): Program {
    const child = spawn(file, args, {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...environment, ...more },
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
    options,
    environment,
    operator: operatorOf(options),
    start: async (name, args = [], more = {}) =>
      startProcess(process.execPath, [...(await nodeArgumentsOf(name)), ...args], more),
    startScript: (name, more, cwd) => startProcess('sh', ['-c', scripts[name] ?? ''], more, cwd),
    startServer: async (more) => waitUntilReady(await fixture.start('main', [], more)),
    async run(name, args, more) {
      const program = await fixture.start(name, args, more);
      const { code } = await program.exited;
      return { code, out: program.out, err: program.err };
    },
    async killAll() {
      for (const { child, exited } of programs) {
        child.kill('SIGKILL');
        await exited;
      }
    },
    async remove() {
      await fixture.killAll();
      await remove();
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

const hasPostgres = fastestDatabase === 'PostgreSQL';

/** A further key with the same mode as that of `providerEnvironment`. */
export const nextKeyId = hasPostgres ? 'rzp_live_next' : 'rzp_test_next';

/**
 * The environment with which a server takes its payments at a provider. The embedded database takes no real
 * payments.
 */
export const providerEnvironment = ({ options, optionsWithKey }: FakeProvider): Environment => ({
  PAYMENTS: hasPostgres ? 'live' : 'test',
  RAZORPAY_KEY_ID: hasPostgres ? options.keyId : optionsWithKey('rzp_test_key').keyId,
  RAZORPAY_KEY_SECRET: options.keySecret,
  RAZORPAY_WEBHOOK_SECRET: options.webhookSecret,
  RAZORPAY_API: options.apiUrl,
  ALLOW_PLACEHOLDERS: '1',
});

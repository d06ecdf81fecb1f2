import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { OrderListItem } from '../../server/payments/listOrders.ts';
import type { Submission } from '../../server/submissions/submissions.ts';
import { cachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const PROGRAMS = {
  main: 'server/main.ts',
  mail: 'server/commands/mail.ts',
  payments: 'server/commands/payments.ts',
  submissions: 'server/commands/submissions.ts',
  backup: 'server/commands/backup.ts',
  restore: 'server/commands/restore.ts',
};

export type ProgramName = keyof typeof PROGRAMS;

export type CommandName = Exclude<ProgramName, 'main'>;

/** Files that the programs read at run time, by their URL. */
const ASSET_FILES = ['server/simulator/checkout.browser.js'];

const SOURCES = ['server', 'machines', 'package-lock.json', 'tests/support/serverPrograms.ts'];

async function buildPrograms(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // A process loads a few bundled files sooner than the hundreds of files of the packages.
    ssr: { noExternal: true, external: ['pg-native', '@electric-sql/pglite', '@electric-sql/pglite-socket'] },
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: PROGRAMS,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const file of ASSET_FILES) copyFileSync(join(root, file), join(folder, basename(file)));
}

let programs: Promise<string> | undefined;

/** The file of a program. The first request builds them all: a test that runs none need not wait. */
async function fileOf(name: ProgramName): Promise<string> {
  programs ??= cachedFolder('server', SOURCES, null, buildPrograms);
  return join(await programs, `${name}.js`);
}

/**
 * The arguments with which Node runs a program of the server. The programs are built once, because loading their
 * sources would take most of their time.
 */
export const nodeArgumentsOf = async (name: ProgramName): Promise<string[]> => [
  // Optimising the WebAssembly takes longer than it saves in a program that runs for a second.
  '--liftoff-only',
  await fileOf(name),
];

/** The output of a program and its exit code. */
export type ProgramResult = {
  out: string;
  err: string;
  code: number;
};

/**
 * Starts the server in a thread of this process, which starts sooner than a process; resolves when it has ended.
 */
export async function runMainInThread(env: NodeJS.Dict<string>): Promise<ProgramResult> {
  const thread = new Worker(await fileOf('main'), { env, execArgv: [], stdout: true, stderr: true });
  const exited: Promise<number[]> = once(thread, 'exit');
  const [out, err, [code = 0]] = await Promise.all([text(thread.stdout), text(thread.stderr), exited]);
  return { out, err, code };
}

const idleThreads: Worker[] = [];

/**
 * Runs a command in a thread of this process that ran others before, which takes a tenth of the time of a process.
 */
export async function runCommand(
  name: CommandName,
  options: readonly string[] = [],
  env: NodeJS.Dict<string> = {},
): Promise<ProgramResult> {
  const file = await fileOf(name);
  const thread =
    idleThreads.pop() ?? new Worker(new URL('commandThread.js', import.meta.url), { env: {}, execArgv: [] });
  thread.ref();
  const answered: Promise<ProgramResult[]> = once(thread, 'message');
  thread.postMessage({ file, options, env });
  const [result] = await answered;
  if (!result) throw new Error('The thread of the command returned nothing.');
  thread.unref();
  idleThreads.push(thread);
  return result;
}

/** The database of a service. */
export type DataOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
};

/** A line of the list of mails. */
export type ListedMail = {
  id: number;
  kind: string;
  to: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  messageId: string;
};

/** An operator with a shell on the machine of a server. */
export type Operator = {
  /** Runs a command, while a server runs or not. */
  run(name: CommandName, options?: readonly string[]): Promise<ProgramResult>;
  /** Runs a command; returns the lines that it prints. */
  linesOf(name: CommandName, options?: readonly string[]): Promise<string[]>;
  submissions(options?: readonly string[]): Promise<Submission[]>;
  payments(options?: readonly string[]): Promise<OrderListItem[]>;
  mails(options?: readonly string[]): Promise<ListedMail[]>;
};

/** The operator of the servers on a directory or a database. */
export function operatorOf({ dataDir, databaseUrl }: DataOptions): Operator {
  const run: Operator['run'] = (name, options = []) =>
    runCommand(name, options, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const linesOf: Operator['linesOf'] = async (name, options) => {
    const { out, err, code } = await run(name, options);
    // The payments that somebody must act on are a list with another exit code than 0.
    if (code !== 0 && err !== '') throw new Error(`The command ${name} failed: ${err}`);
    return out.split('\n').slice(0, -1);
  };
  const listOf =
    <Item>(name: CommandName) =>
    async (options?: readonly string[]): Promise<Item[]> =>
      (await linesOf(name, options)).map((line) => JSON.parse(line));
  return {
    run,
    linesOf,
    submissions: listOf('submissions'),
    payments: listOf('payments'),
    mails: listOf('mail'),
  };
}

import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { cachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The programs by name. */
const PROGRAMS = ['main', 'mail', 'payments', 'submissions'] as const;

export type ProgramName = (typeof PROGRAMS)[number];

/** What the programs find by its address beside them. */
const ASSET_FILES = ['server/database/embedded.worker.js', 'server/simulator/checkout.browser.js'];

const SOURCES = ['server', 'machines', 'package-lock.json', 'tests/support/serverPrograms.ts'];

const programs = cachedFolder('server', SOURCES, null, async (folder) => {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // A process finds and reads a few files sooner than the hundreds that the packages are.
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, `server/${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const file of ASSET_FILES) copyFileSync(join(root, file), join(folder, basename(file)));
});

const fileOf = async (name: ProgramName): Promise<string> => join(await programs, `${name}.js`);

/**
 * Returns the arguments with which Node runs a program of the server. It is built once, because to read the sources
 * takes most of the time that a program needs.
 */
export const nodeArgumentsOf = async (name: ProgramName): Promise<string[]> => [
  // WebAssembly that runs for a second is not worth optimising.
  '--liftoff-only',
  await fileOf(name),
];

/** What a program printed, and its exit code. */
export interface ProgramResult {
  out: string;
  err: string;
  code: number;
}

/** Runs a program in a thread of this process, which starts sooner than a process. */
export async function runInThread(name: ProgramName, options: string[]): Promise<ProgramResult> {
  const streams = { stdout: true, stderr: true };
  const thread = new Worker(await fileOf(name), { argv: options, env: {}, execArgv: [], ...streams });
  const exited: Promise<number[]> = once(thread, 'exit');
  const [out, err, [code = 0]] = await Promise.all([text(thread.stdout), text(thread.stderr), exited]);
  return { out, err, code };
}

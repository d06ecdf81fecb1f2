import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { cachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The programs by name. */
const PROGRAMS = ['main', 'mail', 'payments', 'submissions'] as const;

export type ProgramName = (typeof PROGRAMS)[number];

/** What the programs find by its address beside them. */
const FILES = ['server/database/embedded.worker.js', 'server/simulator/checkout.browser.js'];

const SOURCES = ['server', 'machines', 'package-lock.json', 'tests/support/serverPrograms.ts'];

const programs = cachedFolder('server', SOURCES, null, async (folder) => {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
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
  for (const file of FILES) copyFileSync(join(root, file), join(folder, basename(file)));
});

/**
 * Returns the arguments with which Node runs a program of the server. It is built once, because to read the sources
 * takes most of the time that a program needs.
 */
export const argumentsOf = async (name: ProgramName): Promise<string[]> => [
  // WebAssembly that runs for a second is not worth optimising.
  '--liftoff-only',
  join(await programs, `${name}.js`),
];

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from './cachedFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const SOURCES = ['machines/paths', 'package-lock.json', 'tests/support/foreignProject.ts'];

/**
 * The folder of the library as `npm pack` packs it. It is packed from a copy: its sources get no folder `dist`.
 */
const packedLibrary = () =>
  cachedFolder('library', SOURCES, null, (folder) => {
    const copy = join(folder, 'sources');
    cpSync(join(root, 'machines/paths'), copy, { recursive: true });
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('npm', ['pack', './sources', '--silent'], options);
    if (status !== 0) throw new Error(`the library cannot be packed:\n${stdout}${stderr}`);
    spawnSync('tar', ['-xzf', stdout.trim().split('\n').at(-1) ?? ''], options);
    rmSync(copy, { recursive: true });
  });

/** A project elsewhere: a folder with installed packages, and the means to run its programs. */
export type ForeignProject = {
  folder: string;
  write: (file: string, text: string) => void;
  read: (file: string) => string;
  /** Runs a program in the folder, also one of its packages. It reaches no network. */
  run: (command: string, ...args: string[]) => { status: number | null; stdout: string; stderr: string };
  remove: () => void;
};

/**
 * Creates a project with the packed library, installed as npm does it, and some of our packages. Its files are ES
 * modules unless its `package.json` says something else.
 */
export async function createForeignProject(
  packages: readonly string[] = ['@xstate/graph', 'typescript', 'vitest', 'xstate'],
  env: Record<string, string> = {},
): Promise<ForeignProject> {
  const library = join(await packedLibrary(), 'package');
  const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  const modules = join(folder, 'node_modules');
  for (const name of [...packages, 'vite']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const installed = join(modules, 'machine-paths');
  cpSync(library, installed, { recursive: true });
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  chmodSync(join(installed, bin), 0o755);
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join('../machine-paths', bin), join(modules, '.bin/machine-paths'));
  for (const program of ['tsc', 'vitest'])
    symlinkSync(join(root, 'node_modules/.bin', program), join(modules, '.bin', program));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('package.json', '{ "type": "module" }');
  return {
    folder,
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    run: (command, ...args) =>
      spawnSync(command, args, {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_config_offline: 'true',
          PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
          ...env,
        },
      }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

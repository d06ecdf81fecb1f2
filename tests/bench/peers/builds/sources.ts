import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this project. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The browsers of `cssTarget` in vite.config.ts, for other programs. */
export const BROWSERS = ['chrome 131', 'safari 18.1', 'firefox 132'];

const require = createRequire(import.meta.url);

/** Returns the version of a package that the site is built with. */
export const installedVersion = (name: string): string => require(`${name}/package.json`).version;

/** Writes files of a project. */
export async function writeFiles(project: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), content);
  }
}

/** Replaces text in a file. Throws an error where there is nothing to replace. */
export async function replaceIn(file: string, replace: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = replace(before);
  if (after === before) throw new Error(`There is nothing to replace in ${file}.`);
  await writeFile(file, after);
}

/** The letters of a hash between the name of a built file and its extension. */
const HASH = /-[\w-]{8}(?=\.\w+$)/;

/** Copies the pictures and fonts of a built site into a public folder. Returns their addresses by their names. */
export async function copyAssets(site: string, publicFolder: string): Promise<ReadonlyMap<string, string>> {
  await cp(join(root, 'public'), publicFolder, { recursive: true });
  const names = (await readdir(join(site, 'assets'))).filter((name) => /\.(svg|woff2)$/.test(name));
  for (const name of names) await cp(join(site, 'assets', name), join(publicFolder, 'assets', name));
  return new Map(names.map((name) => [name.replace(HASH, ''), `/assets/${name}`]));
}

/** Copies the style sheets of the site, with the addresses of its built fonts. */
export async function copyStyles(folder: string, assets: ReadonlyMap<string, string>): Promise<void> {
  await cp(join(root, 'src/styles'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.woff2'),
  });
  await replaceIn(join(folder, 'fonts.css'), (code) =>
    code.replaceAll(/"(\.\/fonts\/[^"]+)"/g, (_, path: string) => `"${assets.get(basename(path)) ?? path}"`),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { screens } from '../../src/screens.ts';
import { deployedSite, ORIGIN } from '../support/build.ts';

export { ORIGIN };

/** The site as it is built for static hosts. */
export async function builtSite() {
  const folder = await deployedSite();
  return {
    folder,
    read: (file: string): string => readFileSync(join(folder, file), 'utf8'),
    files: (): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  };
}

/** The file of the page at an address. */
export const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

/** An address of each screen; of a screen with different content by address, one address of each kind. */
export const screenPaths = [
  ...new Set(
    Object.values(screens)
      .flatMap((screen): readonly string[] => screen.paths)
      .flatMap((path) => {
        if (path === '*') return ['/testimonials'];
        if (path === '/blog/:slug')
          return ['/blog/how-to-improve-math-skills', '/blog/future-ready-skills', '/blog/unknown'];
        return path.includes(':') ? ['/blog/category/mathematics', '/blog/category/study-skills'] : [path];
      }),
  ),
];

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildSite } from '../support/build.ts';

export const ORIGIN = 'https://academy.example';

/** The site as it is built for static hosts, for the tests of one file. */
export function builtSite(): { folder: string; read: (file: string) => string; files: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  beforeAll(() => buildSite(folder, 'production', { SITE_ORIGIN: ORIGIN, VISUALISER: '' }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  };
}

/** The file of the page at an address. */
export const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

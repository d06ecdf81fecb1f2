import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { decodePath, pagePath } from '../../machines/shared/address.ts';
import { REQUIREMENTS_FILE } from '../../machines/shared/securityHeaders.ts';
import { StartError } from '../shared/errors.ts';
import { isMissing } from '../shared/systemErrors.ts';
import { unreadableSite } from './siteRequirements.ts';

/** The response to a path of the site: a file with its status and `Cache-Control`. */
type StaticFile = {
  file: string;
  status: number;
  cacheControl: string;
};

/** The files of a built site. */
export type Site = {
  directory: string;
  /** The file for a path as requested; undefined when there is none. */
  resolve(path: string): StaticFile | undefined;
  /** The page path for a path with `index.html` or superfluous slashes; undefined for other paths. */
  redirect(path: string): string | undefined;
};

const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Compressed copies, and a build's own notes. */
const UNSENT = /\.(br|gz)$|^\./;

/**
 * Lists the files of a built site. Its paths are those of its pages and files; there is none for a missing asset, and all
 * others are the nearest not-found page of a folder around them. A site without one is a single page for all paths.
 *
 * @throws StartError when the directory holds no built site, or cannot be read.
 */
export async function readSite(directory: string): Promise<Site> {
  const files = await namesIn(directory).catch((error) => {
    throw unreadableSite(directory, error);
  });
  if (!files.has('index.html')) {
    throw new StartError(`There is no built site in ${directory}. Build it first, or set SITE_DIR.`);
  }
  const pages = new Map([...files].map((name) => [name.toLowerCase(), name]));
  const notFoundFile: StaticFile = files.has('404.html')
    ? // A cached copy would be revalidated, and "304 Not Modified" would hide the status 404.
      { file: '404.html', status: 404, cacheControl: 'no-store' }
    : { file: 'index.html', status: 200, cacheControl: REVALIDATE };
  /** The file of the page at a path. Case and a slash at the end make no difference. */
  const pageAt = (path: string) => pages.get(`${pagePath(path) ?? ''}/index.html`.replace(/^\/+/, ''));
  return {
    directory,
    resolve(path) {
      const file = decodePath(path)?.slice(1);
      if (file === undefined) return { ...notFoundFile, status: 404, cacheControl: 'no-store' };
      if (file.startsWith('assets/'))
        return files.has(file) ? { file, status: 200, cacheControl: IMMUTABLE } : undefined;
      const found = files.has(file) && !/(^|\/)(index|404)\.html$/.test(file) ? file : pageAt(path);
      if (found) return { file: found, status: 200, cacheControl: REVALIDATE };
      const folders = file.toLowerCase().split('/');
      const nearest = folders
        .map((_, index) => pages.get([...folders.slice(0, folders.length - index), '404.html'].join('/')))
        .find((each) => each !== undefined);
      return nearest ? { ...notFoundFile, file: nearest } : notFoundFile;
    },

    redirect(path) {
      if (!/\/\/|\/index\.html$/i.test(path)) return undefined;
      return pageAt(path)?.replace(/^(.*?)\/?index\.html$/, '/$1');
    },
  };
}

/** The names of the public files below a directory; none when it is missing. */
async function namesIn(directory: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = entries
    .filter((entry) => entry.isFile() && !UNSENT.test(entry.name))
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join('/'));
  return new Set(names.filter((name) => name !== REQUIREMENTS_FILE));
}

import { access, constants, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FastifyReply } from 'fastify';
import { StartError } from '../errors.ts';
import { isMissing } from '../systemErrors.ts';
import { REQUIREMENTS_FILE, unreadableSite } from './siteRequirements.ts';

/** The response to a path of the site: a file with its status and `Cache-Control`. */
type StaticFile = {
  file: string;
  status: number;
  cacheControl: string;
};

/** Returns the file for a path; undefined when there is none. */
export type FileResolver = (path: string) => StaticFile | undefined;

const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PRECOMPRESSED = /\.(br|gz)$/;

/** Returns the file name of a page's path. Case and a slash at the end make no difference, as on the site itself. */
const pageFileOf = (path: string) => `${path.toLowerCase().replace(/\/+$/, '')}/index.html`.slice(1);

/**
 * Lists the files of the built site and returns a resolver of its paths: to the page or file of that name, to none for a
 * missing asset, and to the not-found page of its folder or of the site for all others. A site without one is a single
 * page for all paths.
 *
 * @throws StartError when the directory holds no built site.
 */
export async function createFileResolver(directory: string): Promise<FileResolver> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw unreadableSite(directory, error);
  });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== REQUIREMENTS_FILE && !PRECOMPRESSED.test(file));
  const files = new Set(names);
  const pages = new Map(names.map((file) => [file.toLowerCase(), file]));
  if (!files.has('index.html')) {
    throw new StartError(`There is no built site in ${directory}. Build it first, or set SITE_DIR.`);
  }
  await access(join(directory, 'index.html'), constants.R_OK).catch((error) => {
    throw unreadableSite(directory, error);
  });
  const notFoundFile: StaticFile = files.has('404.html')
    ? // A cached copy would be revalidated, and "304 Not Modified" would hide the status 404.
      { file: '404.html', status: 404, cacheControl: 'no-store' }
    : { file: 'index.html', status: 200, cacheControl: REVALIDATE };
  return (path) => {
    const file = path.slice(1);
    if (path.startsWith('/assets/')) {
      return files.has(file) ? { file, status: 200, cacheControl: IMMUTABLE } : undefined;
    }
    const found = files.has(file) ? file : pages.get(pageFileOf(path));
    if (found) return { file: found, status: 200, cacheControl: REVALIDATE };
    const ofFolder = pages.get(`${file.split('/', 1)}/404.html`.toLowerCase());
    return ofFolder ? { ...notFoundFile, file: ofFolder } : notFoundFile;
  };
}

/** Sends a file with `sendFile`, which `registerStaticFiles` adds. */
export function sendStaticFile(
  reply: FastifyReply,
  { file, status, cacheControl }: StaticFile,
): FastifyReply {
  return reply.code(status).header('cache-control', cacheControl).sendFile(file);
}

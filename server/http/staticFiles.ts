import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { decodePath, pagePath } from '../../machines/address.ts';
import { StartError } from '../shared/errors.ts';
import { isMissing } from '../shared/systemErrors.ts';
import { REQUIREMENTS_FILE, unreadableSite } from './siteRequirements.ts';

/** The response to a path of the site: a file with its status and `Cache-Control`. */
type StaticFile = {
  file: string;
  status: number;
  cacheControl: string;
};

/** The files of a built site, in memory. */
export type Site = {
  /** Returns the file for a path as it was requested; undefined when there is none. */
  resolve(path: string): StaticFile | undefined;
  /** Returns the path of the page that a path with `index.html` or superfluous slashes means; undefined for others. */
  redirect(path: string): string | undefined;
  /**
   * Sends a file, or 304 when the client has it already: as it was compressed when the site was built to whoever accepts
   * it. Every machine with the same build gives a file the same `ETag`.
   */
  send(reply: FastifyReply, file: StaticFile): void;
};

const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PRECOMPRESSED = /\.(br|gz)$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
};

const EXTENSION_OF_ENCODING: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

type StoredFile = {
  content: Buffer;
  etag: string;
};

/** A file as it is, and as it was compressed. */
type Variants = {
  type: string;
  plain: StoredFile;
  compressed: ReadonlyMap<string, StoredFile>;
  /** The encodings of `compressed`, the best one first. */
  encodings: string[];
};

/**
 * Reads the files of a built site. Its paths are those of its pages and files; there is none for a missing asset, and all
 * others are the nearest not-found page of a folder around them. A site without one is a single page for all paths.
 *
 * @throws StartError when the directory holds no built site, or a file cannot be read.
 */
export async function readSite(directory: string): Promise<Site> {
  const stored = await readFiles(directory).catch((error) => {
    throw unreadableSite(directory, error);
  });
  const files = new Map<string, Variants>();
  for (const [name, plain] of stored)
    if (name !== REQUIREMENTS_FILE && !PRECOMPRESSED.test(name))
      files.set(name, variantsOf(stored, name, plain));
  const pages = new Map([...files.keys()].map((name) => [name.toLowerCase(), name]));
  if (!files.has('index.html')) {
    throw new StartError(`There is no built site in ${directory}. Build it first, or set SITE_DIR.`);
  }
  const notFoundFile: StaticFile = files.has('404.html')
    ? // A cached copy would be revalidated, and "304 Not Modified" would hide the status 404.
      { file: '404.html', status: 404, cacheControl: 'no-store' }
    : { file: 'index.html', status: 200, cacheControl: REVALIDATE };
  /** Returns the file of the page at a path. Case and a slash at the end make no difference. */
  const pageAt = (path: string) => pages.get(`${pagePath(path) ?? ''}/index.html`.replace(/^\/+/, ''));
  return {
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

    send(reply, { file, status, cacheControl }) {
      const variants = files.get(file);
      if (!variants) throw new Error('A file of the site was not read.');
      const { headers } = reply.request;
      const encoding = negotiate(headers['accept-encoding'] ?? '', variants.encodings) ?? '';
      const compressed = variants.compressed.get(encoding);
      const { content, etag } = compressed ?? variants.plain;
      reply.code(status).header('cache-control', cacheControl).header('etag', etag);
      if (status === 200 && isKnown(headers['if-none-match'], etag)) {
        reply.code(304).send();
        return;
      }
      if (compressed) reply.header('content-encoding', encoding);
      reply.header('content-type', variants.type).send(content);
    },
  };
}

function variantsOf(stored: ReadonlyMap<string, StoredFile>, name: string, plain: StoredFile): Variants {
  const compressed = new Map<string, StoredFile>();
  for (const [encoding, extension] of Object.entries(EXTENSION_OF_ENCODING)) {
    const file = stored.get(`${name}${extension}`);
    if (file) compressed.set(encoding, file);
  }
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return { type, plain, compressed, encodings: [...compressed.keys()] };
}

/** Returns the files below a directory by their names in it; none when it is missing. */
async function readFiles(directory: string): Promise<ReadonlyMap<string, StoredFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, StoredFile]> => {
      const content = await readFile(path);
      const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
      return [relative(directory, path).split(sep).join('/'), { content, etag }];
    }),
  );
  return new Map(files);
}

const isKnown = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some((each) => each.trim() === etag) ?? false;

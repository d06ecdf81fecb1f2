import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unreadableSite } from './siteRequirements.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a file of the built site by its name, or 304 when the client has it already. */
    sendFile(file: string): FastifyReply;
  }
}

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

const EXTENSION_OF_ENCODING = { br: '.br', gzip: '.gz' } as const;

type Encoding = keyof typeof EXTENSION_OF_ENCODING;

type StoredFile = {
  content: Buffer;
  etag: string;
};

/**
 * Reads the files of a built site, and sends them from memory with `sendFile`: those that were compressed when the site
 * was built to whoever accepts it. Every machine with the same build gives a file the same `ETag`.
 *
 * @throws StartError when a file cannot be read.
 */
export async function registerStaticFiles(app: FastifyInstance, directory: string): Promise<void> {
  const files = await readFiles(directory).catch((error) => {
    throw unreadableSite(directory, error);
  });
  app.decorateReply('sendFile', function (name: string) {
    const encodings: Encoding[] = ['br', 'gzip'];
    const compressed = encodings.filter((each) => files.has(`${name}${EXTENSION_OF_ENCODING[each]}`));
    const encoding = negotiate(this.request.headers['accept-encoding'] ?? '', compressed);
    const file = files.get(encoding ? `${name}${EXTENSION_OF_ENCODING[encoding]}` : name);
    if (!file) throw new Error('A file of the site was not read.');
    this.header('etag', file.etag);
    if (this.statusCode === 200 && isKnown(this, file)) return this.code(304).send();
    if (encoding) this.header('content-encoding', encoding);
    return this.type(TYPES[extname(name)] ?? 'application/octet-stream').send(file.content);
  });
}

/** Returns the files below a directory by their names in it. */
async function readFiles(directory: string): Promise<ReadonlyMap<string, StoredFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
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

const isKnown = ({ request }: FastifyReply, { etag }: StoredFile): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag);

import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { StartError } from '../errors.ts';

/** What is sent for an address of the site; undefined for nothing. */
interface Page {
  file: string;
  status: number;
  cacheControl: string;
}

export type Site = (path: string) => Page | undefined;

/**
 * Reads which files the built site has and decides what is sent for a path: the file of that name, nothing for a
 * missing asset, and for everything else the one page of the application.
 *
 * @throws StartError when the directory holds no built site.
 */
export async function openSite(directory: string): Promise<Site> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  if (!files.has('index.html')) {
    throw new StartError(`There is no built site in ${directory}. Build it first, or set SITE_DIR.`);
  }
  return (path) => {
    const file = path.slice(1);
    if (path.startsWith('/assets/')) {
      return files.has(file)
        ? { file, status: 200, cacheControl: 'public, max-age=31536000, immutable' }
        : undefined;
    }
    return { file: files.has(file) ? file : 'index.html', status: 200, cacheControl: 'no-cache' };
  };
}

/** Makes `sendPage` work for the files of a directory. */
export async function serveFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, { root: directory, serve: false, cacheControl: false });
}

export function sendPage(reply: FastifyReply, { file, status, cacheControl }: Page): FastifyReply {
  return reply.code(status).header('cache-control', cacheControl).sendFile(file);
}

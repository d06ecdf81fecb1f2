import { join, relative } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/** The path of a file from the root of the repository, with `/` between its folders. */
export const pathFromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/');

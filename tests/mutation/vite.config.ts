import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const QUERY = /\?change=(.+?)@(\d+)-(\d+)=(.+)$/;

/** The code between two offsets of a file, and the code that replaces it. */
export type CodeChange = { file: string; start: number; end: number; replacement: string };

/** The query with which a module is imported, together with its imports, while code is changed. */
export const queryOf = ({ file, start, end, replacement }: CodeChange): string =>
  `?change=${file}@${start}-${end}=${Buffer.from(replacement).toString('base64url')}`;

const isOfFlows = (file: string) => /\/machines\//.test(file) && !/\/machines\/paths\//.test(file);

/**
 * Serves the files of the flows as they would be with changed code, to modules that are imported with such a
 * query.
 */
const changedCodePlugin = (): Plugin => ({
  name: 'changed-code',
  enforce: 'pre',
  async resolveId(source, importer) {
    const query = QUERY.exec(importer ?? '')?.[0];
    if (query === undefined || !importer || !source.startsWith('.')) return null;
    const resolved = await this.resolve(source, importer.replace(query, ''), { skipSelf: true });
    return resolved && isOfFlows(resolved.id) ? `${resolved.id}${query}` : resolved;
  },
  transform(code, id) {
    const [query = '', file = '', start, end, replacement = ''] = QUERY.exec(id) ?? [];
    if (query === '' || !id.slice(0, -query.length).endsWith(`/${file}`)) return null;
    const changed = Buffer.from(replacement, 'base64url').toString();
    return `${code.slice(0, Number(start))}${changed}${code.slice(Number(end))}`;
  },
});

/** The level of the mutants, which alone changes the files that it loads. */
export default defineConfig({
  plugins: [changedCodePlugin()],
  test: {
    name: 'mutation',
    include: ['*.test.tsx'],
    environment: 'happy-dom',
    testTimeout: 60_000,
    setupFiles: ['../support/random.ts', '../screens/setup.ts'],
    expect: { requireAssertions: true },
  },
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Variables that the build or a command sets itself, or that every system has. */
const OURS = [
  'VITE_BUILD_VERSION',
  'VITE_INSTRUMENTATION',
  'VITE_SITE_ORIGIN',
  'PATH',
  'MODE',
  'VITE_NAME',
  'TEST_MORE',
  'TZ',
];

test('docs/operations.md names every environment variable that is read, and no other', () => {
  const files = ['server', 'src', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const sources = ['vite.config.ts', ...files.filter((file) => /\.tsx?$/.test(file))];
  const read = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\benv\??\.([A-Z_]+)|\bread(?:Url|Count)?\('([A-Z_]+)'/g)].map(
      ([, one, other]) => one ?? other ?? '',
    ),
  );
  const rows = readFileSync('docs/operations.md', 'utf8').match(/^\| `[A-Z_]+`.*$/gm) ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]{2,}/g) ?? []);
  expect(named.toSorted()).toEqual([...new Set(read)].filter((name) => !OURS.includes(name)).toSorted());
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter((file) => /\.(ts|js)$/.test(file));

/** Returns the files of the server that a file imports, types included. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
  return [...specifiers]
    .map(([, specifier = '']) => join(dirname(file), specifier))
    .filter((imported) => files.includes(imported));
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** Returns the files that a file imports directly or through others. */
function reachableFrom(file: string): Set<string> {
  const reached = new Set<string>();
  const queue = [file];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const imported of graph.get(next) ?? []) {
      if (reached.has(imported)) continue;
      reached.add(imported);
      queue.push(imported);
    }
  }
  return reached;
}

test('no file of the server imports itself through others', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => reachableFrom(file).has(file))).toEqual([]);
});

/** The folders from the lowest to the highest: each imports only from those before it. */
const layers = ['database', 'http', 'payments', 'submissions', 'mail', 'simulator'];
const sharedFiles = ['server/errors.ts', 'server/json.ts'];

test.each(layers)('server/%s imports only from the folders below it', (layer) => {
  const lowerLayers = layers.slice(0, layers.indexOf(layer) + 1);
  const upward = files
    .filter((file) => dirname(file) === join('server', layer))
    .flatMap((file) => importsOf(file).map((imported) => `${file} imports ${imported}`))
    .filter((line) => !lowerLayers.some((lower) => line.includes(` imports server/${lower}/`)))
    .filter((line) => !sharedFiles.some((shared) => line.endsWith(` imports ${shared}`)));
  expect(upward).toEqual([]);
});

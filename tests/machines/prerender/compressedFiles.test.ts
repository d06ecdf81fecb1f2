import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compressedFiles } from '../../../src/prerender/compressedFiles.ts';
import { finalWarning } from '../../../src/prerender/finalWarning.ts';
import { callHook } from './callHook.ts';

/** The compressed files of a build, and the warning at its end. */

vi.mock('node:zlib', async (load) => {
  const zlib = await load<typeof import('node:zlib')>();
  return { ...zlib, brotliCompress: vi.fn(zlib.brotliCompress), gzip: vi.fn(zlib.gzip) };
});

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'compressed-'));
});

afterEach(async () => {
  vi.clearAllMocks();
  await rm(dir, { recursive: true });
});

const text = (bytes: number) => 'a'.repeat(bytes);

const compress = (files: readonly object[]) =>
  callHook(compressedFiles().writeBundle, {}, { dir }, Object.fromEntries(files.entries()));

test('each text file has a Brotli and a gzip version beside it', async () => {
  const source = `${text(1_000)}é`;
  await compress([
    { type: 'asset', fileName: 'index.html', source },
    { type: 'chunk', fileName: 'main.js', code: source },
    { type: 'asset', fileName: 'bytes.svg', source: Buffer.from(source) },
  ]);
  const files = await readdir(dir);
  expect(files.toSorted()).toEqual([
    ...['bytes.svg.br', 'bytes.svg.gz', 'index.html.br', 'index.html.gz', 'main.js.br', 'main.js.gz'],
  ]);
  for (const file of ['bytes.svg', 'index.html', 'main.js'] as const) {
    expect(brotliDecompressSync(await readFile(join(dir, `${file}.br`))).toString()).toBe(source);
    expect(gunzipSync(await readFile(join(dir, `${file}.gz`))).toString()).toBe(source);
  }
});

test('of the files, those of text are compressed, where they do not fit in one packet', async () => {
  const names = ['a.html', 'a.js', 'a.css', 'a.svg', 'a.xml', 'a.txt', 'a.webmanifest'];
  const others = ['a.png', 'a.woff2', 'js', 'a.html.map', 'a.jsx'];
  await compress([
    ...[...names, ...others].map((fileName) => ({ type: 'asset', fileName, source: text(1_000) })),
    { type: 'asset', fileName: 'small.txt', source: text(999) },
  ]);
  expect((await readdir(dir)).toSorted()).toEqual(
    names.flatMap((name) => [`${name}.br`, `${name}.gz`]).toSorted(),
  );
});

test('all are compressed as well as can be, but for the Brotli version of a very large one', async () => {
  const [brotli, gz] = [vi.mocked(brotliCompress), vi.mocked(gzip)];
  await compress(
    [1_000, 1_000_000, 1_000_001].map((bytes) => ({
      ...{ type: 'asset', fileName: `${bytes}.txt`, source: text(bytes) },
    })),
  );
  const quality = (options: unknown) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: options } });
  expect(brotli.mock.calls.map(([, options]) => options)).toEqual([11, 11, 5].map(quality));
  expect(gz.mock.calls.map(([, options]) => options)).toEqual(Array(3).fill({ level: 9 }));
});

test('it is a plugin of builds, after all others, and writes beside the files where no folder is named', async () => {
  expect(compressedFiles()).toMatchObject({ name: 'compressed-files', apply: 'build', enforce: 'post' });
  const fileName = relative(process.cwd(), join(dir, 'a.txt'));
  await callHook(
    compressedFiles().writeBundle,
    {},
    {},
    { a: { type: 'asset', fileName, source: text(1_000) } },
  );
  expect(await readdir(dir)).toHaveLength(2);
});

test('the last warning is printed when the build is complete, in a paragraph of its own', () => {
  const plugin = finalWarning('Still a placeholder.');
  expect(plugin).toMatchObject({
    ...{ name: 'final-warning', apply: 'build', enforce: 'post' },
    closeBundle: { order: 'post', sequential: true },
  });
  const warn = vi.fn();
  expect(() => callHook(plugin.closeBundle, {})).not.toThrow();
  callHook(plugin.configResolved, {}, { logger: { warn } });
  expect(warn).not.toHaveBeenCalled();
  callHook(plugin.closeBundle, {});
  expect(warn).toHaveBeenCalledExactlyOnceWith('\nStill a placeholder.');
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUIREMENTS_FILE } from '../../server/http/siteRequirements.ts';
import { createFileResolver, type FileResolver } from '../../server/http/staticFiles.ts';

/** Which file of a site each path is, without a server. */

const files = [
  ...['index.html', 'about/index.html', '404.html', 'logo.svg', 'assets/main-1a.js', REQUIREMENTS_FILE],
  ...['index.html', 'about/index.html', 'logo.svg', 'assets/main-1a.js'].flatMap((file) => [
    `${file}.br`,
    `${file}.gz`,
  ]),
];

let siteDir: string;

const write = async (file: string) => {
  await mkdir(dirname(join(siteDir, file)), { recursive: true });
  await writeFile(join(siteDir, file), file);
};

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(() => rm(siteDir, { recursive: true }));

const page = (file: string) => ({ file, status: 200, cacheControl: 'no-cache' });
const NOT_FOUND = { file: '404.html', status: 404, cacheControl: 'no-store' };
const ASSET = {
  file: 'assets/main-1a.js',
  status: 200,
  cacheControl: 'public, max-age=31536000, immutable',
};

describe('with a page for what is not there', () => {
  let resolve: FileResolver;
  beforeAll(async () => {
    for (const file of files) await write(file);
    resolve = await createFileResolver(siteDir);
  });

  test.each([
    ['/', page('index.html')],
    ['/index.html', page('index.html')],
    ['/about', page('about/index.html')],
    ['/About', page('about/index.html')],
    ['/about/', page('about/index.html')],
    ['/about//', page('about/index.html')],
    ['/logo.svg', page('logo.svg')],
    ['/Logo.svg', NOT_FOUND],
    ['/nothing', NOT_FOUND],
    ['/about/nothing', NOT_FOUND],
    [`/${REQUIREMENTS_FILE}`, NOT_FOUND],
    ['/assets/main-1a.js', ASSET],
    ['/assets/Main-1a.js', undefined],
    ['/assets/main-1b.js', undefined],
    ['/assets/', undefined],
  ])('%s', (path, expected) => {
    expect(resolve(path)).toEqual(expected);
  });

  test.each(files.filter((file) => /\.(br|gz)$/.test(file)))(
    'the compressed copy %s has no address',
    (file) => {
      expect(resolve(`/${file}`)).toEqual(file.startsWith('assets/') ? undefined : NOT_FOUND);
      expect(resolve(`/${file.replace(/\.(br|gz)$/, '')}`), 'the file itself').toMatchObject({ status: 200 });
    },
  );
});

test('without such a page, every other path is the first page', async () => {
  await rm(join(siteDir, '404.html'));
  const resolve = await createFileResolver(siteDir);
  expect(resolve('/nothing')).toEqual(page('index.html'));
  expect(resolve('/index.html.br')).toEqual(page('index.html'));
  expect(resolve('/assets/main-1b.js')).toBeUndefined();
});

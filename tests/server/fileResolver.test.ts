import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartError } from '../../server/errors.ts';
import { readSite, type Site } from '../../server/http/staticFiles.ts';

vi.mock('node:fs/promises', { spy: true });

const REQUIREMENTS_FILE = 'site-requirements.json';

/** Which file of a site each path is, without a server. */

const files = [
  ...[
    'index.html',
    'about/index.html',
    '404.html',
    'logo.svg',
    'assets/main-1a.js',
    'a.br.txt',
    REQUIREMENTS_FILE,
  ],
  ...['tool/index.html', 'tool/404.html'],
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
  let site: Site;
  beforeAll(async () => {
    for (const file of files) await write(file);
    site = await readSite(siteDir);
  });

  test.each([
    ['/', page('index.html')],
    ['/index.html', page('index.html')],
    ['/about', page('about/index.html')],
    ['/About', page('about/index.html')],
    ['/about/', page('about/index.html')],
    ['/about//', page('about/index.html')],
    ['/logo.svg', page('logo.svg')],
    ['/a.br.txt', page('a.br.txt')],
    ['/Logo.svg', NOT_FOUND],
    ['/nothing', NOT_FOUND],
    ['/about/nothing', NOT_FOUND],
    ['/tool', page('tool/index.html')],
    ['/Tool/no/thing', { ...NOT_FOUND, file: 'tool/404.html' }],
    [`/${REQUIREMENTS_FILE}`, NOT_FOUND],
    ['/assets/main-1a.js', ASSET],
    ['/assets/Main-1a.js', undefined],
    ['/assets/main-1b.js', undefined],
    ['/assets/', undefined],
  ])('%s', (path, expected) => {
    expect(site.resolve(path)).toEqual(expected);
  });

  test.each(files.filter((file) => /\.(br|gz)$/.test(file)))(
    'the compressed copy %s has no address',
    (file) => {
      expect(site.resolve(`/${file}`)).toEqual(file.startsWith('assets/') ? undefined : NOT_FOUND);
      expect(site.resolve(`/${file.replace(/\.(br|gz)$/, '')}`), 'the file itself').toMatchObject({
        status: 200,
      });
    },
  );
});

test('without such a page, every other path is the first page', async () => {
  await rm(join(siteDir, '404.html'));
  const { resolve } = await readSite(siteDir);
  expect(resolve('/nothing')).toEqual(page('index.html'));
  expect(resolve('/index.html.br')).toEqual(page('index.html'));
  expect(resolve('/assets/main-1b.js')).toBeUndefined();
});

describe('a directory without a built site is refused with one sentence', () => {
  const noSite = (directory: string) =>
    new StartError(`There is no built site in ${directory}. Build it first, or set SITE_DIR.`);
  const refusalOf = (directory: string) =>
    readSite(directory).then(
      () => undefined,
      (error: unknown) => error,
    );

  test('when it is missing, a file, or has no first page', async () => {
    for (const name of ['missing', 'logo.svg', 'assets']) {
      const directory = join(siteDir, name);
      expect(await refusalOf(directory)).toEqual(noSite(directory));
    }
  });

  test('when it or a file of it cannot be read', async () => {
    const loop = join(siteDir, 'loop');
    await symlink(loop, loop);
    const unreadable = (directory: string, reason: string) =>
      new StartError(
        `The site in ${directory} cannot be read: ${reason}. Let the user of the server read it, or set SITE_DIR.`,
      );
    expect(await refusalOf(loop)).toEqual(unreadable(loop, 'there is a loop of symbolic links (ELOOP)'));
    await rm(loop);

    vi.mocked(readFile).mockRejectedValueOnce(Object.assign(new Error('Oh'), { code: 'EACCES' }));
    expect(await refusalOf(siteDir)).toEqual(unreadable(siteDir, 'permission denied (EACCES)'));
  });
});

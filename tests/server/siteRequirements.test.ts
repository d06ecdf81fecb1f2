import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../server/errors.ts';
import {
  inlineScriptHashes,
  REQUIREMENTS_FILE,
  readBuiltRequirements,
  readSiteRequirements,
  unreadableSite,
} from '../../server/http/siteRequirements.ts';

let siteDir: string;

beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  onTestFinished(() => rm(siteDir, { recursive: true }));
});

const write = (name: string, text: string) => writeFile(join(siteDir, name), text);
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

const BUILT = {
  checkoutScript: 'https://pay.example/checkout.js',
  connectOrigins: ['https://service.example'],
  visualiser: true,
  placeholders: ['SITE_ORIGIN'],
};

test('the inline module scripts and speculation rules of the first page are allowed by their hashes, and nothing else of it', async () => {
  await write(
    'index.html',
    `<script type="module">one();\n</script>
     <script type="module" src="/assets/a.js"></script>
     <script type="module" crossorigin src="/assets/b.js">three();</script>
     <script type="module" nonce="x" data-xsrc=1>two();</script>
     <script type="module"></script>
     <script type="speculationrules">{"prefetch":[]}</script>
     <script type="application/ld+json">{}</script>
     <script>four();</script>`,
  );
  expect(await inlineScriptHashes(siteDir)).toEqual([
    hashOf('one();\n'),
    hashOf('two();'),
    hashOf(''),
    hashOf('{"prefetch":[]}'),
  ]);
});

test('a site without a first page has no inline scripts', async () => {
  expect(await inlineScriptHashes(siteDir)).toEqual([]);
  expect(await inlineScriptHashes(join(siteDir, 'missing'))).toEqual([]);
});

test('what a build has written for the server is read with the hashes of its scripts', async () => {
  expect(REQUIREMENTS_FILE).toBe('site-requirements.json');
  await write('index.html', '<script type="module">one();</script>');
  await write('site-requirements.json', JSON.stringify(BUILT));
  expect(await readBuiltRequirements(siteDir)).toEqual(BUILT);
  expect(await readSiteRequirements(siteDir)).toEqual({ ...BUILT, scriptHashes: [hashOf('one();')] });
  const { placeholders: _older, ...withoutPlaceholders } = BUILT;
  await write('site-requirements.json', JSON.stringify(withoutPlaceholders));
  expect(await readBuiltRequirements(siteDir)).toEqual(withoutPlaceholders);
});

test('a site without requirements needs its own origin alone', async () => {
  expect(await readBuiltRequirements(siteDir)).toBeNull();
  expect(await readSiteRequirements(siteDir)).toEqual({
    checkoutScript: '/simulator/checkout.js',
    connectOrigins: [],
    visualiser: false,
    scriptHashes: [],
  });
});

test.each([
  'no JSON',
  'null',
  '{}',
  JSON.stringify({ ...BUILT, checkoutScript: 5 }),
  JSON.stringify({ ...BUILT, connectOrigins: [5] }),
  JSON.stringify({ ...BUILT, visualiser: 'yes' }),
  JSON.stringify({ ...BUILT, placeholders: ['PATH'] }),
])('the requirements %s are not understood', async (text) => {
  await write(REQUIREMENTS_FILE, text);
  const sentence = `site-requirements.json in ${siteDir} is not understood. Build the site again.`;
  await expect(readBuiltRequirements(siteDir)).rejects.toEqual(new StartError(sentence));
  await expect(readBuiltRequirements(siteDir)).rejects.toMatchObject({ cause: expect.any(Error) });
});

test('requirements that cannot be read are named with the reason', async () => {
  const file = join(siteDir, REQUIREMENTS_FILE);
  await symlink(file, file);
  const sentence = `The site in ${siteDir} cannot be read: there is a loop of symbolic links (ELOOP). Let the user of the server read it, or set SITE_DIR.`;
  await expect(readBuiltRequirements(siteDir)).rejects.toEqual(new StartError(sentence));
  await expect(readBuiltRequirements(siteDir)).rejects.toMatchObject({ cause: { code: 'ELOOP' } });
  await mkdir(join(siteDir, 'index.html'));
  await expect(inlineScriptHashes(siteDir)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(unreadableSite('/site', Object.assign(new Error('Oh'), { code: 'EIO' })).message).toBe(
    'The site in /site cannot be read: the disk reports an error (EIO). Let the user of the server read it, or set SITE_DIR.',
  );
});

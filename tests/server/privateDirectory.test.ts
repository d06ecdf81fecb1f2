import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  directorySentence,
  makeContentPrivate,
  makePrivateDirectory,
  takeFromOthers,
} from '../../server/database/privateDirectory.ts';
import { StartError } from '../../server/errors.ts';

/** Replaces `chmodSync` while a test runs. */
const chmod = vi.hoisted(() => ({ replacement: undefined as ((path: string) => void) | undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    chmodSync: (path: string, mode: number) =>
      (chmod.replacement ?? ((each) => fs.chmodSync(each, mode)))(path),
  };
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => {
  chmod.replacement = undefined;
  rmSync(root, { recursive: true });
});

const path = (name: string) => join(root, name);
const modeOf = (name: string) => statSync(path(name)).mode & 0o777;

function create(name: string, mode: number): void {
  if (name.endsWith('/')) mkdirSync(path(name));
  else writeFileSync(path(name), '');
  chmodSync(path(name), mode);
}

test('a directory that is missing is created for its owner alone', () => {
  makePrivateDirectory(path('a/b'));
  expect([modeOf('a'), modeOf('a/b')]).toEqual([0o700, 0o700]);
});

test('a directory and all that is in it become the owner’s alone', () => {
  create('a/', 0o755);
  create('a/b/', 0o777);
  create('a/b/c', 0o644);
  create('a/d', 0o606);
  create('a/e', 0o500);
  create('outside', 0o644);
  symlinkSync(path('outside'), path('a/link'));
  makePrivateDirectory(path('a'));
  expect(['a', 'a/b', 'a/b/c', 'a/d', 'a/e'].map(modeOf)).toEqual([0o700, 0o700, 0o600, 0o600, 0o500]);
  expect(modeOf('outside')).toBe(0o644);
});

test('the rights of the content alone can be taken, or those of one path', () => {
  create('a/', 0o755);
  create('a/b', 0o644);
  makeContentPrivate(path('a'));
  expect(['a', 'a/b'].map(modeOf)).toEqual([0o755, 0o600]);
  create('a/c', 0o644);
  takeFromOthers(path('a'));
  expect(['a', 'a/c'].map(modeOf)).toEqual([0o700, 0o644]);
});

test('what is private already is not changed', () => {
  create('a/', 0o700);
  create('a/b', 0o400);
  create('a/c', 0o600);
  chmod.replacement = () => {
    throw new Error('is not called');
  };
  expect(() => makePrivateDirectory(path('a'))).not.toThrow();
  expect(() => takeFromOthers(path('a/c'))).not.toThrow();
});

test('a file that another process removes meanwhile is left out, and other errors are not', () => {
  create('a/', 0o700);
  create('a/b', 0o644);
  create('a/c', 0o644);
  let called = 0;
  chmod.replacement = () => {
    called += 1;
    throw Object.assign(new Error('Oh'), { code: 'ENOENT' });
  };
  makePrivateDirectory(path('a'));
  expect(called).toBe(2);
  chmod.replacement = () => {
    throw Object.assign(new Error('Oh'), { code: 'EPERM' });
  };
  expect(() => makeContentPrivate(path('a'))).toThrow('Oh');
});

/** The messages of what a function throws. */
function problemsOf(call: () => void): string[] {
  try {
    call();
    return [];
  } catch (error) {
    return [error instanceof StartError ? error.message : String(error)];
  }
}

const OWNER =
  'or something in it, belongs to another user. Give it to the user of the server (chown -R), or set DATA_DIR to another directory.';

test.each([
  ['the administrator', () => 0, true],
  ['its owner', (uid: number) => uid, true],
  ['another user', (uid: number) => uid + 1, false],
] as const)('a directory may be used by %s, or why not', (_, userOf, mayUse) => {
  create('a/', 0o755);
  const geteuid = vi.spyOn(process, 'geteuid').mockReturnValue(userOf(statSync(path('a')).uid));
  onTestFinished(() => geteuid.mockRestore());
  expect(problemsOf(() => makePrivateDirectory(path('a')))).toEqual(
    mayUse ? [] : [`The directory ${path('a')}, ${OWNER}`],
  );
  expect(modeOf('a')).toBe(mayUse ? 0o700 : 0o755);
});

test('a system without users lets anybody use a directory', () => {
  const { geteuid } = process;
  onTestFinished(() => void Object.assign(process, { geteuid }));
  Object.assign(process, { geteuid: undefined });
  expect(() => makePrivateDirectory(path('a'))).not.toThrow();
});

test('a path that is no directory is refused', () => {
  create('file', 0o600);
  let refusal: unknown;
  try {
    makePrivateDirectory(path('file/a'));
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal).toMatchObject({
    message: `DATA_DIR is not a directory: ${path('file/a')}. Set it to a directory.`,
    cause: { code: 'ENOTDIR' },
  });
  expect(() => makePrivateDirectory(path('file'))).toThrow(
    new StartError(`DATA_DIR is not a directory: ${path('file')}. Set it to a directory.`),
  );
});

const errorWith = (code: unknown) => Object.assign(new Error('Oh'), { code });
const WRITABLE = 'Set DATA_DIR to a directory that the server may write to.';

test.each([
  [errorWith('EPERM'), `The directory /data, ${OWNER}`],
  [errorWith('ENOTDIR'), 'DATA_DIR is not a directory: /data. Set it to a directory.'],
  [errorWith('EEXIST'), 'DATA_DIR is not a directory: /data. Set it to a directory.'],
  [errorWith('ENOSPC'), `The directory /data cannot be used: the disk is full (ENOSPC). ${WRITABLE}`],
  [errorWith('EODD'), `The directory /data cannot be used: EODD. ${WRITABLE}`],
  [errorWith(7), `The directory /data cannot be used: unknown reason. ${WRITABLE}`],
])('%o in a directory is said in one sentence', (error, sentence) => {
  expect(directorySentence('/data', error)).toBe(sentence);
});

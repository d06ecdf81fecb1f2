import { expect, test } from 'vitest';
import {
  isDamaged,
  openFailureSentence,
  reasonOf,
  withUnavailableError,
} from '../../server/database/unavailable.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';

const errorWith = (code: string, message = 'Oh.') => Object.assign(new Error(message), { code });

/** Returns what work throws that throws an error. */
const thrownFor = (error: unknown): Promise<unknown> =>
  withUnavailableError(() => Promise.reject(error)).catch((thrown: unknown) => thrown);

test('work that succeeds has its result', async () => {
  expect(await withUnavailableError(async () => 7)).toBe(7);
});

test.each([
  ...['08000', '08006', '53000', '53100', '57P01', '57P03', '57014', '25006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'ENOENT', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
])('an error with the code %s means that the database is unavailable', async (code) => {
  const cause = errorWith(code);
  const thrown = await thrownFor(cause);
  expect(thrown).toBeInstanceOf(UnavailableError);
  expect(thrown).toMatchObject({ message: `The database is unavailable: ${reasonOf(cause)}.`, cause });
});

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('an error without a code that begins with "%s" means that the database is unavailable', async (words) => {
  expect(await thrownFor(new Error(words))).toEqual(
    new UnavailableError(`The database is unavailable: ${words}.`),
  );
});

test.each([
  errorWith('23505'),
  errorWith('42P01'),
  errorWith('57015'),
  errorWith('25001'),
  errorWith('080061'),
  errorWith('X0800'),
  errorWith('X53100'),
  errorWith('57P011'),
  errorWith('EACCES'),
  errorWith('XX0011'),
  errorWith('1XX001'),
  errorWith('158030'),
  errorWith('580301'),
  new Error('Not: Connection terminated'),
  new Error('Oh'),
  'Connection terminated',
  undefined,
])('another error is thrown as it is: %o', async (error) => {
  expect(await thrownFor(error)).toBe(error);
});

test.each(['XX001', 'XX002', '58P01'])(
  'an error with the code %s means that the database is damaged',
  async (code) => {
    const cause = errorWith(code, 'invalid page in block 1.');
    const thrown = await thrownFor(cause);
    expect(thrown).toBeInstanceOf(UnavailableError);
    expect(thrown).toMatchObject({
      message:
        'The database is damaged: invalid page in block 1. Stop the server, move its data away without deleting them, and restore a backup (npm run restore).',
      cause,
    });
    expect([isDamaged(cause), isDamaged(thrown)]).toEqual([true, true]);
  },
);

test.each(['XX000', 'XX999', '58030'])(
  'an error with the code %s means that it may be damaged',
  async (code) => {
    const cause = errorWith(code);
    const thrown = await thrownFor(cause);
    expect(thrown).toBeInstanceOf(UnavailableError);
    expect(thrown).toMatchObject({
      message: `The database has an internal error (${code}) and may be damaged.`,
      cause,
    });
    expect(isDamaged(thrown)).toBe(false);
  },
);

test.each([
  ['58P01', true],
  ['58P011', false],
  ['158P01', false],
  ['XX0011', false],
  ['08006', false],
])('data with the code %s are damaged: %s', (code, damaged) => {
  expect(isDamaged(errorWith(code))).toBe(damaged);
  const outer = new Error('Oh', { cause: new Error('Oh', { cause: errorWith(code) }) });
  expect(isDamaged(outer)).toBe(damaged);
});

test('what is no error is not damaged', () => {
  expect([isDamaged(undefined), isDamaged({ code: 'XX001' }), isDamaged(new Error('Oh'))]).toEqual([
    ...[false, false, false],
  ]);
});

test('the reason of an error is said without a full stop', () => {
  const aborted = Object.assign(new Error('Oh'), { name: 'AbortError' });
  const reasons = [
    new Error(' no such table. '),
    new Error('version 1.5 is old'),
    new Error('.'),
    new TypeError(''),
    aborted,
    errorWith('ENOSPC'),
    new AggregateError([errorWith('ECONNREFUSED'), new Error('second')]),
    new AggregateError([]),
    'text',
    undefined,
  ].map(reasonOf);
  expect(reasons).toEqual([
    'no such table',
    'version 1.5 is old',
    'Error',
    'TypeError',
    'it does not respond in time',
    'the disk is full (ENOSPC)',
    'connection refused (ECONNREFUSED)',
    ...['unknown reason', 'unknown reason', 'unknown reason'],
  ]);
});

const inside = (cause: unknown) => new Error('Outer', { cause: new Error('Middle', { cause }) });
const ADVICE =
  'Stop the server, move its data (/data/db) away without deleting them, and restore a backup (npm run restore).';
const UNTOUCHED = 'Remove the cause and start again; the data are untouched.';

test.each([
  [new UnavailableError('The database is away.'), 'The database is away.'],
  [new StartError('Set DATA_DIR.'), 'Set DATA_DIR.'],
  [errorWith('XX001', 'invalid page.'), `The database in /data is damaged: invalid page. ${ADVICE}`],
  [errorWith('EACCES'), `The database in /data cannot be opened: permission denied (EACCES). ${UNTOUCHED}`],
  [
    new Error('could not write: No space left on device'),
    `The database in /data cannot be opened: could not write: No space left on device. ${UNTOUCHED}`,
  ],
  ...['read-only file system', 'Permission denied', 'Disk quota exceeded', 'it does not respond in time'].map(
    (words) => [new Error(words), `The database in /data cannot be opened: ${words}. ${UNTOUCHED}`] as const,
  ),
  [new Error('PANIC'), `The database in /data cannot be opened and may be damaged: PANIC. ${ADVICE}`],
  ['text', `The database in /data cannot be opened and may be damaged: unknown reason. ${ADVICE}`],
] as const)(
  'the sentence about a database that cannot be opened for %s is about its first cause',
  (error, sentence) => {
    expect(openFailureSentence('/data', error)).toBe(sentence);
    expect(openFailureSentence('/data', inside(error))).toBe(sentence);
  },
);

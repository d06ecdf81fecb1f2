import { expect, test } from 'vitest';
import { fileError } from '../../server/backup/fileErrors.ts';
import { errorCode, HttpError, StartError, toListenError, UnavailableError } from '../../server/errors.ts';
import { isNonEmptyString, isRecord } from '../../server/json.ts';
import { isMissing, systemReason } from '../../server/systemErrors.ts';

const errorWith = (code: unknown) => Object.assign(new Error('Oh'), { code });

test.each([
  ['EACCES', 'permission denied (EACCES)'],
  ['EPERM', 'permission denied (EPERM)'],
  ['EROFS', 'the file system is read-only (EROFS)'],
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'the quota of the disk is used up (EDQUOT)'],
  ['ENOTDIR', 'there is a file where a directory should be (ENOTDIR)'],
  ['EEXIST', 'there is a file where a directory should be (EEXIST)'],
  ['ENAMETOOLONG', 'the path is too long (ENAMETOOLONG)'],
  ['ELOOP', 'there is a loop of symbolic links (ELOOP)'],
  ['EMFILE', 'too many files are open (EMFILE)'],
  ['ENFILE', 'too many files are open (ENFILE)'],
  ['ENOENT', 'there is no such file or directory (ENOENT)'],
  ['EIO', 'the disk reports an error (EIO)'],
  ['ECONNREFUSED', 'connection refused (ECONNREFUSED)'],
  ['ECONNRESET', 'the connection was ended (ECONNRESET)'],
  ['EPIPE', 'the connection was ended (EPIPE)'],
  ['ETIMEDOUT', 'it does not respond in time (ETIMEDOUT)'],
  ['EHOSTUNREACH', 'there is no route to its host (EHOSTUNREACH)'],
  ['ENETUNREACH', 'there is no route to its network (ENETUNREACH)'],
  ['ENOTFOUND', 'there is no host of that name (ENOTFOUND)'],
  ['EAI_AGAIN', 'the name of its host cannot be resolved (EAI_AGAIN)'],
])('the code %s is explained: %s', (code, reason) => {
  expect(systemReason(errorWith(code))).toBe(reason);
});

test.each([new Error('Oh'), errorWith('OTHER'), errorWith(7), { code: 'EACCES' }, null, undefined, 'EACCES'])(
  'another error is not explained',
  (error) => {
    expect(systemReason(error)).toBeUndefined();
  },
);

test('a file is missing where it or its directory does not exist', () => {
  expect(['ENOENT', 'ENOTDIR', 'EACCES', undefined].map(errorWith).map(isMissing)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the code of an error is a text of an error', () => {
  expect([errorWith('23505'), errorWith(7), { code: 'X' }, new Error('Oh'), null].map(errorCode)).toEqual([
    '23505',
    ...[undefined, undefined, undefined, undefined],
  ]);
});

test.each([
  ['EADDRINUSE', 'Port 80 is in use. Stop what uses it, or set PORT to another one.'],
  ['EACCES', 'Port 80 may not be used. Set PORT to one above 1023.'],
  ['ENOTFOUND', 'HOST is no address of this machine: here.'],
  ['EAI_AGAIN', 'HOST is no address of this machine: here.'],
  ['EINVAL', 'HOST is no address of this machine: here.'],
  ['EAFNOSUPPORT', 'HOST is no address of this machine: here.'],
  ['EADDRNOTAVAIL', 'HOST is no address of this machine: here.'],
])('a server that cannot listen (%s) says what to do', (code, message) => {
  const error = toListenError(errorWith(code), 'here', 80);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ name: 'StartError', message });
});

test('another error of listening is returned as it is', () => {
  const error = errorWith('EPIPE');
  expect(toListenError(error, 'here', 80)).toBe(error);
});

test('an error for a caller has its parts, and each kind its name', () => {
  const cause = new Error('Oh');
  const error = new HttpError(503, 'Later.', { cause, retryAfter: 5, field: 'name' });
  expect(error).toMatchObject({ name: 'HttpError', statusCode: 503, message: 'Later.', retryAfter: 5 });
  expect([error.field, error.cause]).toEqual(['name', cause]);
  const { retryAfter, field } = new HttpError(400, 'No.');
  expect([retryAfter, field]).toEqual([undefined, undefined]);
  expect(new UnavailableError('Oh').name).toBe('UnavailableError');
});

test('an error of a file says which file, what and why', () => {
  const what = 'cannot be written';
  const full = errorWith('ENOSPC');
  expect(fileError('a.gz', what, full)).toEqual(
    new StartError('a.gz cannot be written: the disk is full (ENOSPC).'),
  );
  expect(fileError('a.gz', what, full)).toMatchObject({ name: 'StartError', cause: full });
  expect(fileError('a.gz', what, errorWith('EISDIR'))).toEqual(
    new StartError('a.gz cannot be written: it is a directory (EISDIR).'),
  );
  const stop = Object.assign(new StartError('Stop.'), { code: 'ENOSPC' });
  expect(fileError('a.gz', what, stop)).toBe(stop);
  const other = new Error('Oh');
  expect(fileError('a.gz', what, other)).toBe(other);
});

test('a record is an object, and a text that is empty is none', () => {
  const values = [{}, { a: 1 }, [], null, undefined, 'text', '', 7];
  expect(values.map(isRecord)).toEqual([true, true, false, false, false, false, false, false]);
  expect(values.map(isNonEmptyString)).toEqual([false, false, false, false, false, true, false, false]);
});

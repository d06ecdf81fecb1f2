import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileTransport, mailDirectory } from '../../../server/mail/fileTransport.ts';
import { SendError } from '../../../server/mail/transport.ts';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, mkdir: vi.fn(fs.mkdir) };
});

const mail = {
  messageId: 'message-1',
  from: { name: 'Academy', address: 'mail@academy.example' },
  to: { name: '', address: 'asha@example.org' },
  replyTo: undefined,
  subject: 'Subject',
  text: 'one\ntwo\n',
  html: '<p>one</p>',
};

let root: string;
let dataDir: string;
let directory: string;
const signal = AbortSignal.any([]);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mail-'));
  dataDir = join(root, 'data');
  directory = mailDirectory(dataDir);
});
afterEach(() => rm(root, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a mail is written to a file of its own, with the line ends of mail, for its owner alone', async () => {
  expect(directory).toBe(join(dataDir, 'mail'));
  await fileTransport(dataDir).send(mail, signal);
  expect(await readdir(directory)).toEqual(['message-1.eml']);
  const source = await readFile(join(directory, 'message-1.eml'), 'utf8');
  expect(source).toContain('\r\nMessage-ID: <message-1@academy.example>\r\n');
  expect(source).toContain('\r\none\r\ntwo\r\n');
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const path of [dataDir, directory]) expect(await modeOf(path), path).toBe(0o700);
  expect(await modeOf(join(directory, 'message-1.eml'))).toBe(0o600);
});

test('the same mail is written again to the same file', async () => {
  const transport = fileTransport(dataDir);
  await transport.send({ ...mail, text: 'first' }, signal);
  await transport.send({ ...mail, text: 'second' }, signal);
  expect(await readdir(directory)).toEqual(['message-1.eml']);
  expect(await readFile(join(directory, 'message-1.eml'), 'utf8')).toMatch(/second/);
});

test('what others may read is taken from them at the first mail, and at no later one', async () => {
  await mkdir(directory, { recursive: true });
  const former = join(directory, 'former.eml');
  await writeFile(former, '');
  const open = async () => {
    for (const path of [dataDir, directory, former]) await chmod(path, 0o755);
  };
  const modes = () => Promise.all([dataDir, directory, former].map(modeOf));
  await open();
  const transport = fileTransport(dataDir);
  await transport.send(mail, signal);
  expect(await modes()).toEqual([0o700, 0o700, 0o700]);
  await open();
  await transport.send(mail, signal);
  expect(await modes()).toEqual([0o755, 0o755, 0o755]);
});

test('a DATA_DIR that is moved away after the first mail is not created again', async () => {
  const transport = fileTransport(dataDir);
  await transport.send(mail, signal);
  await rm(directory, { recursive: true });
  await transport.send(mail, signal);
  expect(await readdir(directory)).toEqual(['message-1.eml']);
  await rm(dataDir, { recursive: true });
  const sending = transport.send(mail, signal);
  await expect(sending).rejects.toMatchObject({
    name: 'SendError',
    failure: 'unreachable',
    message: 'ENOENT',
    cause: { code: 'ENOENT' },
  });
  expect(await readdir(root)).toEqual([]);
});

test('a directory that cannot be used makes no mail possible', async () => {
  await writeFile(dataDir, '');
  await expect(fileTransport(dataDir).send(mail, signal)).rejects.toEqual(
    new SendError('unreachable', 'ENOTDIR'),
  );
  await rm(dataDir);
  await mkdir(dataDir);
  await symlink(directory, directory);
  await expect(fileTransport(dataDir).send(mail, signal)).rejects.toMatchObject({ failure: 'unreachable' });
});

test('a directory that cannot be created makes no mail possible, and is created later', async () => {
  const transport = fileTransport(dataDir);
  vi.mocked(mkdir).mockRejectedValueOnce(Object.assign(new Error('Oh'), { code: 'ENOSPC' }));
  await expect(transport.send(mail, signal)).rejects.toMatchObject({ message: 'ENOSPC' });
  expect(await readdir(root)).toEqual([]);
  await transport.send(mail, signal);
  expect(await readdir(directory)).toEqual(['message-1.eml']);
});

test('a mail whose time is over is not written', async () => {
  await expect(fileTransport(dataDir).send(mail, AbortSignal.abort())).rejects.toMatchObject({
    failure: 'unreachable',
    message: 'ABORT_ERR',
  });
  expect(await readdir(directory)).toEqual([]);
});

test('removes the file of a mail, and what is left of one that was not finished', async () => {
  const transport = fileTransport(dataDir);
  await transport.remove('message-1');
  for (const messageId of ['message-1', 'message-2']) await transport.send({ ...mail, messageId }, signal);
  await writeFile(join(directory, 'message-1.eml.part'), '');
  await transport.remove('message-1');
  expect(await readdir(directory)).toEqual(['message-2.eml']);
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { checkBackup, readBatches } from '../../server/backup/readBackup.ts';
import { latestVersion } from '../../server/database/migrate.ts';
import { StartError } from '../../server/errors.ts';
import { collect } from '../support/operatorCommand.ts';
import { backupLines, eventRow, header, webhookEvents, writeLines } from './backupFixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'read-'));
afterAll(() => rmSync(directory, { recursive: true }));

const file = join(directory, 'backup.gz');

const refunds = { table: 'refunds', columns: ['id'], lastId: '7' };
const rows = (count: number) => Array.from({ length: count }, (_, index) => eventRow(String(index)));

const written = (...lines: readonly unknown[]) => writeLines(file, backupLines(lines));

const brokenSentence = `${file} is no whole backup: it was cut off or changed, or is something else. Use another one.`;

async function expectBroken(): Promise<void> {
  const [checked, read] = await Promise.allSettled([checkBackup(file), collect(readBatches(file))]);
  const refused = { status: 'rejected', reason: new StartError(brokenSentence) };
  expect([checked, read]).toEqual([refused, refused]);
}

test('a backup is checked, and its rows are counted', async () => {
  written(header, webhookEvents, ...rows(1001), refunds, ['rfnd_1'], { ...refunds, table: 'orders' });
  expect(await checkBackup(file)).toEqual({
    file,
    header,
    rows: { webhook_events: 1001, refunds: 1, orders: 0 },
  });
});

test('a backup without tables is whole', async () => {
  written({ ...header, schemaVersion: 1 });
  expect(await checkBackup(file)).toEqual({ file, header: { ...header, schemaVersion: 1 }, rows: {} });
  expect(await collect(readBatches(file))).toEqual([]);
});

test('its rows are read in batches of 500 at most, table by table', async () => {
  written(header, refunds, webhookEvents, ...rows(1001), refunds, ['rfnd_1'], [null]);
  expect(await collect(readBatches(file))).toEqual([
    { ...refunds, rows: [] },
    { ...webhookEvents, rows: rows(1001).slice(0, 500) },
    { ...webhookEvents, rows: rows(1001).slice(500, 1000) },
    { ...webhookEvents, rows: rows(1001).slice(1000) },
    { ...refunds, rows: [['rfnd_1'], [null]] },
  ]);
});

test('characters of several bytes are read whole', async () => {
  const text = 'नमस्ते 👩‍👧'.repeat(20_000);
  written(header, refunds, [text]);
  expect(await collect(readBatches(file))).toEqual([{ ...refunds, rows: [[text]] }]);
});

test.each([
  ['another format', { ...header, format: 'another' }],
  ['no version', { ...header, formatVersion: undefined }],
  ['a version that is a text', { ...header, formatVersion: '1' }],
  ['version 0 of the format', { ...header, formatVersion: 0 }],
  ['version 0 of the schema', { ...header, schemaVersion: 0 }],
  ['a version with a fraction', { ...header, schemaVersion: 1.5 }],
  ['no time', { ...header, madeAt: undefined }],
  ['a time in words', { ...header, madeAt: 'yesterday' }],
  ['a list', []],
])('a header with %s is refused', async (_what, changed) => {
  written(changed, webhookEvents);
  await expectBroken();
});

test.each([
  ['a table that no backup has', { ...webhookEvents, table: 'pg_authid' }],
  ['a table without columns', { ...webhookEvents, columns: undefined }],
  ['a column without a name', { ...webhookEvents, columns: [1] }],
  ['a table without its last number', { ...webhookEvents, lastId: undefined }],
  ['a last number that is no text', { ...webhookEvents, lastId: 7 }],
  ['a row with a number', [1, 'x']],
  ['a row that is too short', ['x']],
  ['a row that is too long', ['x', 'y', 'z']],
  ['a text', 'x'],
])('a line with %s is refused', async (_what, line) => {
  written(header, webhookEvents, eventRow('1'), line);
  await expectBroken();
});

test('a row without a table is refused', async () => {
  written(header, eventRow('1'));
  await expectBroken();
});

test.each([
  [{ ...header, formatVersion: 2 }, 2, latestVersion],
  [{ ...header, schemaVersion: latestVersion + 1 }, 1, latestVersion + 1],
])('a backup of a newer release is refused: %j', async (newer, format, schema) => {
  written(newer);
  const refusal = new StartError(
    `${file} was made by a newer release (format ${format}, schema ${schema}; this release knows 1 and ` +
      `${latestVersion} at most): restore it with that release.`,
  );
  await expect(checkBackup(file)).rejects.toEqual(refusal);
  await expect(collect(readBatches(file))).rejects.toEqual(refusal);
});

const whole = backupLines([header, webhookEvents, eventRow('1'), eventRow('2')]);

test.each([
  ['without its end', whole.slice(0, -1)],
  ['with another end', [...whole.slice(0, -1), '{"sha256":"00"}']],
  ['with an end of another kind', [...whole.slice(0, -1), '{"sha256":1}']],
  ['without a row', whole.toSpliced(2, 1)],
  ['with two rows in another order', whole.toSpliced(2, 2, whole[3] ?? '', whole[2] ?? '')],
  ['with something after its end', [...whole, whole.at(-1) ?? '']],
  ['without anything', []],
  ['with a line that is no JSON', whole.toSpliced(2, 0, '[')],
])('a file %s is refused', async (_what, lines) => {
  writeLines(file, lines);
  await expectBroken();
});

test('a file that is cut off or not compressed is refused', async () => {
  writeLines(file, whole);
  expect(await checkBackup(file)).toMatchObject({ rows: { webhook_events: 2 } });
  const bytes = readFileSync(file);
  for (const content of [bytes.subarray(0, -9), bytes.subarray(0, bytes.length / 2), gunzipSync(bytes), '']) {
    writeFileSync(file, content);
    await expectBroken();
  }
});

test('the refusal has its reason as its cause', async () => {
  const causeOf = async () => (await checkBackup(file).catch((error) => error)).cause;
  writeLines(file, [...whole.slice(0, -1), '{"sha256":"00"}']);
  expect(await causeOf()).toEqual(new Error('The lines are not those of the trailer.'));
  writeFileSync(file, gzipSync('[\n[\n'));
  expect(await causeOf()).toBeInstanceOf(SyntaxError);
  written({ ...header, format: 'another' });
  expect(await causeOf()).toMatchObject([{ input: 'another' }]);
  written(header, 'x');
  expect(await causeOf()).toMatchObject([{ input: 'x' }]);
});

test('a file that cannot be read is refused with the reason', async () => {
  mkdirSync(join(directory, 'folder'));
  await expect(checkBackup(join(directory, 'folder'))).rejects.toEqual(
    new StartError(`${join(directory, 'folder')} cannot be read: it is a directory (EISDIR).`),
  );
  await expect(collect(readBatches(join(directory, 'none.gz')))).rejects.toEqual(
    new StartError(
      `${join(directory, 'none.gz')} cannot be read: there is no such file or directory (ENOENT).`,
    ),
  );
});

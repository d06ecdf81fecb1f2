import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvColumns, toCsv } from '../../server/submissions/csv.ts';
import {
  listSubmissions,
  type SubmissionFilter,
  storeSubmission,
} from '../../server/submissions/submissions.ts';
import { collect } from '../support/operatorCommand.ts';
import { payAndRegister } from '../support/serverProcess.ts';
import { createProgramDatabase, createProgramFixture, type ProgramFixture } from './programFixture.ts';
import {
  createServiceFixture,
  databases,
  newEmail,
  postJson,
  registrationBody,
  type ServiceFixture,
} from './serviceFixture.ts';

const BOM = '\uFEFF';

/** Returns the cells of RFC 4180 text in which every cell that is not empty is quoted; throws where it is not that. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  const cell = /("(?:[^"]|"")*"|)(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, end] = cell.exec(text) ?? [];
    if (quoted === undefined) throw new Error(`No cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    record.push(quoted.slice(1, -1).replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0) throw new Error('The last line does not end.');
  return records;
}

/** Returns the records of a list with the names of their columns, without empty cells. */
function readList(csv: string): Record<string, string>[] {
  expect(csv.startsWith(BOM)).toBe(true);
  const [header = [], ...records] = parseCsv(csv.slice(BOM.length));
  expect(header).toEqual(csvColumns);
  return records.map((cells) => {
    expect(cells).toHaveLength(header.length);
    return Object.fromEntries(
      header.map((name, index) => [name, cells[index] ?? '']).filter(([, cell]) => cell),
    );
  });
}

/** Texts that visitors may send, and that a spreadsheet or a reader of lines may misread. */
const texts = [
  'one, "two"; \'three\'',
  'line\nline\r\nline\rline\n\nline',
  'line\u2028line\u2029line',
  'नमस्ते 👩‍👧 日本語',
  ...['=1+1', '+919876543210', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠1'],
  '"=1+1"',
  "'=1",
];

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

describe.each(databases)('the list of submissions on %s', (kind) => {
  let programs: ProgramFixture;
  let more: Record<string, string> = {};
  let drop = async () => {};

  beforeEach(async () => {
    programs = await createProgramFixture();
    ({ more, drop } = await createProgramDatabase(kind));
  });
  afterEach(async () => {
    await programs.remove();
    await drop();
  });

  test('is a file for a spreadsheet in which nothing is lost and nothing is a formula, while a server runs and when none does', async () => {
    const server = await programs.startServer(more);
    const [paid, pending] = [newEmail(), newEmail()];
    for (const message of texts)
      await postJson(`${server.url}/api/contact`, { name: 'Asha', email: 'a@b.c', message });
    await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210', messageUser: 'Call' });
    expect(await payAndRegister(server.url, paid)).toBe(true);
    await postJson(`${server.url}/api/register`, registrationBody(pending, { paymentStatus: 'pending' }));
    const list = async (...options: string[]) => {
      const command = await programs.start('submissions', options, more);
      expect(await command.exited).toEqual({ code: 0, signal: null });
      return command.out;
    };
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [csv, json, paidCsv, pendingJson, none] = await Promise.all([
      list('--format', 'csv'),
      list('--format', 'json', '--since', day(-2)),
      list('--paid', '--format', 'csv'),
      list('--pending', '--kind', 'registration'),
      list('--since', day(2), '--format', 'csv'),
    ]);
    const records = readList(csv);
    const submissions = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(submissions.filter((each) => each.kind === 'contact').map(({ message }) => message)).toEqual(
      texts,
    );
    expect(records).toEqual(
      submissions.map((submission) =>
        Object.fromEntries(
          Object.entries(submission)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => [name, `${FORMULA.test(String(value)) ? "'" : ''}${value}`]),
        ),
      ),
    );
    expect(readList(paidCsv)).toMatchObject([{ email: paid, paymentStatus: 'paid', acceptTerms: 'true' }]);
    expect(JSON.parse(pendingJson)).toMatchObject({ email: pending, paymentStatus: 'pending' });
    expect(readList(none)).toEqual([]);

    server.child.kill('SIGTERM');
    await server.exited;
    expect(await list('--format', 'csv')).toBe(csv);
  });
});

describe.each(databases)('the submissions on %s', (kind) => {
  let fixture: ServiceFixture;

  beforeEach(async () => {
    fixture = await createServiceFixture(kind);
  });
  afterEach(() => fixture.remove());

  test('are selected by time, kind and payment status', async () => {
    const received = '2026-11-01T00:00:00.000Z';
    const names = (filter: SubmissionFilter) =>
      fixture.withDatabase(async (database) =>
        (await collect(listSubmissions(database, filter))).map(({ name }) => name),
      );
    await fixture.withDatabase(async (database) => {
      for (const name of ['before', 'at']) await storeSubmission(database, 'contact', { name });
      await storeSubmission(database, 'registration', { name: 'pending' });
      await database.query(
        `update submissions set received_at = $1::timestamptz - make_interval(secs => $2)
         where fields->>'name' = 'before'`,
        [received, 0.001],
      );
      await database.query(`update submissions set received_at = $1 where fields->>'name' = 'at'`, [
        received,
      ]);
    });
    expect(await names({ since: received })).toEqual(['at', 'pending']);
    expect(await names({ since: received, kind: 'contact' })).toEqual(['at']);
    expect(await names({ paymentStatus: 'pending' })).toEqual(['pending']);
    expect(await names({ paymentStatus: 'paid' })).toEqual([]);
    expect(await names({})).toEqual(['before', 'at', 'pending']);
  });
});

test('every stored field has a column', async () => {
  const { paymentStatus: _paymentStatus, ...fields } = registrationBody('a@b.c');
  expect(csvColumns).toEqual(expect.arrayContaining([...Object.keys(fields), 'message', 'messageUser']));
  expect(new Set(csvColumns).size).toBe(csvColumns.length);
});

test('a list is made as it is read, and fails where it cannot be read', async () => {
  let made = 0;
  async function* lines() {
    for (; made < 100_000; made += 1) yield JSON.stringify({ kind: 'contact', message: 'x'.repeat(1000) });
  }
  for await (const _chunk of toCsv(lines())) {
    await sleep(0);
    break;
  }
  expect(made).toBeLessThan(1000);
  async function* failing() {
    yield '{}';
    throw new Error('The connection is lost.');
  }
  await expect(collect(toCsv(failing()))).rejects.toThrow('The connection is lost.');
});

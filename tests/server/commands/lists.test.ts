import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { runCommand } from '../../support/serverPrograms.ts';
import { programTest, test } from '../fixtures.ts';
import { newEmail, postJson, registrationBody, usualDatabases } from '../serviceFixture.ts';

const BOM = '\uFEFF';

/** The columns of the table, in their order: what is known of each submission, then every field of any form. */
const COLUMNS = `receivedAt kind paymentStatus paymentMode orderId paymentId
  name father mother grade course phone email city refrence refrenceSt acceptTerms message messageUser`.split(
  /\s+/,
);

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
  expect(header).toEqual(COLUMNS);
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

describe.each(usualDatabases)('the list of submissions on %s', (kind) => {
  programTest.override('kind', kind);

  programTest(
    'the list of submissions is a file for a spreadsheet in which nothing is lost and nothing is a formula, while a server runs and when none does',
    async ({ programs }) => {
      const server = await programs.startServer();
      const [paid, pending] = [newEmail(), newEmail()];
      for (const message of texts)
        await postJson(`${server.url}/api/contact`, { name: 'Asha', email: 'a@b.c', message });
      await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210', messageUser: 'Call' });
      expect(await payAndRegister(server.url, paid)).toBe(true);
      await postJson(`${server.url}/api/register`, registrationBody(pending, { paymentStatus: 'pending' }));
      const list = async (...options: string[]) => {
        const { code, out } = await programs.run('submissions', options);
        expect(code).toBe(0);
        return out;
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
    },
  );
});

test('submissions are selected by the time from which on they came', async ({ data, operator }) => {
  await data.withDatabase((database) =>
    database.query(`insert into submissions (kind, received_at, fields) values
      ('contact', '2026-10-31T18:29:59.999Z', '{"name":"before the day in India"}'),
      ('contact', '2026-10-31T18:30Z', '{"name":"with the day in India"}'),
      ('inquiry', '2026-11-01T09:30Z', '{"name":"at half past nine"}'),
      ('registration', '2026-11-01T09:30:15.5Z', '{"name":"later"}')`),
  );
  await data.closeDatabase();
  const names = async (...options: string[]) => (await operator.submissions(options)).map(({ name }) => name);
  const [before, day, nine, later] = await names();
  expect(await names('--since', '2026-11-01')).toEqual([day, nine, later]);
  expect(await names('--since', '2026-11-01', '--kind', 'contact')).toEqual([day]);
  for (const time of nonEmpty(['2026-11-01T09:30Z', '2026-11-01T15:00+05:30', '2026-11-01T04:00-05:30']))
    expect(await names('--since', time), time).toEqual([nine, later]);
  expect(await names('--since', '2026-11-01T09:30:15.5Z')).toEqual([later]);
  expect(await names('--pending')).toEqual([later]);
  expect(await names('--paid')).toEqual([]);
  expect(before).toBe('before the day in India');
});

test.for([
  '1 November',
  '2026-11',
  '2026-02-29',
  '2026-02-30T00:00Z',
  '2026-11-01T09:30',
  '2026-11-01T25:30Z',
  '2026-11-01T09:30+0530',
  '2026-11-01 09:30Z',
  ' 2026-11-01',
])('"%s" is no time from which on submissions are listed', async (time) => {
  expect(await runCommand('submissions', ['--since', time])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`"${time}" is neither a day`),
  });
});

test('lists of more than a page print everything once, oldest first', async ({ data, operator }) => {
  const count = 1001;
  await data.withDatabase(async (database) => {
    await database.query(
      `insert into submissions (kind, fields) select 'contact', json_build_object('name', n) from generate_series(1, $1::int) n`,
      [count],
    );
    await database.query(
      `insert into outbox (kind, submission_id, message_id) select 'notice', id, id::text from submissions`,
    );
    await database.query(
      `insert into orders (id, email, amount, currency, receipt, key_id, payment_mode)
       select 'order_' || lpad(n::text, 4, '0'), n || '@example.org', 200000, 'INR', n::text, 'key', 'live'
       from generate_series(1, $1::int) n`,
      [count],
    );
  });
  await data.closeDatabase();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  expect((await operator.submissions()).map(({ name }) => Number(name))).toEqual(numbers);
  expect((await operator.mails()).map(({ id }) => id)).toEqual(numbers);
  expect((await operator.payments()).map(({ orderId }) => orderId)).toEqual(
    numbers.map((number) => `order_${String(number).padStart(4, '0')}`),
  );
});

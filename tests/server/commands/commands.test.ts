import { describe, expect } from 'vitest';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { openDatabase } from '../../../server/database/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { runCommand } from '../../support/serverPrograms.ts';
import { paymentTest, programTest, test } from '../fixtures.ts';
import { newEmail, postJson, registrationBody, usualDatabases } from '../serviceFixture.ts';

/** The options of the commands, their output, and the commands as programs. */

const PERSON = 'is neither an email address nor a phone number.';
const AS = '--settle wants --as one of: registered-by-phone, amount-accepted, refunded-elsewhere, closed.';
const DAYS = '--erase-older-than takes a number of days from 0 to 99999, not';
const KIND = '"mail" is no kind of submission; there are: registration, contact, inquiry, application.';

test.for([
  ['submissions --other', 'There is no option "--other".'],
  ['submissions -x', 'There is no option "-x".'],
  ['submissions --toString', 'There is no option "--toString".'],
  ['submissions --kind', '--kind lacks its value.'],
  ['submissions --kind=', '--kind lacks its value.'],
  ['submissions --paid=yes', '--paid takes no value.'],
  ['submissions csv', '"csv" belongs to no option.'],
  ['submissions --kind mail', KIND],
  ...[
    ...['yesterday', '2026-11', '2026-02-29', '2026-02-30T00:00Z', '2026-11-01T09:30', '2026-11-01T25:30Z'],
    ...['2026-11-01T09:30+0530', '2026-11-01_09:30Z', '1 November', '2026-11-01 09:30Z', ' 2026-11-01'],
  ].map(
    (time) =>
      [
        `submissions --since=${time}`,
        `"${time}" is neither a day such as 2026-11-01 nor a time with its zone.`,
      ] as const,
  ),
  ['submissions --format xlsx', '"xlsx" is no format; there are: json, csv.'],
  ['submissions --paid --pending', '--paid and --pending exclude each other; without both all are listed.'],
  ['submissions --paid --kind contact', '--paid is about registrations; there is none of kind contact.'],
  [
    'submissions --pending --kind inquiry',
    '--pending is about registrations; there is none of kind inquiry.',
  ],
  ['submissions --erase a@b.c --kind contact', '--kind does not go with --erase.'],
  ['submissions --erase a@b.c --person b@b.c', '--erase does not go with --person.'],
  ['submissions --erase-older-than 3 --format csv', '--format does not go with --erase-older-than.'],
  ['submissions --commands --paid', '--paid does not go with --commands.'],
  ['submissions --yes', '--yes goes with --erase-older-than alone.'],
  ['submissions --erase-older-than 3 --kind mail', KIND],
  ['submissions --erase-older-than -1', `${DAYS} "-1".`],
  ['submissions --erase-older-than 100000', `${DAYS} "100000".`],
  ['submissions --erase-older-than 3x', `${DAYS} "3x".`],
  ['mail --failed --retry', '--retry does not go with --failed.'],
  ['mail --dismiss order_1 --again order_1', '--dismiss does not go with --again.'],
  ['payments order_1 order_2', '"order_2" is one order too many.'],
  ['payments --attention --check', '--check does not go with --attention.'],
  ['payments order_1 --format csv', '--format does not go with an order.'],
  ['payments --settle order_1 --check', '--check does not go with --settle.'],
  ['payments --settle order_1 --as=closed', '--settle wants a --reason, of at most 200 characters.'],
  ['payments --settle order_1 --reason=x', AS],
  ['payments --settle order_1 --as=paid --reason=x', AS],
  ['payments --as=closed', '--as goes with --settle alone.'],
  ['payments --format xlsx', '"xlsx" is no format; there are: json, csv.'],
  ['submissions --person nobody', `"nobody" ${PERSON}`],
  ...[
    ...['Asha', '@', 'a@b@c', 'a b@c', '98765', '+44 98765 43210', 'Asha 9876543210', '98765432101'],
    '9876543210/1',
  ].map((person) => [`submissions --erase=${person}`, `"${person}" ${PERSON}`] as const),
  ['mail all', '"all" belongs to no option.'],
  ['payments --all', 'There is no option "--all".'],
  ['backup', 'The path of a file is missing.'],
  ['backup a.gz b.gz', '"b.gz" is one path too many.'],
  ['backup a.gz --replace', 'There is no option "--replace".'],
  ['restore --replace', 'The path of a file is missing.'],
  ['restore a.gz --replace=yes', '--replace takes no value.'],
] as const)('"%s" is refused in one sentence, which the options follow', async ([line, sentence]) => {
  const [name, ...options] = line.split(/(?<!=.*) /);
  const program = (['submissions', 'mail', 'payments', 'backup', 'restore'] as const).find(
    (each) => each === name,
  );
  if (!program) throw new Error(`${name} is no command.`);
  const { code, out, err } = await runCommand(program, options);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const [first, next] = err.split('\n');
  expect(first).toBe(sentence);
  expect(next).toMatch(/^(Options: --|Usage: npm run )/);
});

const BOM = '\uFEFF';

/** The columns of the table, in order: the facts about each submission, then every field of any form. */
const COLUMNS = `receivedAt kind paymentStatus paymentMode orderId paymentId amount paidAt refunded
  name father mother grade course phone email city refrence refrenceSt acceptTerms message messageUser`.split(
  /\s+/,
);

/** The cells of RFC 4180 text in which every cell that is not empty is quoted; throws where it is not that. */
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

/** The records of a list by the names of their columns, without empty cells. */
function readList(csv: string, columns = COLUMNS): Record<string, string>[] {
  expect(csv.startsWith(BOM)).toBe(true);
  const [header = [], ...records] = parseCsv(csv.slice(BOM.length));
  expect(header).toEqual(columns);
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

/** The amounts in rupees of a registration that is paid and not refunded. */
const AMOUNTS: Record<string, string> = { amount: '2000.00', refunded: '0.00' };

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

describe.each(usualDatabases)('the list of submissions on %s', (kind) => {
  test.override('kind', kind);

  test('the exported submissions lose nothing and contain no formula', async ({
    operator,
    service: { url },
  }) => {
    const [paid, pending] = [newEmail(), newEmail()];
    for (const message of texts)
      await postJson(`${url}/api/contact`, { name: 'Asha', email: 'a@b.c', message });
    await postJson(`${url}/api/inquiry`, { name: 'Asha', phone: '9876543210', messageUser: 'Call' });
    expect(await payAndRegister(url, paid)).toBe(true);
    await postJson(`${url}/api/register`, registrationBody(pending, { paymentStatus: 'pending' }));
    const list = async (...options: string[]) => {
      const { code, out } = await operator.run('submissions', options);
      expect(code).toBe(0);
      return out;
    };
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const records = readList(await list('--format', 'csv'));
    const json = await list('--format', 'json', '--since', day(-2));
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
            .map(([name, value]) => [
              name,
              name in AMOUNTS ? AMOUNTS[name] : `${FORMULA.test(String(value)) ? "'" : ''}${value}`,
            ]),
        ),
      ),
    );
    expect(readList(await list('--paid', '--format', 'csv'))).toMatchObject([
      { email: paid, paymentStatus: 'paid', paidAt: expect.stringMatching(/^20.*Z$/), acceptTerms: 'true' },
    ]);
    expect(JSON.parse(await list('--pending', '--kind', 'registration'))).toMatchObject({
      email: pending,
      paymentStatus: 'pending',
    });
    expect(readList(await list('--since', day(2), '--format', 'csv'))).toEqual([]);
  });
});

paymentTest(
  'the accounts have a line for each payment and each change of what was given back',
  async ({ operator, provider, visitor, webhook }) => {
    const email = newEmail();
    const orderId = await visitor.order(email);
    const created_at = Date.parse('2026-11-02T00:30+05:30') / 1000;
    const paymentId = provider.pay(orderId, { created_at, notes: payerOf(registrationBody(email)) });
    await visitor.register(email);
    const refund = async (event: string, id: string, amount: number) => {
      const entity = { id, payment_id: paymentId, amount, status: event };
      expect((await webhook(`refund.${event}`, { refund: entity })).status).toBe(200);
    };
    await refund('created', 'rfnd_1', 50_000);
    await refund('failed', 'rfnd_1', 50_000);
    await refund('processed', 'rfnd_2', 199_950);
    await visitor.order(newEmail());
    const { out } = await operator.run('payments', ['--format', 'csv']);
    const columns = 'orderId paymentId kind date amount refunded currency paymentMode state registration';
    const of = (
      kind: string,
      amounts: object,
      date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ) => ({
      ...{ orderId, paymentId, kind, date, ...amounts, currency: 'INR', paymentMode: 'live' },
      ...{ state: 'paid and registered', registration: '1' },
    });
    expect(readList(out, columns.split(' '))).toEqual([
      of('payment', { amount: '2000.00' }, '2026-11-02'),
      of('refund', { refunded: '500.00' }),
      of('refund failed', { amount: '500.00' }),
      of('refund', { refunded: '1999.50' }),
    ]);
    expect(readList((await operator.run('submissions', ['--format', 'csv'])).out)).toMatchObject([
      { paymentId, amount: '2000.00', paidAt: '2026-11-01T19:00:00.000Z', refunded: '1999.50' },
    ]);
  },
);

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

programTest('a list whose reader closes the pipe ends without an error', async ({ programs }) => {
  const database = await openDatabase(programs.options);
  for (let number = 0; number < 60; number += 1)
    await storeSubmission(database, 'contact', { name: 'Asha', email: 'a@b.c', message: 'x'.repeat(5000) });
  await database.close();
  const list = await programs.start('submissions');
  list.child.stdout?.once('data', () => list.child.stdout?.destroy());
  expect(await list.exited).toEqual({ code: 0, signal: null });
  expect(list.err).toBe('');
});

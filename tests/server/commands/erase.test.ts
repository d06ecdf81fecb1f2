import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { startService } from '../../../server/service.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { runCommand } from '../../support/serverPrograms.ts';
import { mailOptions, paymentTest, programTest } from '../fixtures.ts';
import {
  databases,
  newEmail,
  noRateLimits,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

const namesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : []);

/** A service that takes payments at a fake provider and writes its mails to files. */
const test = paymentTest
  .extend('service', async ({ data, provider }) =>
    data.start({ payments: provider.options, mail: mailOptions(undefined) }),
  )
  .extend('mailFiles', async ({ data }) => {
    const directory = join(data.options.dataDir, 'mail');
    return { directory, names: () => namesIn(directory) };
  });

/** Everything that the database holds, as text. */
const DATABASE_TEXT = `select concat(${[
  'submissions',
  'outbox',
  'orders',
  'payments',
  'order_facts',
  'webhook_events',
]
  .map((table) => `(select json_agg(t) from ${table} t)`)
  .join(', ')}) as text`;

const report = (counts: {
  registration?: number;
  contact?: number;
  inquiry?: number;
  application?: number;
  orders?: number;
}) => [
  `Erased of kind registration: ${counts.registration ?? 0}`,
  `Erased of kind contact: ${counts.contact ?? 0}`,
  `Erased of kind inquiry: ${counts.inquiry ?? 0}`,
  `Erased of kind application: ${counts.application ?? 0}`,
  `Orders kept without an email address: ${counts.orders ?? 0}`,
  'The tables are vacuumed.',
];

describe.each(databases)('erasing a person on %s', (kind) => {
  test.override('kind', kind);

  test('erasing removes submissions, mails and notes, from the database’s files too', async ({
    data,
    operator,
    service,
    visitor,
    mailFiles,
  }) => {
    const email = newEmail();
    const { orderId } = await visitor.enrol(email);
    await visitor.send('/api/contact', { name: 'Asha', email: email.toUpperCase(), message: 'Hello' });
    await visitor.send('/api/contact', { name: 'Ravi', email: newEmail(), message: 'Stays' });
    await waitUntil(async () => mailFiles.names().length === 4);
    expect(await operator.linesOf('submissions', ['--erase', ` ${email} `])).toEqual(
      report({ registration: 1, contact: 1, orders: 1 }),
    );
    expect(await operator.submissions()).toMatchObject([{ kind: 'contact', name: 'Ravi' }]);
    expect(await operator.payments()).toMatchObject([
      { orderId, email: null, amount: 200_000, payments: [{ amount: 200_000 }] },
    ]);
    const [mail] = await operator.mails();
    expect(mailFiles.names()).toEqual([`${mail?.messageId}.eml`]);
    expect(await operator.linesOf('submissions', ['--erase', email])).toEqual(report({}));

    await service.close();
    const personal = [email, 'Verma', '9876543210', 'Jaipur'];
    const [found] = await data.withDatabase((database) => database.query<{ text: string }>(DATABASE_TEXT));
    expect(found?.text).toContain('Ravi');
    expect(found?.text).not.toMatch(new RegExp(personal.join('|'), 'i'));
    await data.closeDatabase();
    expect(filesWith(kind === 'PGlite' ? join(data.options.dataDir, 'db') : undefined, personal)).toEqual([]);
  });

  test('a restore erases again what was erased since the backup, and nothing else', async ({
    data,
    operator,
    service,
    visitor,
  }) => {
    const [email, backup] = [newEmail(), join(data.options.dataDir, 'backup.gz')];
    const { orderId } = await visitor.enrol(email);
    const other = await visitor.enrol(newEmail(), { name: 'Ravi', phone: '9000000001' });
    await visitor.send('/api/inquiry', { name: 'Old', phone: '9000000002' });
    await service.close();
    const notes = `update payments set phone = '9000000003' where order_id = '${other.orderId}'`;
    await data.execute(notes);
    await operator.linesOf('backup', [backup]);
    const old = ['--erase-older-than', '0', '--kind', 'inquiry', '--yes'];
    for (const options of [['--erase', email], ['--erase', '9000000003'], old])
      await operator.linesOf('submissions', options);
    const listed = async () => [await operator.submissions(), await operator.payments()];
    const after = await listed();
    expect(after).toMatchObject([
      [{ name: 'Ravi' }],
      [
        { orderId, email: null },
        { orderId: other.orderId, payments: [{ student: null, phone: null }] },
      ],
    ]);
    expect(await operator.linesOf('restore', ['--replace', backup])).toEqual([
      expect.stringContaining('orders: 2, outbox: 5, payments: 2, submissions: 3'),
      ...report({ registration: 1, inquiry: 1, orders: 1 }).map((line) => `Again: ${line}`),
    ]);
    expect(await listed()).toEqual(after);
    const file = readFileSync(join(data.options.dataDir, 'erased.sha256'), 'utf8');
    expect(file, 'two submissions, an order and two payments').toMatch(/^([\da-f]{64}\n){5}$/);
  });
});

/** The files in a directory that contain one of some texts. */
const filesWith = (directory: string | undefined, texts: readonly string[]): string[] =>
  directory === undefined
    ? []
    : readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => {
          const content = readFileSync(file);
          return texts.some((text) => content.includes(text));
        });

describe('erasing', () => {
  test.for([
    [' Asha@SCHÜLE.example', ['in lower case', 'in capitals']],
    ['asha@xn--schle-mva.example', ['in lower case', 'in capitals']],
    ['+91 (90000) 000-01', ['inquiry', 'parent', 'second parent', 'with its zero']],
    ['\uFF0B91९०००००००01', ['inquiry', 'parent', 'second parent', 'with its zero']],
  ] as const)(
    'erasing finds whoever %j names, however it was written',
    async ([person, names], { data, operator }) => {
      const phone = '9000000001';
      const stored = [
        ['in lower case', { email: 'asha@schüle.example' }],
        ['in capitals', { email: 'ASHA@SCHÜLE.example' }],
        ['inquiry', { phone }],
        ['parent', { phone: '9000000002', refrence: `+91 ${phone}` }],
        ['second parent', { phone: '9000000002', refrenceSt: phone }],
        ['with its zero', { phone: `0${phone}` }],
        ['another person', { email: 'ravi@schüle.example', phone: '9000000011' }],
      ] as const;
      await data.withDatabase(async (database) => {
        for (const [name, fields] of stored) await storeSubmission(database, 'contact', { name, ...fields });
      });
      await data.closeDatabase();
      await operator.linesOf('submissions', ['--erase', person]);
      const remaining = (await operator.submissions()).map(({ name }) => name);
      expect(stored.map(([name]) => name).filter((name) => !remaining.includes(name))).toEqual(names);
    },
  );

  test('erasing keeps orders without their person, also when the provider is asked', async ({
    data,
    operator,
    provider,
    service,
    visitor,
  }) => {
    const [email, unregistered, payer] = [newEmail(), newEmail(), newEmail()];
    const { orderId: registeredOrder } = await visitor.enrol(email);
    const openOrder = await visitor.order(unregistered);
    const paidOrder = await visitor.order(payer);
    provider.pay(paidOrder, { notes: { student: 'Asha Verma', phone: '9000000007' } });
    await visitor.order(payer);
    provider.pay(registeredOrder, { notes: payerOf(registrationBody(email)) });

    expect(await operator.linesOf('submissions', ['--erase', email])).toContain(
      'Orders kept without an email address: 1',
    );
    for (const person of [unregistered, '+91 90000 00007'])
      expect(await operator.linesOf('submissions', ['--erase', person])).toEqual(report({ orders: 1 }));
    await service.close();
    await data.withDatabase((database) => database.query('update orders set checked_at = null'));
    const restarted = await data.start({ payments: { ...provider.options, reconcileEveryMs: 50 } });
    await waitUntil(async () => (await operator.payments()).flatMap(({ payments }) => payments).length === 3);
    await restarted.close();
    const [found] = await data.withDatabase((database) => database.query<{ text: string }>(DATABASE_TEXT));
    expect(found?.text).not.toMatch(/Verma|9876543210|9000000007|Jaipur|@/);
    await data.closeDatabase();
    const states = (await operator.payments()).map(({ orderId, state }) => [orderId, state]);
    expect(Object.fromEntries(states)).toEqual({
      [registeredOrder]: 'surplus',
      [openOrder]: 'open',
      [paidOrder]: 'paid and not registered',
    });
  });

  test('erasing the number of one child leaves the other children of the family', async ({
    operator,
    visitor,
  }) => {
    const family = newEmail();
    await visitor.enrol(family, { name: 'First', phone: '9000000001', refrence: '9000000009' });
    const { orderId } = await visitor.enrol(family, {
      name: 'Second',
      phone: '9000000002',
      refrence: '9000000008',
    });
    expect(await operator.linesOf('submissions', ['--erase', '9000000009'])).toEqual(
      report({ registration: 1, orders: 1 }),
    );
    expect(await operator.submissions()).toMatchObject([{ name: 'Second', paymentStatus: 'paid', orderId }]);
  });

  test('a person who was erased registers and pays again', async ({ operator, visitor }) => {
    const email = newEmail();
    const first = await visitor.enrol(email);
    await operator.linesOf('submissions', ['--erase', email]);
    expect((await visitor.enrol(email)).orderId).not.toBe(first.orderId);
    expect(await operator.submissions()).toMatchObject([{ email, paymentStatus: 'paid' }]);
  });

  test('erasing what is older than a number of days takes all kinds or one', async ({
    data,
    operator,
    service,
    visitor,
  }) => {
    const email = newEmail();
    const { orderId } = await visitor.enrol(email, { name: 'Old' });
    for (const name of ['Old', 'New']) await visitor.send('/api/inquiry', { name, phone: '9876543210' });
    await visitor.send('/api/contact', { name: 'Old', email, message: 'Hello' });
    await service.close();
    await data.withDatabase((database) =>
      database.query(
        `update submissions set received_at = now() - case fields->>'name' when 'Old' then interval '30.1 days' else '29.9 days' end`,
      ),
    );
    await data.closeDatabase();
    const erase = (...options: string[]) =>
      operator.linesOf('submissions', ['--erase-older-than', ...options]);
    expect(await erase('31', '--yes')).toEqual(report({}));
    expect(await erase('30', '--kind', 'inquiry', '--yes')).toEqual(report({ inquiry: 1 }));
    const counts = { registration: 1, contact: 1, orders: 1 };
    expect(await erase('30')).toEqual([
      ...report(counts).slice(0, -1),
      'Nothing is erased: add --yes to erase all that is counted above.',
    ]);
    expect(await erase('30', '--yes'), 'as it was counted').toEqual(report(counts));
    expect(await operator.submissions()).toMatchObject([{ name: 'New' }]);
    expect(await operator.payments()).toMatchObject([{ orderId, email: null }]);
  });

  test('erasing removes the notes that the simulator has of the person', async ({ data, operator }) => {
    const email = newEmail();
    const { url, close } = await data.start();
    const { body } = await postJson(`${url}/create-order`, orderBody(email));
    await postJson(`${url}/simulator/orders/${body.order?.id}/payments`, {
      key: body.order?.key,
      amount: 200_000,
      action: 'pay',
      scenario: 'success',
      notes: { student: 'Asha Verma', phone: '9876543210' },
    });
    await close();
    const text = async () => {
      const [found] = await data.withDatabase((database) =>
        database.query<{ text: string }>('select json_agg(t)::text as text from simulator_payments t'),
      );
      await data.closeDatabase();
      return found?.text;
    };
    expect(await text()).toContain('Verma');
    await operator.linesOf('submissions', ['--erase', email]);
    expect(await text()).not.toMatch(/Verma|9876543210/);
  });
});

describe('the files of mails', () => {
  test('nothing is erased where the file of a mail cannot be removed', async ({
    operator,
    visitor,
    mailFiles,
  }) => {
    const email = newEmail();
    await visitor.send('/api/contact', { name: 'Asha', email, message: 'Hello' });
    await waitUntil(async () => mailFiles.names().length === 1);
    const obstacle = join(mailFiles.directory, 'folder.eml');
    mkdirSync(obstacle);
    expect(await operator.run('submissions', ['--erase', email])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The mails in .*mail cannot be removed: .*\n$/),
    });
    expect(await operator.submissions()).toMatchObject([{ email }]);
  });

  test('the next erase and the next start remove unknown mail files', async ({
    data,
    operator,
    service,
    visitor,
    mailFiles,
  }) => {
    await visitor.send('/api/contact', { name: 'Asha', email: newEmail(), message: 'Hello' });
    await waitUntil(async () => (await operator.mails()).every(({ state }) => state === 'sent'));
    const known = mailFiles.names();
    expect(known).toHaveLength(1);
    const addUnknown = () => {
      for (const name of ['one.eml', 'two.eml.part', 'note.txt'])
        writeFileSync(join(mailFiles.directory, name), '');
      expect(mailFiles.names()).toHaveLength(4);
    };
    const remaining = [...known, 'note.txt'].sort();
    addUnknown();
    expect(await operator.linesOf('submissions', ['--erase', 'nobody@example.org'])).toEqual(report({}));
    expect(mailFiles.names().sort()).toEqual(remaining);
    await service.close();
    addUnknown();
    await data.start();
    expect(mailFiles.names().sort()).toEqual(remaining);
  });
});

describe.runIf(inject('postgresUrl'))('erasing that does not come to its end', () => {
  /** A service on PostgreSQL with one mail in a file, and the programs that run beside it. */
  const withService = programTest.extend('erasure', async ({ programs }, { onCleanup }) => {
    const url = programs.options.databaseUrl ?? '';
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const service = await startService({
      ...{ ...programs.options, port: 0, host: '127.0.0.1', rateLimits: noRateLimits },
      mail: mailOptions(undefined),
    });
    onCleanup(async () => {
      await owner.end();
      await service.close();
    });
    const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
    await postJson(`${service.url}/api/contact`, contact);
    const files = () => namesIn(join(programs.options.dataDir, 'mail'));
    await waitUntil(async () => files().length === 1);
    const { operator } = programs;
    return {
      url,
      owner,
      files,
      erase: (more: Record<string, string> = {}) =>
        runCommand('submissions', ['--erase', contact.email], { ...programs.environment, ...more }),
      start: () => programs.start('submissions', ['--erase', contact.email]),
      list: () => operator.submissions(),
    };
  });

  const COMPLETE = { code: 0, out: `${report({}).join('\n')}\n` };

  withService(
    'erasing that is killed after its commit leaves no file of the person, and a repeat completes it',
    async ({ erasure: { owner, files, start, erase, list } }) => {
      await owner.query('begin; lock table outbox in share update exclusive mode');
      const killed = await start();
      await waitUntil(async () => (await list()).length === 0);
      killed.child.kill('SIGKILL');
      await killed.exited;
      expect(files()).toEqual([]);
      await owner.query('rollback');
      expect(await erase()).toMatchObject(COMPLETE);
    },
  );

  withService(
    'erasing says that the tables cannot be vacuumed, and a repeat completes it',
    async ({ erasure: { url, owner, files, erase, list } }) => {
      await owner.query('begin; lock table outbox in share update exclusive mode');
      const { code, out, err } = await erase({ DATABASE_URL: `${url}&statement_timeout=1000` });
      expect(code).toBe(1);
      expect(out).toContain('Erased of kind contact: 1\n');
      expect(out).not.toContain('vacuumed');
      expect(err).toBe(
        'Erased, not yet vacuumed: the files of the database still contain what was erased ' +
          '(The database is unavailable: canceling statement due to statement timeout). Run the same command again when the cause is gone.\n',
      );
      expect([await list(), files()]).toEqual([[], []]);
      await owner.query('rollback');
      expect(await erase()).toMatchObject(COMPLETE);
    },
  );
});

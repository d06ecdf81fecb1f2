import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../support/documentCommands.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { startSmtpServer } from '../support/smtp.ts';
import { startFakeProvider } from './fakeProvider.ts';
import { contact, FROM, OFFICE, visitorOf, waitForMails } from './fixtures.ts';
import {
  createProgramFixture,
  nextKeyId,
  type ProgramFixture,
  providerEnvironment,
  type ServerProgram,
  waitUntilReady,
} from './programFixture.ts';
import { fastestDatabase, newEmail, newPhone, postWebhook } from './serviceFixture.ts';

/** A day of an operator with only the guide: each command is typed as written there. */

type Family = { email: string; name: string; phone: string; orderId: string };

type Cleanup = { onCleanup(end: () => Promise<void>): void };

async function beginDay({}, { onCleanup }: Cleanup) {
  // The machine on which the day begins, and the one to which its data move.
  const machine = await createProgramFixture(fastestDatabase);
  const moved = await createProgramFixture(fastestDatabase);
  const [smtp, provider] = [await startSmtpServer(), await startFakeProvider()];
  onCleanup(async () => {
    for (const { remove } of [machine, moved]) await remove();
    await smtp.stop();
    await provider.close();
  });
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: FROM, OFFICE_EMAIL: OFFICE };
  const family = (name: string): Family => ({ email: newEmail(), name, phone: newPhone(), orderId: '' });
  /** Paid and registered; paid, and not registered; paid and registered at a mailbox that refuses mail. */
  const families = { registered: family('Asha'), waiting: family('Ravi'), refused: family('Meena') };
  const servers: ServerProgram[] = [];
  let isFirst = true;
  return {
    ...{ machine, moved, smtp, provider, families },
    /** Starts a server, the first one by `npm start`; returns a visitor of it. */
    async start(programs: ProgramFixture, more: Record<string, string> = {}) {
      const environment = { ...providerEnvironment(provider), ...mail, ...more };
      const program = isFirst
        ? programs.startScript('start', environment)
        : await programs.start('main', [], environment);
      isFirst = false;
      const server = await waitUntilReady(program);
      servers.push(server);
      return { ...visitorOf(server, provider), url: server.url };
    },
    /** Sends each server a form, after which mails that are due are sent at once. */
    sendForm: () =>
      Promise.all(servers.map((server) => visitorOf(server, provider).send('/api/contact', contact))),
    async stop() {
      for (const { child, exited } of nonEmpty(servers.splice(0))) {
        child.kill('SIGTERM');
        expect(await exited).toEqual({ code: 0, signal: null });
      }
    },
  };
}

type Day = Awaited<ReturnType<typeof beginDay>>;

const guide = ['README', 'payments', 'mail', 'lists', 'backup', 'erasing']
  .map((page) => readFileSync(`docs/operations/${page}.md`, 'utf8'))
  .join('\n');

/** Types a command as the guide has it, with values in place of its placeholders. */
async function type(programs: ProgramFixture, line: string, values: Record<string, string> = {}) {
  expect(guide).toContain(line);
  const file = { FILE: join(programs.directory, 'backup') };
  const { command, args } = parseCommandLine(line, { ...file, ...values });
  return programs.run(command ?? 'main', args);
}

const recordsOf = ({ out }: { out: string }): unknown[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const steps: readonly (readonly [string, (day: Day) => Promise<void>])[] = [
  [
    'starts the server',
    async ({ families: { registered, waiting, refused }, machine, provider, sendForm, smtp, start }) => {
      const visitor = await start(machine);
      smtp.onRecipient = (to) => (to === refused.email ? '550 5.1.1 Unknown' : undefined);
      for (const family of [registered, refused]) {
        const { email, name, phone } = family;
        family.orderId = (await visitor.enrol(email, { name, phone })).orderId;
      }
      waiting.orderId = await visitor.order(waiting.email);
      provider.pay(waiting.orderId, { notes: { student: waiting.name, phone: waiting.phone } });
      await visitor.order(waiting.email);
      await sendForm();
      await waitForMails(machine.operator, (mails) => mails.every(({ state }) => state !== 'waiting'));
    },
  ],
  [
    'sees who paid and is not registered',
    async ({ families: { waiting, refused }, machine }) => {
      const list = await type(machine, 'npm run payments -- --attention');
      expect(list.code).toBe(1);
      expect(recordsOf(list)).toMatchObject([
        { orderId: refused.orderId, task: expect.stringContaining('call the family') },
        {
          ...{ orderId: waiting.orderId, email: waiting.email, state: 'paid and not registered' },
          payments: [{ student: waiting.name, phone: waiting.phone }],
        },
      ]);
    },
  ],
  [
    'looks after a mail that did not arrive',
    async ({ families: { registered, refused }, machine, sendForm, smtp }) => {
      const { name, phone, orderId } = refused;
      expect(recordsOf(await type(machine, 'npm run mail -- --failed'))).toMatchObject([
        { kind: 'confirmation', order: orderId, name, phone, lastError: 'RCPT TO 550 5.1.1' },
      ]);
      smtp.onRecipient = () => undefined;
      expect((await type(machine, 'npm run mail -- --retry')).out).toBe('Mails that are due again: 1\n');
      const again = await type(machine, 'npm run mail -- --again <order>', { '<order>': registered.orderId });
      expect(again.code).toBe(0);
      await sendForm();
      const sent = await waitForMails(machine.operator, (mails) =>
        mails.every(({ state }) => state === 'sent'),
      );
      expect(new Set(sent.map(({ attempts }) => attempts)), 'a retried mail begins anew').toEqual(
        new Set([1]),
      );
      const received = (email: string) => smtp.received.filter(({ to }) => to[0] === email).length;
      expect([received(refused.email), received(registered.email)]).toEqual([1, 2]);
    },
  ],
  [
    'makes tables for the office and the accountant',
    async ({ families: { registered, refused, waiting }, machine }) => {
      const { out: paid } = await type(machine, 'npm run --silent submissions -- --paid --format csv');
      for (const { name } of [registered, refused]) expect(paid).toContain(`"${name}"`);
      const { out: accounts } = await type(machine, 'npm run --silent payments -- --format csv');
      expect(accounts.split('\n').filter((line) => line.includes('"2000.00"'))).toHaveLength(3);
      expect(accounts).toContain(waiting.orderId);
    },
  ],
  [
    'settles an order by hand',
    async ({ families: { refused, waiting }, machine }) => {
      const settle = (order: string) =>
        type(machine, 'npm run payments -- --settle <order> --as registered-by-phone --reason "<reason>"', {
          ...{ '<order>': order, '<reason>': 'told by phone' },
        });
      expect(await settle('order_unknown')).toMatchObject({
        code: 1,
        err: 'There is no order order_unknown.\n',
      });
      expect(await settle(refused.orderId)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`The order ${refused.orderId} cannot be settled so`),
      });
      expect(await settle(waiting.orderId)).toMatchObject({
        code: 0,
        out: `The order ${waiting.orderId} is settled.\n`,
      });
      expect((await type(machine, 'npm run payments -- --attention')).out).not.toContain(waiting.orderId);
      const history = await type(machine, 'npm run payments -- <order>', { '<order>': waiting.orderId });
      expect(recordsOf(history).at(-2)).toMatchObject({
        fact: { type: 'settledByHand', as: 'registeredByPhone', reason: 'told by phone' },
        state: 'registered by phone',
      });
      expect(recordsOf(await type(machine, 'npm run submissions -- --commands'))).toContainEqual(
        expect.objectContaining({ command: 'settle', detail: `${waiting.orderId} as registeredByPhone` }),
      );
    },
  ],
  [
    'backs up',
    async ({ machine, start, stop }) => {
      // PostgreSQL is backed up while the server runs.
      const isEmbedded = machine.options.databaseUrl === undefined;
      if (isEmbedded) await stop();
      expect(await type(machine, 'npm run backup -- FILE')).toMatchObject({ code: 0, err: '' });
      if (isEmbedded) await start(machine);
    },
  ],
  [
    'erases a person, and counts what is old',
    async ({ families: { registered }, machine }) => {
      const person = { '<email or phone>': registered.phone };
      const erased = await type(machine, 'npm run submissions -- --erase <email or phone>', person);
      expect(erased.out).toContain('Erased of kind registration: 1\n');
      const old = await type(machine, 'npm run submissions -- --erase-older-than <days>', { '<days>': '0' });
      expect(old.out).toContain('Erased of kind registration: 1\n');
      expect(old.out).toContain('Nothing is erased');
    },
  ],
  [
    'rotates the keys and the webhook secret',
    async ({ machine, provider, start, stop }) => {
      await stop();
      const email = newEmail();
      const next = { RAZORPAY_KEY_ID: provider.optionsWithKey(nextKeyId).keyId };
      const former = await (await start(machine)).order(email);
      await stop();
      const secrets = { RAZORPAY_WEBHOOK_SECRET: `new,${provider.options.webhookSecret}` };
      const visitor = await start(machine, { ...next, ...secrets });
      const order = await visitor.order(email);
      expect(order).not.toBe(former);
      const event = JSON.stringify({ event: 'payment.captured', payload: {} });
      for (const secret of ['new', provider.options.webhookSecret, 'another'])
        expect((await postWebhook(visitor.url, event, secret)).status, secret).toBe(
          secret === 'another' ? 400 : 200,
        );
      const states = recordsOf(await type(machine, 'npm run payments'));
      expect(states).toMatchObject([{}, {}, {}, { state: 'replaced' }, { state: 'open' }]);
      await stop();
    },
  ],
  [
    'restores, and what was erased stays erased',
    async ({ families: { refused }, machine }) => {
      expect(await type(machine, 'npm run restore -- FILE')).toMatchObject({ code: 1, out: '' });
      const restored = await type(machine, 'npm run restore -- --replace FILE');
      expect(restored.out).toContain('Again: Erased of kind registration: 1\n');
      expect(recordsOf(await type(machine, 'npm run submissions'))).toMatchObject([
        { name: refused.name },
        { name: contact.name },
        { name: contact.name },
      ]);
      const waits = await type(machine, 'npm run payments -- --attention');
      expect(waits, 'the order was settled').toMatchObject({ code: 0, out: '' });
    },
  ],
  [
    'moves to another machine, and starts two servers',
    async ({ machine, moved, sendForm, start }) => {
      const FILE = join(machine.directory, 'to move');
      expect(await type(machine, 'npm run backup -- FILE', { FILE })).toMatchObject({ code: 0 });
      expect(await type(moved, 'npm run restore -- FILE', { FILE })).toMatchObject({ code: 0 });
      const lines = recordsOf(await type(moved, 'npm run submissions'));
      expect(lines).toEqual(recordsOf(await type(machine, 'npm run submissions')));
      const count = moved.options.databaseUrl ? 2 : 1;
      for (let number = 0; number < count; number += 1) await start(moved);
      await sendForm();
      expect(recordsOf(await type(moved, 'npm run submissions'))).toHaveLength(lines.length + count);
      expect(await type(moved, 'npm run payments -- --check')).toMatchObject({ code: 0, out: '' });
    },
  ],
];

test.extend('day', { scope: 'file' }, beginDay).for(nonEmpty(steps))(
  'an operator with the guide %s',
  async ([, step], { day }) => step(day),
);

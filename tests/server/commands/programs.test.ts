import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { runInThread } from '../../support/serverPrograms.ts';
import {
  createProgramDatabase,
  createProgramFixture,
  type ProgramFixture,
  providerEnvironment,
  startProvider,
  waitUntilReady,
} from '../programFixture.ts';
import { createServiceFixture, databases, newEmail, orderBody, postJson } from '../serviceFixture.ts';

let programs: ProgramFixture;

beforeEach(async () => {
  programs = await createProgramFixture();
});
afterEach(() => programs.remove());

describe.each(databases)('the data of a server on %s', (kind) => {
  let more: Record<string, string> = {};
  let drop = async () => {};

  beforeEach(async () => {
    ({ more, drop } = await createProgramDatabase(kind));
  });
  afterEach(() => drop());

  test('are listed and erased by commands, while it runs and when it does not', async () => {
    const provider = await startProvider();
    const server = await programs.startServer({ ...more, ...providerEnvironment(provider) });
    const payments = async (...options: string[]) => {
      const list = await programs.start('payments', options, more);
      const { code } = await list.exited;
      return {
        code,
        states: list.out
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).state),
      };
    };
    const erase = async (who: string) => {
      const command = await programs.start('submissions', ['--erase', who], more);
      expect(await command.exited).toMatchObject({ code: 0 });
      return command.out;
    };
    const email = newEmail();
    const order = () => postJson(`${server.url}/create-order`, orderBody(email));
    const id = (await order()).body.order?.id ?? '';
    for (const [name, phone] of [
      ['First', '9876543210'],
      ['Second', '9876543211'],
    ])
      await postJson(`${server.url}/api/inquiry`, { name, phone });
    await postJson(`${server.url}/api/contact`, { name: 'Third', email: 'a@b.c', message: 'Hello' });

    const [all, contacts, unpaid] = await Promise.all([
      programs.listSubmissions([], more),
      programs.listSubmissions(['--kind', 'contact'], more),
      payments('--attention'),
    ]);
    expect(all).toMatchObject({ code: 0, lines: [{ name: 'First' }, { name: 'Second' }, { name: 'Third' }] });
    expect(contacts.lines).toMatchObject([{ kind: 'contact', name: 'Third' }]);
    expect(unpaid).toEqual({ code: 0, states: [] });
    provider.pay(id);
    await order();
    const states = ['paid and not registered'];
    const [listed, urgent, erased] = await Promise.all([
      payments(),
      payments('--attention'),
      erase('+91 98765-43210'),
    ]);
    expect(listed).toEqual({ code: 0, states });
    expect(urgent).toEqual({ code: 1, states });
    expect(erased).toBe(
      'Erased of kind registration: 0\nErased of kind contact: 0\nErased of kind inquiry: 1\n' +
        'Erased of kind application: 0\nOrders kept without an email address: 0\nThe tables are vacuumed.\n',
    );
    expect((await programs.listSubmissions([], more)).lines.map(({ name }) => name)).toEqual([
      'Second',
      'Third',
    ]);

    server.child.kill('SIGTERM');
    await server.exited;
    expect(await payments('--attention')).toEqual({ code: 1, states });
    expect(await erase('9876543211')).toContain('Erased of kind inquiry: 1\n');
    expect((await programs.listSubmissions([], more)).lines.map(({ name }) => name)).toEqual(['Third']);
  });
});

test('npm start runs the server from its sources, and npm run its commands', async () => {
  const server = await waitUntilReady(programs.startScript('start'));
  await postJson(`${server.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  await postJson(`${server.url}/create-order`, orderBody(newEmail()));
  const commands = [
    ['submissions', /"kind":"inquiry"/],
    ['payments', /"state":"open"/],
    ['mail', /"kind":"notice"/],
  ] as const;
  await Promise.all(
    commands.map(async ([command, printed]) => {
      const running = programs.startScript(command);
      expect(await running.exited, command).toEqual({ code: 0, signal: null });
      expect(running.out, command).toMatch(printed);
    }),
  );
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('a server says at its start where it is, where data and mail go, and whether money moves', async () => {
  const linesOf = async (more: Record<string, string> = {}) => {
    const server = await programs.startServer(more);
    server.child.kill('SIGTERM');
    await server.exited;
    return server.out.split('\n');
  };
  const data = join(programs.directory, 'data');
  expect(await linesOf()).toEqual([
    expect.stringMatching(/^The site is at http:\/\/localhost:\d+$/),
    `Data lie in ${data}`,
    `Mail is written to ${join(data, 'mail')} (no SMTP_URL).`,
    'Payments are simulated: no money moves.',
    '',
  ]);
  const keys = { ...providerEnvironment(await startProvider()), RAZORPAY_KEY_ID: 'rzp_live_1' };
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example', OFFICE_EMAIL: 'c@d.example' };
  expect((await linesOf({ ...keys, ...smtp })).slice(-4)).toEqual([
    'Mail goes out over SMTP.',
    'Without RAZORPAY_WEBHOOK_SECRET webhooks are refused: payments and refunds are noticed late.',
    'Payments are real.',
    '',
  ]);
  const testKeys = { ...keys, RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_WEBHOOK_SECRET: 'secret' };
  expect((await linesOf(testKeys)).slice(-3)).toEqual([
    expect.stringContaining('Mail is written to '),
    'Payments are in test mode: no money moves.',
    '',
  ]);
});

describe('an invalid setting or option is refused in one sentence', () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".\n'],
    [{ SITE_DIR: '/nowhere' }, 'There is no built site in /nowhere. Build it first, or set SITE_DIR.\n'],
  ])('by the server (%o)', async (more, sentence) => {
    const server = await programs.start('main', [], more);
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server).toMatchObject({ out: '', err: sentence });
  });

  test('by a command, with its options', async () => {
    expect(await runInThread('submissions', ['--kind', 'mail'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^"mail" is no kind .+\nOptions: --kind registration\|contact\|inquiry\|application\n/,
      ),
    });
  });
});

test('a list whose reader closes the pipe ends without an error', async () => {
  const fixture = await createServiceFixture('PGlite');
  onTestFinished(fixture.remove);
  await fixture.withDatabase(async (database) => {
    for (let number = 0; number < 60; number += 1)
      await storeSubmission(database, 'contact', { name: 'Asha', email: 'a@b.c', message: 'x'.repeat(5000) });
  });
  const list = await programs.start('submissions', [], { DATA_DIR: fixture.options.dataDir });
  list.child.stdout?.once('data', () => list.child.stdout?.destroy());
  expect(await list.exited).toEqual({ code: 0, signal: null });
  expect(list.err).toBe('');
});

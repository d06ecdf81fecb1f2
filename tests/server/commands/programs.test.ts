import { describe, expect } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { programTest as test } from '../fixtures.ts';
import { providerEnvironment, waitUntilReady } from '../programFixture.ts';
import { databases, newEmail, orderBody, postJson } from '../serviceFixture.ts';

describe.each(databases)('the data of a server on %s', (kind) => {
  test.override('kind', kind);

  test('commands list and erase the data of a server, while it runs and when it does not', async ({
    programs,
    provider,
  }) => {
    const { operator } = programs;
    const server = await programs.startServer(providerEnvironment(provider));
    const email = newEmail();
    const order = () => postJson(`${server.url}/create-order`, orderBody(email));
    const id = (await order()).body.order?.id ?? '';
    for (const [name, phone] of [
      ['First', '9876543210'],
      ['Second', '9876543211'],
    ])
      await postJson(`${server.url}/api/inquiry`, { name, phone });
    await postJson(`${server.url}/api/contact`, { name: 'Third', email: 'a@b.c', message: 'Hello' });
    const names = async (...options: string[]) =>
      (await operator.submissions(options)).map(({ name }) => name);
    const states = async (...options: string[]) => {
      const { code, out } = await operator.run('payments', options);
      return [code, ...[...out.matchAll(/"state":"([^"]+)"/g)].map(([, state]) => state)];
    };

    expect(await names()).toEqual(['First', 'Second', 'Third']);
    expect(await names('--kind', 'contact')).toEqual(['Third']);
    expect(await states('--attention')).toEqual([0]);
    provider.pay(id);
    await order();
    expect(await states()).toEqual([0, 'paid and not registered']);
    expect(await states('--attention')).toEqual([1, 'paid and not registered']);
    expect((await operator.run('submissions', ['--erase', '+91 98765-43210'])).out).toBe(
      'Erased of kind registration: 0\nErased of kind contact: 0\nErased of kind inquiry: 1\n' +
        'Erased of kind application: 0\nOrders kept without an email address: 0\nThe tables are vacuumed.\n',
    );
    expect(await names()).toEqual(['Second', 'Third']);

    server.child.kill('SIGTERM');
    await server.exited;
    expect(await states('--attention')).toEqual([1, 'paid and not registered']);
    expect(await states('--check')).toEqual([0]);
    expect(await states(id)).toEqual([0, 'open', 'paid and not registered']);
    expect(await states('order_unknown')).toEqual([1]);
    expect(await operator.linesOf('submissions', ['--erase', '9876543211'])).toContain(
      'Erased of kind inquiry: 1',
    );
    expect(await names()).toEqual(['Third']);
  });
});

test('npm start runs the server from its sources, and npm run its commands', async ({ programs }) => {
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

test('a list whose reader closes the pipe ends without an error', async ({ programs }) => {
  const database = await openDatabase(programs.options);
  for (let number = 0; number < 60; number += 1)
    await storeSubmission(database, 'contact', { name: 'Asha', email: 'a@b.c', message: 'x'.repeat(5000) });
  await database.close();
  const list = await programs.start('submissions');
  list.child.stdout?.once('data', () => list.child.stdout?.destroy());
  expect(await list.exited).toEqual({ code: 0, signal: null });
  expect(list.err).toBe('');
});

import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { connectionFaults, machineFaults } from '../../support/faults/serverFaults.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedServiceTest as test } from '../fixtures.ts';
import { createProgramFixture } from '../programFixture.ts';
import {
  createServiceFixture,
  listedOrders,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

/** Every fault of connections, of the disk, of the database's thread and of the process: what is answered and stored. */

const phone = '9876543210';
const bodies: Readonly<Record<string, (email: string) => object>> = {
  '/api/contact': (email) => ({ name: email, email, phone: '', message: 'Hello' }),
  '/api/inquiry': (email) => ({ name: email, phone }),
  '/api/apply': (email) => ({ name: email, grade: 'Grade 8', course: 'All Subjects', phone, city: 'Jaipur' }),
  '/create-order': orderBody,
  '/api/register': (email) => registrationBody(email),
};

/** Returns the number of rows that name an e-mail address. */
async function countRows(data: ServiceFixture, email: string): Promise<number> {
  const rows = [...(await listedSubmissions(data)), ...(await listedOrders(data))];
  return rows.filter((row) => JSON.stringify(row).includes(email)).length;
}

/** Sends a part of a call, and ends the connection when it has left. */
async function sendAndLeave(url: string, path: string, body: string, length: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, length)}`, () =>
    socket.end(),
  );
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

describe.each(Object.entries(connectionFaults))('%s', (fault, rows) => {
  test.for(Object.entries(rows))('%s', async ([path, { after, afterSecondTry }], { data, service }) => {
    const email = newEmail();
    const body = JSON.stringify(bodies[path]?.(email));
    await sendAndLeave(service.url, path, body, fault.includes('mid-call') ? body.length / 2 : body.length);
    await waitUntil(async () => (await countRows(data, email)) >= after);
    expect(await countRows(data, email)).toBe(after);
    expect((await postJson(`${service.url}${path}`, body)).status).toBe(200);
    expect(await countRows(data, email)).toBe(afterSecondTry);
  });
});

type Sent = { name: string; status: number | null; error: string | null };

const rowOf = (fault: keyof typeof machineFaults) => machineFaults[fault];

async function send(url: string): Promise<Sent> {
  const name = newEmail();
  try {
    const { status, body } = await postJson(`${url}/api/inquiry`, { name, phone });
    return { name, status, error: body.error ?? null };
  } catch {
    return { name, status: null, error: null };
  }
}

/** Expects answers and rows as the table has them. */
function expectOutcome(fault: keyof typeof machineFaults, sent: readonly Sent[], names: readonly unknown[]) {
  const { statuses, error, stored } = rowOf(fault);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(statuses));
  for (const each of nonEmpty(sent)) {
    const count = names.filter((name) => name === each.name).length;
    const isAcknowledged = each.status === 200;
    const [fewest, most] = isAcknowledged ? [stored.acknowledged, stored.acknowledged] : [0, stored.others];
    expect(count, `rows of a call answered with ${each.status}`).toBeGreaterThanOrEqual(fewest);
    expect(count, `rows of a call answered with ${each.status}`).toBeLessThanOrEqual(most);
    expect(each.error).toBe(isAcknowledged ? null : error);
  }
}

describe('the thread of the database', () => {
  const threads: Worker[] = [];
  const rememberThread = (thread: Worker) => void threads.push(thread);
  let fixture: ServiceFixture;
  let service: Service;

  beforeAll(async () => {
    process.on('worker', rememberThread);
    fixture = await createServiceFixture('PGlite');
    service = await fixture.start();
  });
  afterAll(async () => {
    process.off('worker', rememberThread);
    await fixture.remove();
  });

  const currentThread = (): Worker => {
    const thread = threads.at(-1);
    if (!thread) throw new Error('There is no thread.');
    return thread;
  };
  /** Kills the thread as soon as it has got a message for which the condition is true. */
  const killThreadAt = (isDue: (message: unknown, count: number) => boolean) => {
    const thread = currentThread();
    const postMessage = thread.postMessage.bind(thread);
    let count = 0;
    thread.postMessage = (message: unknown) => {
      count += 1;
      postMessage(message);
      if (isDue(message, count)) void thread.terminate();
    };
  };
  const storedNames = async () => {
    // A command has a thread too.
    process.off('worker', rememberThread);
    const submissions = await fixture.operator.submissions();
    process.on('worker', rememberThread);
    return submissions.map(({ name }) => name);
  };

  test('the thread of the database is killed between calls', async () => {
    const count = threads.length;
    const before = await send(service.url);
    await currentThread().terminate();
    const after = await send(service.url);
    expect(threads).toHaveLength(count + 1);
    expectOutcome('the thread of the database is killed between calls', [before, after], await storedNames());
  });

  test('the thread of the database is killed in the middle of calls, and while what they wrote is brought to the disk', async () => {
    const sendFour = () => Promise.all(Array.from({ length: 4 }, () => send(service.url)));
    killThreadAt((_, count) => count === 2);
    const sent = await sendFour();
    killThreadAt((message) => message === 'flush');
    sent.push(...(await sendFour()), await send(service.url));
    expectOutcome('the thread of the database is killed in the middle of calls', sent, await storedNames());
  });
});

/** Makes every fsync of a process, in every thread, wait as long as the file `SLOW_WHILE` exists. */
const slowDisk = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (fs.existsSync(process.env.SLOW_WHILE)) Atomics.wait(cell, 0, 0, 10);
    fsyncSync(descriptor);
  };
  syncBuiltinESMExports();`;

test('the disk is slow, and the process is killed in the middle of a call', async () => {
  const programs = await createProgramFixture('PGlite');
  onTestFinished(() => programs.remove());
  const file = join(programs.directory, 'slow');
  const environment = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slowDisk)}`,
    SLOW_WHILE: file,
  };
  const server = await programs.startServer(environment);
  const isAlive = async () => (await fetch(`${server.url}/healthz`)).status === 200;

  writeFileSync(file, '');
  let answers = 0;
  const slow = Array.from({ length: 4 }, async () => {
    const sent = await send(server.url);
    answers += 1;
    return sent;
  });
  for (let times = 0; times < 20; times += 1) expect(await isAlive()).toBe(true);
  expect(answers, 'answers before the rows are on the disk').toBe(0);
  rmSync(file);
  const acknowledged = await Promise.all(slow);

  writeFileSync(file, '');
  const unanswered = send(server.url);
  for (let times = 0; times < 20; times += 1) await isAlive();
  server.child.kill('SIGKILL');
  const killed = [await unanswered];

  await server.exited;
  const names = (await programs.operator.submissions()).map(({ name }) => name);
  expectOutcome('the disk is slow', acknowledged, names);
  expectOutcome('the process is killed in the middle of a call', killed, names);
});

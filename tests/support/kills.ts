import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../server/database/index.ts';
import { payAndRegister, postJson, type ServerProcessOptions, startServerProcess } from './serverProcess.ts';
import { operatorOf } from './serverPrograms.ts';
import { startSmtpServer } from './smtp.ts';

/** Servers that are killed again and again while visitors use them. */

const dataOptionsOf = ({ directory, databaseUrl }: ServerProcessOptions) => ({
  dataDir: join(directory, 'data'),
  databaseUrl,
});

/** Sends messages and registers alternately until the server is killed. */
async function visit(
  url: string,
  id: string,
  onInquiry: (name: string) => void = () => {},
  onRegistration: (email: string) => void = () => {},
): Promise<void> {
  try {
    for (let attempt = 0; ; attempt += 1) {
      const name = `Student ${id}.${attempt}`;
      const email = `student${id}.${attempt}@example.org`;
      if ((await postJson(`${url}/api/inquiry`, { name, phone: '9876543210' })).success) onInquiry(name);
      if (await payAndRegister(url, email)) onRegistration(email);
    }
  } catch {}
}

export type KillReport = {
  kills: number;
  /** Submissions with a successful response, registrations included. */
  acknowledged: number;
  registrations: number;
  /** Acknowledged submissions that are not stored in the end, or not paid. */
  missing: number;
};

/** Kills a server again and again while eight visitors use it; counts what it acknowledged and lost. */
export async function killUnderLoad(
  processOptions: ServerProcessOptions,
  kills: number,
): Promise<KillReport> {
  const names: string[] = [];
  const emails: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const server = await startServerProcess(processOptions);
    // After a different number each time, so that kills happen at every step of a call.
    const countAtKill = names.length + emails.length + 10 + ((round * 7) % 40);
    let visitors: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const acknowledgeIn = (list: string[]) => (text: string) => {
        list.push(text);
        if (names.length + emails.length >= countAtKill) resolve();
      };
      visitors = Array.from({ length: 8 }, (_, visitor) =>
        visit(server.url, `${round}.${visitor}`, acknowledgeIn(names), acknowledgeIn(emails)),
      );
    });
    await server.kill();
    await Promise.all(visitors);
  }
  const submissions = await operatorOf(dataOptionsOf(processOptions)).submissions();
  const storedNames = new Set(submissions.map(({ name }) => name));
  const paid = new Set(submissions.filter((each) => each.paymentStatus === 'paid').map(({ email }) => email));
  const lost = [
    ...names.filter((name) => !storedNames.has(name)),
    ...emails.filter((email) => !paid.has(email)),
  ];
  return {
    kills,
    acknowledged: names.length + emails.length,
    registrations: emails.length,
    missing: lost.length,
  };
}

export type MailDeliveryReport = {
  kills: number;
  /** Mails in the outbox. */
  queued: number;
  /** Mails that arrived at least once. */
  delivered: number;
  /** Mails that arrived more than once, with the same Message-ID. */
  duplicated: number;
  /** Mails that never arrived. */
  lost: number;
};

/** Longest time for the last server to send the remaining mails, in milliseconds. */
const DRAIN_MS = 120_000;

/** Makes all mails due at once, as if time had passed. */
export const expireLeases = (database: Database) =>
  database.query('update outbox set leased_until = null, next_attempt_at = now()');

/**
 * Kills a server again and again, at random moments, while four visitors use it and it sends mails to an SMTP server; then
 * lets it send the remaining mails and counts them.
 */
export async function killWhileMailing(
  processOptions: ServerProcessOptions,
  kills: number,
): Promise<MailDeliveryReport> {
  const smtp = await startSmtpServer();
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'mail@academy.example',
    OFFICE_EMAIL: 'office@academy.example',
  };
  try {
    for (let round = 0; round < kills; round += 1) {
      const server = await startServerProcess({ ...processOptions, env });
      const before = smtp.received.length;
      const visitors = Array.from({ length: 4 }, (_, visitor) => visit(server.url, `${round}.${visitor}`));
      while (smtp.received.length === before) await sleep(5);
      await sleep(Math.random() * 200);
      await server.kill();
      await Promise.all(visitors);
      const database = await openDatabase(dataOptionsOf(processOptions));
      await expireLeases(database);
      await database.close();
    }
    const server = await startServerProcess({ ...processOptions, env });
    let queued: string[];
    try {
      queued = await waitUntilSent(processOptions);
    } finally {
      await server.kill();
    }
    const ids = smtp.received.map(({ headers }) => headers.get('message-id')?.slice(1).split('@')[0] ?? '');
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return {
      kills,
      queued: queued.length,
      delivered: counts.size,
      duplicated: [...counts.values()].filter((count) => count > 1).length,
      lost: queued.filter((id) => !counts.has(id)).length,
    };
  } finally {
    await smtp.stop();
  }
}

/** Waits until no mail is waiting; returns the message ids of all mails. */
async function waitUntilSent(processOptions: ServerProcessOptions): Promise<string[]> {
  const operator = operatorOf(dataOptionsOf(processOptions));
  const deadline = performance.now() + DRAIN_MS;
  for (;;) {
    const mails = await operator.mails();
    if (mails.every(({ state }) => state !== 'waiting')) return mails.map(({ messageId }) => messageId);
    if (performance.now() > deadline) throw new Error(`Mails still wait after ${DRAIN_MS} ms.`);
    await sleep(100);
  }
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import type { MailListItem } from '../../server/mail/outbox.ts';
import { sendOperatorCommand } from './operatorCommand.ts';
import { payAndRegister, postJson, type ServerProcessOptions, startServerProcess } from './serverProcess.ts';
import { startSmtpServer } from './smtp.ts';

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

const VISITORS = 4;
/** Longest time for the last server to send the remaining mails, in milliseconds. */
const DRAIN_MS = 120_000;

/** Makes all mails due at once, as if time had passed. */
export const expireLeases = (database: Database) =>
  database.query('update outbox set leased_until = null, next_attempt_at = now()');

const dataOptionsOf = ({ directory, databaseUrl }: ServerProcessOptions) => ({
  dataDir: join(directory, 'data'),
  databaseUrl,
});

/**
 * Kills a server again and again, at random moments, while visitors send forms and it sends mails to an SMTP server; then
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
      const visitors = Array.from({ length: VISITORS }, (_, visitor) =>
        visit(server.url, `${round}.${visitor}`),
      );
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

/** Sends forms and registers until the server is killed. */
async function visit(url: string, id: string): Promise<void> {
  try {
    for (let attempt = 0; ; attempt += 1) {
      await postJson(`${url}/api/inquiry`, { name: `Student ${id}.${attempt}`, phone: '9876543210' });
      await payAndRegister(url, `student${id}.${attempt}@example.org`);
    }
  } catch {}
}

/** Waits until no mail is waiting; returns the message ids of all mails. */
async function waitUntilSent(processOptions: ServerProcessOptions): Promise<string[]> {
  const deadline = performance.now() + DRAIN_MS;
  for (;;) {
    const lines = await sendOperatorCommand(dataOptionsOf(processOptions), {
      do: 'listMails',
      onlyFailed: false,
    });
    const mails = lines.map((line): MailListItem => JSON.parse(line));
    const waiting = mails.some(({ state }) => state === 'waiting');
    if (!waiting) return mails.map(({ messageId }) => messageId);
    if (performance.now() > deadline) throw new Error(`Mails still wait after ${DRAIN_MS} ms.`);
    await sleep(100);
  }
}

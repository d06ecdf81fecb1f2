import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { type OrderOfOffice, ordersOfOffice } from '../payments/listOrders.ts';
import { errorCode } from '../shared/errors.ts';
import { composeMail } from './compose.ts';
import { fileTransport } from './fileTransport.ts';
import { defaultMailTimings, type MailOptions } from './options.ts';
import {
  findUnconfirmed,
  leaseMail,
  markFailed,
  markSent,
  type OutboxItem,
  postpone,
  queueAttention,
  removeMail,
} from './outbox.ts';
import { smtpTransport } from './smtpTransport.ts';
import { SendError } from './transport.ts';

/** The time of the office's daily mail about open tasks: 09:00 in India, in milliseconds after midnight UTC. */
const MORNING_MS = 3.5 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** The last `MORNING_MS` before a time. */
const morningBefore = (time: number): number =>
  Math.floor((time - MORNING_MS) / DAY_MS) * DAY_MS + MORNING_MS;

/** Sends the mails in the outbox. */
export type MailWorker = {
  /** Polls the outbox now rather than after the interval. */
  pollNow(): void;
  /** Stops, and waits for the running attempt, which has a timeout. */
  close(): Promise<void>;
};

/**
 * Starts a worker that sends the mails in the outbox one after the other, at each `pollNow` and then regularly. Its timer
 * does not keep the process running.
 *
 * A mail is leased, sent outside of any transaction, and marked. When a process dies in between, the lease ends and the
 * mail is sent again with the same Message-ID: it may arrive twice, and is never lost.
 */
export function startMailWorker(
  database: Database,
  dataDir: string,
  options: MailOptions,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): MailWorker {
  const timings = { ...defaultMailTimings, ...options.timings };
  const transport = options.smtpUrl ? smtpTransport(options.smtpUrl, timings) : fileTransport(dataDir);
  let isClosed = false;
  let isPollRequested: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  let currentRound: Promise<void> | undefined;
  let lastMorning: number | undefined;

  function pollNow(): void {
    isPollRequested = true;
    currentRound ??= runRound();
  }

  async function runRound(): Promise<void> {
    clearTimeout(timer);
    while (isPollRequested && !isClosed) {
      isPollRequested = false;
      try {
        await queueAttentionOnce();
        while (!isClosed && (await sendNext()));
      } catch (error) {
        log.error({ code: errorCode(error) }, 'outbox not available');
      }
    }
    currentRound = undefined;
    if (!isClosed) timer = setTimeout(pollNow, timings.pollInterval).unref();
  }

  /** Queues the mail of this morning, if this process has not done so: older tasks do not change later. */
  async function queueAttentionOnce(): Promise<void> {
    const morning = morningBefore(Date.now());
    if (morning === lastMorning) return;
    await queueAttention(database, new Date(morning));
    lastMorning = morning;
  }

  /** Sends the next mail that is due; returns whether to continue with another one. */
  async function sendNext(): Promise<boolean> {
    const item = await leaseMail(database, timings.attemptTimeout * 2, timings.maxBackoff);
    if (!item) return false;
    try {
      await send(item);
      return true;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      await recordFailure(item, error);
      return error.failure !== 'unreachable';
    }
  }

  async function send(item: OutboxItem): Promise<void> {
    const orders: OrderOfOffice[] = [];
    if (item.kind === 'attention')
      for await (const order of ordersOfOffice(database, await findUnconfirmed(database))) orders.push(order);
    const mail = await withSendError(async () => composeMail(item, options, orders));
    if (!mail) return removeMail(database, item.id);
    await withSendError(() => transport.send(mail, AbortSignal.timeout(timings.attemptTimeout)));
    if (!(await markSent(database, item.id))) await transport.remove(item.messageId);
  }

  async function recordFailure({ id, kind, attempts, order }: OutboxItem, error: SendError): Promise<void> {
    const reason = error.message;
    if (error.failure === 'permanent' || attempts >= timings.maxAttempts) {
      await markFailed(database, id, reason);
      log.error({ kind, order, attempts, reason }, 'mail failed');
    } else {
      await postpone(database, id, backoffAfter(attempts), reason);
      log.warn({ kind, order, attempts, reason }, 'mail postponed');
    }
  }

  const backoffAfter = (attempts: number) =>
    Math.min(timings.maxBackoff, timings.firstBackoff * 2 ** (attempts - 1));

  return {
    pollNow,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await currentRound;
    },
  };
}

/** Runs work of one mail; an unexpected error becomes a temporary SendError, so that other mails are still sent. */
async function withSendError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SendError) throw error;
    const name = error instanceof Error ? error.name : typeof error;
    throw new SendError('temporary', errorCode(error) ?? name);
  }
}

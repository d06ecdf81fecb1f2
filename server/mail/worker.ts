import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { codeOf } from '../errors.ts';
import { compose } from './compose.ts';
import { fileTransport } from './files.ts';
import { defaultMailTimings, type MailOptions } from './options.ts';
import { leaseMail, markFailed, markSent, type OutboxItem, postpone, removeMail } from './outbox.ts';
import { smtpTransport } from './smtp.ts';
import { SendError } from './transport.ts';

/** Sends what is in the outbox. */
export interface MailWorker {
  /** Looks into the outbox now rather than at the next poll. */
  poke(): void;
  /** Stops, and waits for the attempt under way, which its timeout bounds. */
  close(): Promise<void>;
}

/**
 * Sends what is in the outbox, one mail after the other, as soon as it is poked and then regularly, without keeping the
 * process alive.
 *
 * A mail is leased, sent outside of any transaction, and marked. A process that dies in between leaves a lease that ends,
 * and the mail goes again with the same Message-ID: it can arrive twice, and is never lost.
 */
export function startMailWorker(
  database: Database,
  dataDir: string,
  options: MailOptions,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): MailWorker {
  const timings = { ...defaultMailTimings, ...options.timings };
  const transport = options.smtpUrl ? smtpTransport(options.smtpUrl, timings) : fileTransport(dataDir);
  let closed = false;
  let poked = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;

  function poke(): void {
    if (closed) return;
    poked = true;
    round ??= run();
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    while (poked && !closed) {
      poked = false;
      try {
        while (!closed && (await sendNext()));
      } catch (error) {
        log.error({ code: codeOf(error) }, 'outbox not available');
      }
    }
    round = undefined;
    if (!closed) timer = setTimeout(poke, timings.poll).unref();
  }

  /** Returns whether it is worth going on with the next mail. */
  async function sendNext(): Promise<boolean> {
    const item = await leaseMail(database, timings.attempt * 2);
    if (!item) return false;
    try {
      await send(item);
      return true;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      await putBack(item, error);
      return error.failure !== 'unreachable';
    }
  }

  async function send(item: OutboxItem): Promise<void> {
    const mail = await orSendError(async () => compose(item, options));
    if (!mail) return removeMail(database, item.id);
    await orSendError(() => transport.send(mail, AbortSignal.timeout(timings.attempt)));
    if (!(await markSent(database, item.id))) await transport.remove([item.messageId]);
  }

  async function putBack({ id, kind, attempts }: OutboxItem, error: SendError): Promise<void> {
    const reason = error.message;
    if (error.failure === 'permanent' || attempts >= timings.maxAttempts) {
      await markFailed(database, id, reason);
      log.error({ kind, attempts, reason }, 'mail failed');
    } else {
      await postpone(database, id, backoff(attempts), reason);
      log.warn({ kind, attempts, reason }, 'mail postponed');
    }
  }

  const backoff = (attempts: number) => Math.min(timings.maxBackoff, timings.backoff * 2 ** (attempts - 1));

  return {
    poke,
    async close() {
      closed = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** An error that nobody foresaw is one of this mail: the others go on. */
async function orSendError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SendError) throw error;
    const name = error instanceof Error ? error.name : typeof error;
    throw new SendError('temporary', codeOf(error) ?? name, { cause: error });
  }
}

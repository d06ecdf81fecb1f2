import type { Worker } from 'node:worker_threads';
import { UnavailableError } from '../shared/errors.ts';
import type { Row, Sql } from './database.types.ts';
import { StatementError, sendToWorker, startWorker, type WorkerMessage } from './embeddedWorker.ts';
import { keyedMutex } from './mutex.ts';
import { withUnavailableError } from './unavailable.ts';

/** The one connection of an embedded database. */
export type EmbeddedConnection = {
  /**
   * Runs `work` while no other work uses the connection. When it returns, everything that `work` wrote or read is on
   * disk.
   */
  withConnection<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in the same way in a transaction, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Removes what remains of deleted and changed rows in the files of tables and in the write-ahead log. */
  removeDeletedRows(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** Ends the thread without another write. */
  terminate(): Promise<void>;
};

/** Longest time for one statement, and for one that writes many pages, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 10_000;
const MAINTENANCE_TIMEOUT_MS = 120_000;

/** The growth of the write-ahead log after which a checkpoint removes what is not needed of it, in bytes. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;

/** Statements that change no row. */
const READING = /^\s*(select|begin|commit|rollback)\b/i;

/** PGlite in a thread. */
type Session = {
  worker: Worker;
  /** Whether something was written since the last flush. */
  isUnsynced: boolean;
  /** The flush that waits for the connection. */
  nextFlush?: Promise<void> | undefined;
  /** The position in the log, in bytes, at which the next checkpoint is due. */
  checkpointAt?: number;
};

/**
 * Opens PGlite on a directory, and opens it again after a failure.
 *
 * A commit does not wait for the disk. The work that wrote it, and every work that may have read it, waits for a flush of
 * the write-ahead log, which is queued behind the work that waits for the connection: all of them share it.
 *
 * PostgreSQL panics when it cannot write its log, for example on a full disk; PGlite may then never return and block its
 * thread for good. It therefore runs in a thread of its own, which is terminated; a new thread on the same directory
 * recovers what was flushed.
 *
 * @param statementMs Longest time for one statement, in milliseconds.
 * @param beforeOpen Is awaited each time before the database is opened; when it throws, the database is not opened.
 * @throws UnavailableError when the database cannot be opened.
 */
export async function openEmbeddedConnection(
  directory: string,
  statementMs = STATEMENT_TIMEOUT_MS,
  beforeOpen = async (): Promise<void> => {},
): Promise<EmbeddedConnection> {
  const mutex = keyedMutex();
  let currentSession: Session | undefined;

  async function open(): Promise<Session> {
    await beforeOpen();
    const session: Session = { worker: await startWorker(directory), isUnsynced: false };
    session.worker.once('exit', () => {
      currentSession = undefined;
    });
    currentSession = session;
    return session;
  }

  async function send<R extends Row>(session: Session, message: WorkerMessage, timeoutMs = statementMs) {
    if (session !== currentSession) throw new UnavailableError('The embedded database has given up.');
    return withUnavailableError(async () => {
      try {
        return await sendToWorker<R>(session.worker, message, timeoutMs);
      } catch (error) {
        const isUsable = error instanceof StatementError && error.severity !== 'PANIC';
        if (!isUsable) await session.worker.terminate();
        throw error;
      }
    });
  }

  const sqlOf = (session: Session): Sql => ({
    query(text, values = []) {
      if (!READING.test(text)) session.isUnsynced = true;
      return send(session, { text, values });
    },
  });

  async function maintain(session: Session, text: string): Promise<void> {
    await send(session, { text, values: [] }, MAINTENANCE_TIMEOUT_MS);
  }

  async function flush(session: Session): Promise<void> {
    session.nextFlush = undefined;
    if (!session.isUnsynced) return;
    const [row] = await send<{ position: string }>(session, 'flush');
    session.isUnsynced = false;
    const position = Number(row?.position);
    session.checkpointAt ??= position + CHECKPOINT_BYTES;
    if (position < session.checkpointAt) return;
    session.checkpointAt = position + CHECKPOINT_BYTES;
    mutex('', () => maintain(session, 'checkpoint')).catch(() => {});
  }

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    let used: Session | undefined;
    try {
      return await mutex('', async () => {
        used = currentSession ?? (await open());
        return work(used);
      });
    } finally {
      const session = used;
      if (session?.isUnsynced) {
        session.nextFlush ??= mutex('', () => flush(session));
        await session.nextFlush;
      }
    }
  }

  await open();
  return {
    withConnection: (work) => withSession((session) => work(sqlOf(session))),

    transaction: (work) =>
      withSession(async (session) => {
        const sql = sqlOf(session);
        await sql.query('begin');
        try {
          const result = await work(sql);
          await sql.query('commit');
          return result;
        } catch (error) {
          if (session === currentSession) await sql.query('rollback');
          throw error;
        }
      }),

    removeDeletedRows: (tables) =>
      withSession(async (session) => {
        // A plain vacuum leaves the bytes of a row in its page until another row needs the room.
        for (const table of tables) await maintain(session, `vacuum full ${table}`);
        // A checkpoint removes the files of the log before the current one.
        await maintain(session, 'select pg_switch_wal()');
        await maintain(session, 'checkpoint');
      }),

    close: () =>
      mutex('', async () => {
        const session = currentSession;
        if (!session) return;
        try {
          await flush(session);
          await send(session, 'close', MAINTENANCE_TIMEOUT_MS);
        } finally {
          await session.worker.terminate();
        }
      }),

    async terminate() {
      await currentSession?.worker.terminate();
    },
  };
}

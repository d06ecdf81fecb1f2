import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { busy, type KeyedMutex, keyedMutex, TURN_MS } from './mutex.ts';

/** How often a lock that another process holds is asked for again, in milliseconds. */
const ASK_EVERY_MS = 50;

export interface Locks {
  exclusive: KeyedMutex;
  close(): Promise<void>;
}

/**
 * Session-level advisory locks of PostgreSQL, all on one connection: however many calls wait for a slow payment provider,
 * they use up no more than that, and a process that dies lets go of all its locks.
 *
 * Locks exclude processes, not callers in this process. When the connection is lost, so are the locks; the unique indexes
 * of the tables then still hold.
 */
export function advisoryLocks(settings: pg.ClientConfig): Locks {
  let session: Promise<pg.Client> | undefined;
  const inTurn = keyedMutex();

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings);
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (session === opening) session = undefined;
    };
    client.on('error', forget).on('end', forget);
    opening.catch(forget);
    session = opening;
    return opening;
  }

  /** Locks or unlocks a key; a connection that does not do it is given up. */
  async function ask(client: pg.Client, way: 'try_advisory_lock' | 'advisory_unlock', key: string) {
    try {
      const { rows } = await inTurn('', () =>
        client.query<{ done: boolean }>(`select pg_${way}(hashtextextended($1, 0)) as done`, [key]),
      );
      return rows[0]?.done === true;
    } catch (error) {
      session = undefined;
      client.end().catch(() => {});
      throw error;
    }
  }

  async function lock(key: string): Promise<pg.Client> {
    const deadline = performance.now() + TURN_MS;
    for (;;) {
      const client = await (session ?? connect());
      if (await ask(client, 'try_advisory_lock', key)) return client;
      if (performance.now() > deadline) throw busy();
      await sleep(ASK_EVERY_MS);
    }
  }

  return {
    async exclusive(key, work) {
      const client = await lock(key);
      try {
        return await work();
      } finally {
        await ask(client, 'advisory_unlock', key).catch(() => {});
      }
    },

    async close() {
      await (await session?.catch(() => undefined))?.end();
    },
  };
}

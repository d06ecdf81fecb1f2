import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { checkSchemaVersion } from '../database/migrate.ts';
import type { DatabaseLoad } from './loadShedding.ts';

/** How long an answer serves all who ask, in milliseconds. */
const ANSWER_MS = 1_000;

/**
 * Adds `/healthz`, which responds while the process runs, and `/readyz`, which is 503 while its database is unavailable,
 * cannot be written or has another schema than this release works with. It tries to write once an operation has failed.
 *
 * @param database Not the measured one: however many ask, they take no place of the calls.
 */
export function healthRoutes(app: FastifyInstance, database: Database, load: DatabaseLoad): void {
  let checkedFailures = 0;
  let answer: Promise<void> | undefined;

  async function check(): Promise<void> {
    await checkSchemaVersion(database);
    const { failures } = load;
    if (failures === checkedFailures) return;
    await checkWriting(database);
    checkedFailures = failures;
  }

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    answer ??= check().finally(() => {
      setTimeout(() => {
        answer = undefined;
      }, ANSWER_MS).unref();
    });
    await answer;
    return { status: 'ok' };
  });
}

/** Rows that take the room of many calls. */
const ROWS = 1_000;

/**
 * Writes rows, and rolls them back.
 *
 * @throws UnavailableError where the database cannot be written, as on a full disk.
 */
async function checkWriting(database: Database): Promise<void> {
  const written = new Error('The rows were written.');
  try {
    await database.transaction(async (sql) => {
      await sql.query(
        `insert into webhook_events (id) select gen_random_uuid()::text from generate_series(1, ${ROWS})`,
      );
      throw written;
    });
  } catch (error) {
    if (error !== written) throw error;
  }
}

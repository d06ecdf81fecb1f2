import type { Database } from '../database/database.types.ts';

/** Rows that take the room of many calls. */
const ROWS = 1_000;

/**
 * Writes rows, and rolls them back.
 *
 * @throws UnavailableError where the database cannot be written, as on a full disk.
 */
export async function checkWriting(database: Database): Promise<void> {
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

import type { Database } from '../database/database.types.ts';
import { reasonOf } from '../database/errors.ts';

/**
 * Whether deleted rows are removed from the files of the database too. Only the owner of its tables may do that.
 * Where it failed, deleting the same again completes it.
 */
export type Vacuum = { state: 'done' | 'not permitted' } | { state: 'failed'; reason: string };

/** Removes deleted and changed rows of tables from the files, if this role owns all of them. */
export async function vacuumIfOwner(database: Database, tables: readonly string[]): Promise<Vacuum> {
  try {
    const ofOthers = await database.query(
      `select 1 from pg_class where oid = any($1::text[]::regclass[]) and not pg_has_role(relowner, 'usage')`,
      [tables],
    );
    if (ofOthers.length > 0) return { state: 'not permitted' };
    await database.removeDeletedRows(tables);
    return { state: 'done' };
  } catch (error) {
    return { state: 'failed', reason: reasonOf(error) };
  }
}

/** The database as a seam: tests open it in a server's place, to prepare stored data and to look at it. */
export { openDatabase } from './database.ts';
export type { Database, DatabaseOptions, Row, Sql } from './database.types.ts';
export { latestVersion, migrate, schemaVersion } from './migrate.ts';
export { type Migration, migrations } from './migrations/migrations.ts';

import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Sql } from '../database/database.types.ts';
import { schemaVersion } from '../database/migrate.ts';
import { splitLines } from '../shared/lines.ts';
import { fileError } from './fileErrors.ts';
import { BACKUP_FORMAT, FORMAT_VERSION, type Header, type Table, type Trailer } from './format.ts';
import { columnsOf, existingTables, quoteName, type TableName } from './tables.ts';

/**
 * Yields the lines of a backup: everything that the database holds at one moment.
 *
 * They are read in one transaction into a file first, which has no name and is gone with its process: so a slow reader
 * of the lines does not keep the transaction open, and the memory that is used does not grow with the database. Other
 * calls to an embedded database wait while they are read.
 *
 * @param directory Where the file is written.
 * @throws StartError when the file cannot be written.
 */
export async function* readSnapshot(database: Database, directory: string): AsyncGenerator<string> {
  // The transaction may be run again, then with another file.
  const file = await database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only');
    return writeNamelessFile(directory, readLines(sql)).catch((error) => {
      throw fileError(directory, 'cannot be written', error);
    });
  });
  try {
    yield* splitLines(file.createReadStream({ start: 0, encoding: 'utf8' }));
  } finally {
    await file.close();
  }
}

/** Writes lines to a file page by page, and after them the trailer. */
async function writeNamelessFile(
  directory: string,
  pages: AsyncIterable<readonly string[]>,
): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `backup.${randomBytes(4).toString('hex')}.part`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  try {
    const hash = createHash('sha256');
    for await (const page of pages) {
      const text = page.map((line) => `${line}\n`).join('');
      hash.update(text);
      await file.appendFile(text);
    }
    const trailer: Trailer = { sha256: hash.digest('hex') };
    await file.appendFile(`${JSON.stringify(trailer)}\n`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

const PAGE_SIZE = 500;

/** Yields the header, and each table with its rows, as JSON, in pages. */
async function* readLines(sql: Sql): AsyncGenerator<readonly string[]> {
  await sql.query(`set local timezone = 'UTC'`);
  await sql.query(`set local datestyle = 'ISO'`);
  const header: Header = {
    format: BACKUP_FORMAT,
    formatVersion: FORMAT_VERSION,
    schemaVersion: await schemaVersion(sql),
    madeAt: new Date().toISOString(),
  };
  yield [JSON.stringify(header)];
  for (const name of await existingTables(sql)) yield* readTable(sql, name);
}

async function* readTable(sql: Sql, name: TableName): AsyncGenerator<readonly string[]> {
  const columns = await columnsOf(sql, name);
  const identity = columns.find(({ isIdentity }) => isIdentity);
  const lastId = identity ? await lastIdOf(sql, name, identity.name) : null;
  const table: Table = { table: name, columns: columns.map((column) => column.name), lastId };
  yield [JSON.stringify(table)];
  const texts = columns.map((column) => `${quoteName(column.name)}::text`);
  await sql.query(
    `declare table_rows no scroll cursor for
     select json_build_array(${texts.join(', ')})::text as line from ${quoteName(name)}`,
  );
  for (;;) {
    const page = await sql.query<{ line: string }>(`fetch ${PAGE_SIZE} from table_rows`);
    if (page.length === 0) break;
    yield page.map(({ line }) => line);
  }
  await sql.query('close table_rows');
}

async function lastIdOf(sql: Sql, table: TableName, column: string): Promise<string | null> {
  const [row] = await sql.query<{ lastId: string | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text as "lastId"',
    [table, column],
  );
  return row?.lastId ?? null;
}

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, openDatabase } from '../database/database.ts';
import type { Database, DatabaseOptions } from '../database/database.types.ts';
import { databaseDirectory, withStoppedDatabase } from '../database/embedded.ts';
import { latestVersion, migrate, newerSchemaMessage } from '../database/migrate.ts';
import { StartError } from '../shared/errors.ts';
import { systemReason } from '../shared/systemErrors.ts';
import { verifyChecksum } from './checksum.ts';
import { connectionOf, runProgramOfSystem } from './systemPrograms.ts';
import { insertKeptRows, readKeptRows, refuseRows, tablesOf } from './tables.ts';

type Data = Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>;

/** Work on the restored database: before it takes the place of the embedded one. */
type AfterRestore = (database: Database) => Promise<void>;

/**
 * Restores a backup and migrates it to the latest schema. Which commands operators have run remains.
 *
 * @param isReplacing Whether data that the database holds are deleted.
 * @returns Whether the file has a checksum, which was right.
 * @throws StartError when the database holds data, or the file is no whole backup of this database; nothing is changed then.
 */
export async function restoreBackup(
  file: string,
  { dataDir, databaseUrl }: Data,
  isReplacing: boolean,
  afterRestore: AfterRestore,
): Promise<boolean> {
  const kind = kindOf(file);
  const hasChecksum = await verifyChecksum(file);
  if (databaseUrl) {
    if (kind !== 'PostgreSQL') throw new StartError(wrongKind(file, 'of PostgreSQL', kind));
    await restorePostgres(file, { dataDir, databaseUrl }, isReplacing, afterRestore);
  } else {
    if (kind !== 'embedded') throw new StartError(wrongKind(file, 'of the embedded database', kind));
    await restoreEmbedded(file, dataDir, isReplacing, afterRestore);
  }
  return hasChecksum;
}

const wrongKind = (file: string, wanted: string, found: string) =>
  found === 'unknown'
    ? `${file} is no backup ${wanted}: use another file.`
    : `${file} is a backup of ${found === 'embedded' ? 'the embedded database' : 'PostgreSQL'}, not ${wanted}: ` +
      'set DATABASE_URL, or leave it out, as for the backup. "npm run restore -- --from-embedded" moves the data to PostgreSQL.';

/** The kind of database in a backup, by the first bytes of the file. */
function kindOf(file: string): 'PostgreSQL' | 'embedded' | 'unknown' {
  const start = Buffer.alloc(5);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    readSync(descriptor, start);
  } catch (cause) {
    throw new StartError(`${file} cannot be read: ${systemReason(cause) ?? 'it is a directory'}.`, { cause });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  if (start.toString() === 'PGDMP') return 'PostgreSQL';
  return start.readUInt16BE() === 0x1f8b ? 'embedded' : 'unknown';
}

async function restorePostgres(
  file: string,
  data: Data & { databaseUrl: string },
  isReplacing: boolean,
  afterRestore: AfterRestore,
): Promise<void> {
  const { dbname, env } = connectionOf(data.databaseUrl);
  const sqlFile = join(data.dataDir, 'restore.sql');
  mkdirSync(data.dataDir, { recursive: true, mode: 0o700 });
  const database = await connectDatabase({ ...data, isExclusive: true });
  try {
    if (!isReplacing) await refuseRows(database);
    const kept = await readKeptRows(database);
    writeFileSync(sqlFile, '', { mode: 0o600 });
    // The whole file is read before anything is changed.
    await runProgramOfSystem('pg_restore', [
      ...'--no-owner --no-privileges'.split(' '),
      `--file=${sqlFile}`,
      file,
    ]);
    await refuseNewer(file);
    const drop = (await tablesOf(database)).map((name) => `drop table ${name} cascade;`);
    await runProgramOfSystem(
      'psql',
      [
        ...'--no-psqlrc --quiet --single-transaction --set=ON_ERROR_STOP=1'.split(' '),
        ...[
          dbname,
          `--command=set client_min_messages = error; ${drop.join(' ')} drop function if exists refuse_change;`,
        ],
        `--file=${sqlFile}`,
      ],
      env,
    );
    await finish(database, kept, afterRestore);
  } finally {
    rmSync(sqlFile, { force: true });
    await database.close();
  }
}

/** @throws StartError when a backup is one of a newer release. */
async function refuseNewer(file: string): Promise<void> {
  const rows = await runProgramOfSystem('pg_restore', [
    '--data-only',
    '--table=schema_migrations',
    '--file=-',
    file,
  ]);
  const version = Math.max(0, ...[...rows.matchAll(/^(\d+)\t/gm)].map(([, text]) => Number(text)));
  if (version > latestVersion) throw new StartError(`${file}: ${newerSchemaMessage(version)}`);
}

async function restoreEmbedded(
  file: string,
  dataDir: string,
  isReplacing: boolean,
  afterRestore: AfterRestore,
): Promise<void> {
  const directory = databaseDirectory(dataDir);
  const restoredDir = join(dataDir, 'restore');
  let kept = '[]';
  if (existsSync(join(directory, 'PG_VERSION'))) {
    const database = await connectDatabase({ dataDir, isExclusive: true });
    try {
      if (!isReplacing) await refuseRows(database);
      kept = await readKeptRows(database);
    } finally {
      await database.close();
    }
  }
  rmSync(restoredDir, { recursive: true, force: true });
  mkdirSync(restoredDir, { recursive: true, mode: 0o700 });
  try {
    await runProgramOfSystem('tar', ['-xzf', file, '-C', restoredDir]);
    const restored = await openDatabase({ dataDir: restoredDir, create: 'never' });
    try {
      await finish(restored, kept, afterRestore);
    } finally {
      await restored.close();
    }
    await withStoppedDatabase(dataDir, async () => {
      rmSync(directory, { recursive: true, force: true });
      renameSync(databaseDirectory(restoredDir), directory);
    });
  } finally {
    rmSync(restoredDir, { recursive: true, force: true });
  }
}

async function finish(database: Database, kept: string, afterRestore: AfterRestore): Promise<void> {
  await migrate(database);
  await insertKeptRows(database, kept);
  await afterRestore(database);
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { latestVersion } from '../database/migrate.ts';
import { StartError } from '../shared/errors.ts';
import { splitLines } from '../shared/lines.ts';
import { fileError } from './fileErrors.ts';
import {
  FORMAT_VERSION,
  type Header,
  headerSchema,
  type Row,
  rowSchema,
  type Table,
  tableSchema,
  trailerSchema,
} from './format.ts';
import type { RowCounts } from './tables.ts';

/** A whole backup. */
export type CheckedBackup = { file: string; header: Header; rows: RowCounts };

/** Some rows of a table; the first of a table may have none. */
export type Batch = Table & { rows: readonly Row[] };

/**
 * Reads a whole backup and checks that nothing of it is missing or changed.
 *
 * @throws StartError with one sentence when it is no whole backup, or one of a newer release.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const lines = readLines(file);
  const header = await readHeader(file, lines);
  const rows: RowCounts = {};
  for await (const batch of toBatches(file, lines))
    rows[batch.table] = (rows[batch.table] ?? 0) + batch.rows.length;
  return { file, header, rows };
}

/**
 * Yields the rows of a backup table by table, in batches.
 *
 * @throws StartError at the end when something is missing or changed.
 */
export async function* readBatches(file: string): AsyncGenerator<Batch> {
  const lines = readLines(file);
  await readHeader(file, lines);
  yield* toBatches(file, lines);
}

const brokenBackup = (file: string, cause?: unknown) =>
  new StartError(
    `${file} is no whole backup: it was cut off or changed, or is something else. Use another one.`,
    {
      cause,
    },
  );

/** @throws StartError when the file is no backup or one of a newer release. */
async function readHeader(file: string, lines: AsyncGenerator<unknown>): Promise<Header> {
  const { value } = await lines.next();
  const parsed = v.safeParse(headerSchema, value);
  if (!parsed.success) throw brokenBackup(file, parsed.issues);
  const { formatVersion, schemaVersion } = parsed.output;
  if (formatVersion > FORMAT_VERSION || schemaVersion > latestVersion)
    throw new StartError(
      `${file} was made by a newer release (format ${formatVersion}, schema ${schemaVersion}; this release knows ` +
        `${FORMAT_VERSION} and ${latestVersion} at most): restore it with that release.`,
    );
  return parsed.output;
}

const BATCH_SIZE = 500;

async function* toBatches(file: string, lines: AsyncIterable<unknown>): AsyncGenerator<Batch> {
  let table: Table | undefined;
  let rows: Row[] = [];
  for await (const line of lines) {
    const parsed = v.safeParse(v.union([rowSchema, tableSchema]), line);
    if (!parsed.success) throw brokenBackup(file, parsed.issues);
    if (!Array.isArray(parsed.output)) {
      if (table) yield { ...table, rows };
      table = parsed.output;
      rows = [];
      continue;
    }
    if (parsed.output.length !== table?.columns.length) throw brokenBackup(file);
    rows.push(parsed.output);
    if (rows.length < BATCH_SIZE) continue;
    yield { ...table, rows };
    rows = [];
  }
  if (table) yield { ...table, rows };
}

/** Yields the lines before the trailer as parsed JSON. @throws StartError when they are not those that it is about. */
async function* readLines(file: string): AsyncGenerator<unknown> {
  const hash = createHash('sha256');
  let line: string | undefined;
  try {
    for await (const next of splitLines(decompress(file))) {
      if (line !== undefined) {
        hash.update(`${line}\n`);
        yield JSON.parse(line);
      }
      line = next;
    }
    const { sha256 } = v.parse(trailerSchema, JSON.parse(String(line)));
    if (sha256 !== hash.digest('hex')) throw new Error('The lines are not those of the trailer.');
  } catch (error) {
    const reason = fileError(file, 'cannot be read', error);
    throw reason instanceof StartError ? reason : brokenBackup(file, error);
  }
}

function decompress(file: string): AsyncIterable<string> {
  // The error of a pipeline is also thrown to whoever reads from it.
  const text = pipeline(createReadStream(file), createGunzip(), () => {});
  return text.setEncoding('utf8');
}

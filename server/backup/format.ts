import * as v from 'valibot';
import { tables } from './tables.ts';

/**
 * A backup is a file of JSON lines, compressed with gzip: a header, then each table with its columns, followed by its
 * rows as lists of texts as PostgreSQL writes them, and at last the SHA-256 of all lines before it. It is the same for
 * both databases.
 */
export const BACKUP_FORMAT = 'future-ready-academy backup';

/** Versions of the format itself; the schema of the database has its own. */
export const FORMAT_VERSION = 1;

const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

export const headerSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  formatVersion: versionSchema,
  schemaVersion: versionSchema,
  /** ISO 8601, UTC. */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
});

export const tableSchema = v.object({
  table: v.picklist(tables),
  columns: v.array(v.string()),
  /** The number that the database has given last to a row; null where it numbers none. */
  lastId: v.nullable(v.string()),
});

export const rowSchema = v.array(v.nullable(v.string()));

export const trailerSchema = v.object({ sha256: v.string() });

export type Header = v.InferOutput<typeof headerSchema>;
export type Table = v.InferOutput<typeof tableSchema>;
export type Row = v.InferOutput<typeof rowSchema>;
export type Trailer = v.InferOutput<typeof trailerSchema>;

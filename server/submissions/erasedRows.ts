import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../shared/fileErrors.ts';
import { isMissing } from '../shared/systemErrors.ts';

/**
 * The file that says which rows were erased, so that they are erased again after the restore of an older backup. It lies
 * outside of the database, and has a SHA-256 of each row's table, id and time alone, from which nobody learns whose it was.
 */
const fileIn = (dataDir: string) => join(dataDir, 'erased.sha256');

const digestSql = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** The digests of rows, in SQL. A restore gives the ids of submissions that came after the backup to others. */
export const rowDigests = {
  submission: digestSql(
    `concat('submission ', id, to_char(received_at at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US'))`,
  ),
  order: digestSql(`concat('order ', id)`),
  payment: digestSql(`concat('payment ', id)`),
} as const;

/** @throws StartError when the file cannot be written. */
export async function addErasedRows(dataDir: string, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  const [file, text] = [fileIn(dataDir), digests.map((digest) => `${digest}\n`).join('')];
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => appendFile(file, text, { mode: 0o600, flush: true }))
    .catch((error) => {
      throw fileError(file, 'cannot be written, and nothing was erased', error);
    });
}

/** The digests of all erased rows. @throws StartError when the file cannot be read. */
export async function readErasedRows(dataDir: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error) => {
    if (isMissing(error)) return '';
    throw fileError(fileIn(dataDir), 'cannot be read', error);
  });
  return text.split('\n').filter(Boolean);
}

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Header } from '../../server/backup/format.ts';
import { latestVersion } from '../../server/database/migrate.ts';

export const header: Header = {
  format: 'future-ready-academy backup',
  formatVersion: 1,
  schemaVersion: latestVersion,
  madeAt: '2026-02-03T04:05:06.789Z',
};

export const webhookEvents = {
  table: 'webhook_events',
  columns: ['id', 'received_at'],
  lastId: null,
};

export const eventRow = (id: string) => [id, '2026-02-03 04:05:06.789+00'];

/** Returns the lines of a backup, with the hash that belongs to them. */
export function backupLines(lines: readonly unknown[]): string[] {
  const texts = lines.map((line) => JSON.stringify(line));
  const sha256 = createHash('sha256')
    .update(texts.map((text) => `${text}\n`).join(''))
    .digest('hex');
  return [...texts, JSON.stringify({ sha256 })];
}

/** Writes a file with lines, each with a line feed after it, compressed. */
export function writeLines(file: string, lines: readonly string[]): string {
  writeFileSync(file, gzipSync(lines.map((line) => `${line}\n`).join('')));
  return file;
}

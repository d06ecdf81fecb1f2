import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../shared/errors.ts';

/** The file beside a backup with its SHA-256, in the format of `sha256sum`. */
export const checksumFile = (backup: string): string => `${backup}.sha256`;

export const writeChecksum = (backup: string, sha256: string): void =>
  writeFileSync(checksumFile(backup), `${sha256}  ${basename(backup)}\n`, { mode: 0o600 });

/**
 * Compares a backup with its checksum; returns false where there is none.
 *
 * @throws StartError when it differs.
 */
export async function verifyChecksum(backup: string): Promise<boolean> {
  const file = checksumFile(backup);
  if (!existsSync(file)) return false;
  if (readFileSync(file, 'utf8').startsWith(await sha256Of(backup))) return true;
  throw new StartError(`${backup} is not the file that ${file} is of: use another backup.`);
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

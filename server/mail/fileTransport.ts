import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Sql } from '../database/database.types.ts';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import { makeContentPrivate, takeFromOthers } from '../shared/privateDirectory.ts';
import { isMissing, systemReason } from '../shared/systemErrors.ts';
import { knownMessageIds } from './outbox.ts';
import { SendError, type Transport, toNodemailerMessage } from './transport.ts';

export const mailDirectory = (dataDir: string): string => join(dataDir, 'mail');

const fileOf = (directory: string, messageId: string) => join(directory, `${messageId}.eml`);
const partialFileOf = (file: string) => `${file}.part`;

/** Writes each mail to a file of its own, readable by its owner alone. */
export function fileTransport(dataDir: string): Transport {
  const directory = mailDirectory(dataDir);
  let isPrivate = false;
  /**
   * Creates the directory. Only the first mail creates DATA_DIR too, and takes both, which may have been there before,
   * and the mails in them from other users: a DATA_DIR that was moved away while the server runs is put back by hand.
   */
  async function prepareDirectory() {
    await mkdir(directory, { recursive: !isPrivate, mode: 0o700 }).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    if (isPrivate) return;
    for (const path of [dataDir, directory]) takeFromOthers(path);
    makeContentPrivate(directory);
    isPrivate = true;
  }
  const transport = createTransport({ streamTransport: true, newline: 'windows' });
  return {
    async send(mail, signal) {
      const { message } = await transport.sendMail(toNodemailerMessage(mail));
      const file = fileOf(directory, mail.messageId);
      try {
        await prepareDirectory();
        await writeFile(partialFileOf(file), message, { mode: 0o600, signal });
        await rename(partialFileOf(file), file);
      } catch (error) {
        throw new SendError('unreachable', String(errorCode(error)), { cause: error });
      }
    },
    async remove(messageId) {
      const file = fileOf(directory, messageId);
      for (const each of [file, partialFileOf(file)]) await rm(each, { force: true });
    },
  };
}

const MAIL_FILE = /^(.+)\.eml(\.part)?$/;

/**
 * Removes the file of every mail that the outbox does not know, such as one whose submission is erased.
 *
 * @throws StartError when the directory or a file cannot be read or removed.
 */
export async function removeUnknownMailFiles(sql: Sql, dataDir: string): Promise<void> {
  const directory = mailDirectory(dataDir);
  try {
    // A mail is in the outbox before it has a file, so the files are listed before the outbox is read.
    const names = await readdir(directory).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const idOf = (name: string) => MAIL_FILE.exec(name)?.[1];
    const ids = names.map(idOf).filter((id) => id !== undefined);
    if (ids.length === 0) return;
    const known = await knownMessageIds(sql, ids);
    for (const name of names) {
      const id = idOf(name);
      if (id !== undefined && !known.has(id)) await rm(join(directory, name), { force: true });
    }
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    const reason = systemReason(error) ?? errorCode(error) ?? 'unknown reason';
    throw new StartError(`The mails in ${directory} cannot be removed: ${reason}.`, { cause: error });
  }
}

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeContentPrivate, takeFromOthers } from '../database/privateDirectory.ts';
import { errorCode } from '../errors.ts';
import { SendError, type Transport, toNodemailerMessage } from './transport.ts';

/** Returns the directory of the mail files. */
export const mailDirectory = (dataDir: string): string => join(dataDir, 'mail');

const fileOf = (directory: string, messageId: string) => join(directory, `${messageId}.eml`);
const partialFileOf = (file: string) => `${file}.part`;

/** Returns a transport that writes each mail to a file of its own, readable by its owner alone. */
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
    remove: (messageIds) => removeMailFiles(dataDir, messageIds),
  };
}

/** Removes the files of mails that have one. */
export async function removeMailFiles(dataDir: string, messageIds: readonly string[]): Promise<void> {
  for (const messageId of messageIds) {
    const file = fileOf(mailDirectory(dataDir), messageId);
    await rm(file, { force: true });
    await rm(partialFileOf(file), { force: true });
  }
}

import type { Sql } from '../database/database.types.ts';

/** The commands that erase, restore, settle, dismiss or print the data or payments of visitors. */
export type RecordedCommand =
  | 'list'
  | 'listPayments'
  | 'listFailedMails'
  | 'dismissMail'
  | 'person'
  | 'backup'
  | 'erase'
  | 'eraseOlderThan'
  | 'settle'
  | 'eraseAgain'
  | 'restore';

/** @param detail The target of the command, without personal data. */
export async function recordCommand(sql: Sql, command: RecordedCommand, detail = ''): Promise<void> {
  await sql.query('insert into operator_commands (command, detail) values ($1, $2)', [command, detail]);
}

/**
 * Yields the output of a command, and then records the command unless it prints nothing. The output is printed
 * even if the record fails: it may be a rescue.
 */
export async function* recorded(
  sql: Sql,
  command: RecordedCommand,
  output: AsyncIterable<string>,
): AsyncGenerator<string> {
  let isEmpty = true;
  try {
    for await (const line of output) {
      isEmpty = false;
      yield line;
    }
  } finally {
    if (!isEmpty) await recordCommand(sql, command).catch(() => {});
  }
}

/** Oldest first. */
export const recordedCommands = (
  sql: Sql,
): Promise<{ ranAt: Date; command: RecordedCommand; detail: string }[]> =>
  sql.query('select ran_at as "ranAt", command, detail from operator_commands order by ran_at, id');

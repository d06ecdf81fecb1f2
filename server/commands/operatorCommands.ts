import type { Settlement } from '../../machines/order/order.types.ts';
import type { Database, Sql } from '../database/database.types.ts';
import { removeUnknownMailFiles } from '../mail/fileTransport.ts';
import {
  confirmAgain,
  dismissConfirmation,
  findUnconfirmed,
  listMails,
  queueForOrderAction,
  retryFailed,
} from '../mail/outbox.ts';
import { listAccounts } from '../payments/accounts.ts';
import { checkOrders, listOrders, ordersOfOffice } from '../payments/listOrders.ts';
import { orderHistory } from '../payments/orderHistory.ts';
import { settleOrder } from '../payments/settleOrder.ts';
import { StartError, UnavailableError } from '../shared/errors.ts';
import {
  countOlderThan,
  type ErasureCounts,
  type ErasureResult,
  eraseOlderThan,
  erasePerson,
  type Person,
  parsePerson,
  storedAbout,
} from '../submissions/erase.ts';
import { addErasedRows, readErasedRows } from '../submissions/erasedRows.ts';
import {
  listSubmissions,
  type SubmissionFilter,
  type SubmissionKind,
  submissionKinds,
} from '../submissions/submissions.ts';
import { type RecordedCommand, recordCommand, recorded, recordedCommands } from './recordCommand.ts';

/** A command of an operator about submissions, payments or mails. */
export type OperatorCommand =
  | ({ do: 'list' } & SubmissionFilter)
  | { do: 'listPayments'; attention: boolean }
  | { do: 'listAccounts' }
  | { do: 'checkPayments' }
  | { do: 'showOrder'; order: string; origin: string }
  | { do: 'settle'; order: string; as: Settlement; reason: string }
  | { do: 'person'; person: string }
  | { do: 'erase'; person: string }
  | { do: 'eraseOlderThan'; days: number; kind: SubmissionKind | undefined; isMeant: boolean }
  | { do: 'listMails'; onlyFailed: boolean }
  | { do: 'retryMails' }
  | { do: 'confirmAgain'; order: string }
  | { do: 'dismissMail'; order: string }
  | { do: 'commands' };

/**
 * Runs a command and yields its output line by line: submissions, orders or mails as JSON, oldest first, or a report in words.
 *
 * @param dataDir Directory of the mail files; when submissions are erased, those that the outbox no longer knows are
 * removed.
 */
export async function* runOperatorCommand(
  database: Database,
  dataDir: string,
  command: OperatorCommand,
): AsyncGenerator<string> {
  const beforeCommit =
    (name: RecordedCommand, detail?: string) => async (sql: Sql, digests: readonly string[]) => {
      await recordCommand(sql, name, detail);
      await removeUnknownMailFiles(sql, dataDir);
      await addErasedRows(dataDir, digests);
    };
  switch (command.do) {
    case 'list':
      yield* recorded(database, 'list', toJson(listSubmissions(database, command)));
      return;
    case 'listPayments':
      yield* recorded(
        database,
        'listPayments',
        toJson(
          command.attention
            ? ordersOfOffice(database, await findUnconfirmed(database))
            : listOrders(database),
        ),
      );
      return;
    case 'listAccounts':
      yield* recorded(database, 'listPayments', toJson(listAccounts(database)));
      return;
    case 'checkPayments':
      yield* toJson(checkOrders(database));
      return;
    case 'showOrder':
      yield* orderHistory(database, command.order, command.origin);
      return;
    case 'settle':
      await database.transaction(async (sql) => {
        await settleOrder(sql, { onOrderAction: queueForOrderAction }, command);
        await recordCommand(sql, 'settle', `${command.order} as ${command.as}`);
      });
      yield `The order ${command.order} is settled.`;
      return;
    case 'person':
      yield* recorded(database, 'person', toJson([await storedAbout(database, personOf(command.person))]));
      return;
    case 'erase':
      yield* reportErasure(await erasePerson(database, personOf(command.person), beforeCommit('erase')));
      return;
    case 'eraseOlderThan':
      if (!command.isMeant) {
        yield* reportCounts(await countOlderThan(database, command.days, command.kind));
        yield 'Nothing is erased: add --yes to erase all that is counted above.';
        return;
      }
      yield* reportErasure(
        await eraseOlderThan(
          database,
          command.days,
          command.kind,
          beforeCommit('eraseOlderThan', `${command.days} days, of kind ${command.kind ?? 'any'}`),
        ),
      );
      return;
    case 'listMails':
      if (command.onlyFailed) yield* recorded(database, 'listFailedMails', toJson(listMails(database, true)));
      else yield* toJson(listMails(database));
      return;
    case 'retryMails':
      yield `Mails that are due again: ${await retryFailed(database)}`;
      return;
    case 'confirmAgain':
      if (!(await confirmAgain(database, command.order)))
        throw new StartError(
          `The order ${command.order} has no confirmation to be sent: it is not paid and registered, or its family knows.`,
        );
      yield `The confirmation of the order ${command.order} is sent once more.`;
      return;
    case 'dismissMail':
      if (!(await dismissConfirmation(database, command.order)))
        throw new StartError(`No confirmation of the order ${command.order} was given up.`);
      await recordCommand(database, 'dismissMail', command.order);
      yield `The confirmation of the order ${command.order} is no longer to be sent.`;
      return;
    case 'commands':
      yield* toJson(await recordedCommands(database));
  }
}

/** @throws StartError for a text that names nobody. */
function personOf(text: string): Person {
  const person = parsePerson(text);
  if (!person) throw new StartError(`"${text}" is neither an email address nor a phone number.`);
  return person;
}

async function* toJson(items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  for await (const item of items) yield JSON.stringify(item);
}

function* reportCounts({ submissions, orders }: ErasureCounts): Generator<string> {
  for (const kind of submissionKinds) yield `Erased of kind ${kind}: ${submissions[kind]}`;
  yield `Orders kept without an email address: ${orders}`;
}

/** Repeats the erasures since a restored backup was made; yields a report where there is anything. */
export async function* eraseAgain(database: Database, dataDir: string): AsyncGenerator<string> {
  const digests = await readErasedRows(dataDir);
  let isNeeded = false;
  const result = await erasePerson(database, { digests }, async (sql, erased) => {
    isNeeded = erased.length > 0;
    if (isNeeded) await recordCommand(sql, 'eraseAgain');
  });
  if (isNeeded) for (const line of reportErasure(result)) yield `Again: ${line}`;
}

/** @throws UnavailableError at the end, when the files of the database still contain erased data. */
function* reportErasure({ vacuum, ...counts }: ErasureResult): Generator<string> {
  yield* reportCounts(counts);
  switch (vacuum.state) {
    case 'done':
      yield 'The tables are vacuumed.';
      return;
    case 'not permitted':
      yield 'Erased rows stay in the files of PostgreSQL until its next vacuum: let the owner of the tables run "vacuum".';
      return;
    case 'failed':
      throw new UnavailableError(
        `Erased, not yet vacuumed: the files of the database still contain what was erased (${vacuum.reason}). ` +
          'Run the same command again when the cause is gone.',
      );
  }
}

import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { removeMailFiles } from '../mail/files.ts';
import { listMails, retryFailed } from '../mail/outbox.ts';
import { listOrders } from '../payments/list.ts';
import { type Erased, eraseOlderThan, erasePerson } from './erase.ts';
import { kinds, listSubmissions } from './submissions.ts';

const kind = v.optional(v.picklist(kinds));

const schema = v.variant('do', [
  v.object({ do: v.literal('list'), kind }),
  v.object({ do: v.literal('listPayments'), attention: v.boolean() }),
  v.object({ do: v.literal('erase'), person: v.string() }),
  v.object({ do: v.literal('eraseOlderThan'), days: v.pipe(v.number(), v.integer(), v.minValue(0)), kind }),
  v.object({ do: v.literal('listMails'), onlyFailed: v.boolean() }),
  v.object({ do: v.literal('retryMails') }),
]);

/** What an operator asks of the submissions, the payments and the mails, while a server runs or not. */
export type Question = v.InferOutput<typeof schema>;

/**
 * Answers line by line: submissions, orders or mails as JSON, oldest first, or what was done in words.
 *
 * @param dataDir Where mails are written that do not leave: those of the submissions that are erased are removed.
 */
export async function* answerQuestion(
  database: Database,
  dataDir: string,
  question: unknown,
): AsyncGenerator<string> {
  const asked = v.parse(schema, question);
  switch (asked.do) {
    case 'list':
      for await (const submission of listSubmissions(database, asked.kind)) yield JSON.stringify(submission);
      return;
    case 'listPayments':
      for await (const order of listOrders(database, asked.attention)) yield JSON.stringify(order);
      return;
    case 'erase':
      yield* report(dataDir, await erasePerson(database, asked.person));
      return;
    case 'eraseOlderThan':
      yield* report(dataDir, await eraseOlderThan(database, asked.days, asked.kind));
      return;
    case 'listMails':
      for await (const mail of listMails(database, asked.onlyFailed)) yield JSON.stringify(mail);
      return;
    case 'retryMails':
      yield `Mails that are due again: ${await retryFailed(database)}`;
  }
}

async function* report(dataDir: string, { submissions, orders, messageIds }: Erased): AsyncGenerator<string> {
  await removeMailFiles(dataDir, messageIds);
  for (const kind of kinds) yield `Erased of kind ${kind}: ${submissions[kind]}`;
  yield `Orders kept without an email address: ${orders}`;
}

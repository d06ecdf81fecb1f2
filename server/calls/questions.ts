import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { listOrders } from '../payments/list.ts';
import { type Erased, eraseOlderThan, erasePerson } from './erase.ts';
import { kinds, listSubmissions } from './submissions.ts';

const kind = v.optional(v.picklist(kinds));

const schema = v.variant('do', [
  v.object({ do: v.literal('list'), kind }),
  v.object({ do: v.literal('listPayments'), attention: v.boolean() }),
  v.object({ do: v.literal('erase'), person: v.string() }),
  v.object({ do: v.literal('eraseOlderThan'), days: v.pipe(v.number(), v.integer(), v.minValue(0)), kind }),
]);

/** What an operator asks of the submissions and the payments, while a server runs or not. */
export type Question = v.InferOutput<typeof schema>;

/** Answers line by line: submissions or orders as JSON, oldest first, or what was erased in words. */
export async function* answerQuestion(database: Database, question: unknown): AsyncGenerator<string> {
  const asked = v.parse(schema, question);
  switch (asked.do) {
    case 'list':
      for await (const submission of listSubmissions(database, asked.kind)) yield JSON.stringify(submission);
      return;
    case 'listPayments':
      for await (const order of listOrders(database, asked.attention)) yield JSON.stringify(order);
      return;
    case 'erase':
      yield* report(await erasePerson(database, asked.person));
      return;
    case 'eraseOlderThan':
      yield* report(await eraseOlderThan(database, asked.days, asked.kind));
  }
}

function* report({ submissions, orders }: Erased): Generator<string> {
  for (const kind of kinds) yield `Erased of kind ${kind}: ${submissions[kind]}`;
  yield `Orders kept without an email address: ${orders}`;
}

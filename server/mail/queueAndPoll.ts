import type { Database, Sql } from '../database/database.types.ts';
import type { SubmissionContext } from '../submissions/context.ts';
import { queueForOrderAction, queueNotice } from './outbox.ts';

/**
 * Queues mails, and wraps the database so that transactions call `poll` after they have queued mails and
 * committed: a poll after each request would cost more than most requests.
 */
export function queueAndPoll(
  database: Database,
  poll: () => void,
): Pick<SubmissionContext, 'database' | 'onOrderAction' | 'onSubmission'> {
  const withMail = new WeakSet<Sql>();
  return {
    database: {
      ...database,
      async transaction(work) {
        let last: Sql | undefined;
        const result = await database.transaction((sql) => {
          last = sql;
          return work(sql);
        });
        if (last && withMail.has(last)) poll();
        return result;
      },
    },
    onOrderAction(sql, action) {
      withMail.add(sql);
      return queueForOrderAction(sql, action);
    },
    onSubmission(sql, id) {
      withMail.add(sql);
      return queueNotice(sql, id);
    },
  };
}

import type { OrderListItem } from '../../server/payments/listOrders.ts';
import type { Submission } from '../../server/submissions/submissions.ts';
import { type ProgramName, type ProgramResult, runInThread } from './serverPrograms.ts';

/** The database of a service. */
export type DataOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
};

/** A line of the list of mails. */
export type ListedMail = {
  id: number;
  kind: string;
  to: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  messageId: string;
};

/** An operator with a shell on the machine of a server. */
export type Operator = {
  /** Runs a command, while a server runs or not. */
  run(name: ProgramName, options?: readonly string[]): Promise<ProgramResult>;
  /** Runs a command; returns the lines that it prints. */
  linesOf(name: ProgramName, options?: readonly string[]): Promise<string[]>;
  submissions(options?: readonly string[]): Promise<Submission[]>;
  payments(options?: readonly string[]): Promise<OrderListItem[]>;
  mails(options?: readonly string[]): Promise<ListedMail[]>;
};

/** Returns the operator of the servers on a directory or a database. */
export function operatorOf({ dataDir, databaseUrl }: DataOptions): Operator {
  const run: Operator['run'] = (name, options = []) =>
    runInThread(name, options, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const linesOf: Operator['linesOf'] = async (name, options) => {
    const { out, err, code } = await run(name, options);
    // The payments that somebody must act on are a list with another exit code than 0.
    if (code !== 0 && err !== '') throw new Error(`The command ${name} failed: ${err}`);
    return out.split('\n').slice(0, -1);
  };
  const listOf =
    <Item>(name: ProgramName) =>
    async (options?: readonly string[]): Promise<Item[]> =>
      (await linesOf(name, options)).map((line) => JSON.parse(line));
  return {
    run,
    linesOf,
    submissions: listOf('submissions'),
    payments: listOf('payments'),
    mails: listOf('mail'),
  };
}

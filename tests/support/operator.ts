import type { DataOptions } from './operatorCommand.ts';
import { type ProgramName, type ProgramResult, runInThread } from './serverPrograms.ts';

/** A line of a list, as its JSON says. */
type ListedItem = Record<string, unknown>;

/** An operator with a shell on the machine of a server. */
export type Operator = {
  /** Runs a command, while a server runs or not. */
  run(name: ProgramName, options?: readonly string[]): Promise<ProgramResult>;
  /** Runs a command that is to succeed; returns the lines that it prints. */
  linesOf(name: ProgramName, options?: readonly string[]): Promise<string[]>;
  submissions(options?: readonly string[]): Promise<ListedItem[]>;
  payments(options?: readonly string[]): Promise<ListedItem[]>;
  mails(options?: readonly string[]): Promise<ListedItem[]>;
};

/** Returns the operator of the servers on a directory or a database. */
export function operatorOf({ dataDir, databaseUrl }: DataOptions): Operator {
  const run: Operator['run'] = (name, options = []) =>
    runInThread(name, options, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  const linesOf: Operator['linesOf'] = async (name, options) => {
    const { out, err, code } = await run(name, options);
    if (code !== 0) throw new Error(`The command ${name} failed: ${err}`);
    return out.split('\n').slice(0, -1);
  };
  const list = (name: ProgramName) => async (options?: readonly string[]) =>
    (await linesOf(name, options)).map((line): ListedItem => JSON.parse(line));
  return { run, linesOf, submissions: list('submissions'), payments: list('payments'), mails: list('mail') };
}

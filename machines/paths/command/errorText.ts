import { ExploreError } from '../index.ts';
import { UsageError } from './usageError.ts';

/** The message of an error, or any other thrown value as text. */
export const errorText = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);

/**
 * Runs a function with the output of a machine and its file sent to the standard error: the standard output is
 * ours alone.
 */
export async function printingToError<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const { log } = console;
  const { write } = process.stdout;
  console.log = console.error;
  // The other methods of the console write there, too.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    return await work();
  } finally {
    console.log = log;
    process.stdout.write = write;
  }
}

/**
 * Does something with a flow.
 *
 * @throws UsageError where it cannot be explored
 */
export async function refusingToExplore<Result>(
  id: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExploreError)) throw error;
    throw new UsageError(error.message.startsWith('there are') ? `${id}: ${error.message}.` : error.message);
  }
}

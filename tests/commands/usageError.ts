import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A wrong use of a command, described in one line; the command ends with exit code 2. */
export class UsageError extends Error {}

/**
 * Returns the choice that a value names.
 *
 * @throws UsageError with all choices if it names none.
 */
export const parseChoice = <Choice extends string>(
  what: string,
  value: string,
  choices: readonly Choice[],
): Choice => {
  const found = choices.find((choice) => choice === value);
  if (found === undefined)
    throw new UsageError(`Unknown ${what} "${value}"; there are: ${choices.join(', ')}.`);
  return found;
};

/** Returns whether a module, given by its URL, is the program that Node was started with. */
export const isMainModule = (url: string): boolean =>
  process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Prints a usage error and sets the exit code 2; rethrows any other error. */
function printUsageError(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** Runs a command; prints its usage error. */
export function runReportingUsageErrors(main: () => void): void {
  try {
    main();
  } catch (error) {
    printUsageError(error);
  }
}

/** Runs a command as a program; prints its usage error. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  try {
    await main();
  } catch (error) {
    printUsageError(error);
  }
}

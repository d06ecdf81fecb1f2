import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A mistake in a command, in one line; it ends with exit code 2. */
export class UsageError extends Error {}

/** One of some choices, or the mistake that names them all. */
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

/** Whether a module, named by its address, is the program that Node was started with. */
export const isMainModule = (url: string): boolean =>
  process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Prints a mistake, which ends the program with exit code 2; throws what is none. */
function printUsageError(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** Runs a command; says its mistake. */
export function runReportingUsageErrors(main: () => void): void {
  try {
    main();
  } catch (error) {
    printUsageError(error);
  }
}

/** Runs a command as a program; says its mistake. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  try {
    await main();
  } catch (error) {
    printUsageError(error);
  }
}

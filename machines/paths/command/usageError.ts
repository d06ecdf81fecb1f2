import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A wrong use of a command, described in one line; the command ends with exit code 2. */
export class UsageError extends Error {}

/** @throws UsageError with all choices if it names none. */
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

/** Whether a module, given by its URL, is the program that Node was started with. */
export const isMainModule = (url: string): boolean =>
  process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Runs a command; prints its usage error, and sets the exit code 2 for it. */
export async function runReportingUsageErrors(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** Runs a command about the machine in a file, which may start what fails later or never ends. */
export async function runMachineCommand(main: () => void | Promise<void>): Promise<void> {
  process.on('unhandledRejection', () => {});
  await runCommand(main);
  process.stdout.write('', () => process.exit());
}

/** Runs a command as a program. */
export function runCommand(main: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  return runReportingUsageErrors(main);
}

import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A mistake in a command, in one line; it ends with exit code 2. */
export class Mistake extends Error {}

/** One of some choices, or the mistake that names them all. */
export const oneOf = <Choice extends string>(
  what: string,
  given: string,
  choices: readonly Choice[],
): Choice => {
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new Mistake(`Unknown ${what} "${given}"; there are: ${choices.join(', ')}.`);
  return found;
};

/** Whether a module, named by its address, is the program that Node was started with. */
export const isProgram = (url: string): boolean =>
  process.argv[1] !== undefined && url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Runs a command as a program; says its mistake. */
export function runCommand(main: () => void): void {
  process.stdout.on('error', () => process.exit(0));
  sayMistake(main);
}

/** Runs a command; says its mistake. */
export function sayMistake(main: () => void): void {
  try {
    main();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

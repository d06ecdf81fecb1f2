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

/** Runs a command; says its mistake. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

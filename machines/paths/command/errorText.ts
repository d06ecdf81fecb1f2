/** Returns the message of an error, or what was thrown as text. */
export const errorText = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);

/** Does something while what a machine or its file prints goes to the standard error: the output is ours alone. */
export async function printingToError<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const { log } = console;
  console.log = console.error;
  try {
    return await work();
  } finally {
    console.log = log;
  }
}

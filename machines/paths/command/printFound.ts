import type { FoundCases } from '../index.ts';

/** The sentences of a command about a machine, beside its tests. */
export type Sentences = Pick<FoundCases, 'asked' | 'notes'>;

/** Prints a sentence beside tests: not among those that are printed as data. */
export const printBeside = (format: string | undefined): ((sentence: string) => void) =>
  format === undefined || format === 'text' ? console.log : console.error;

/**
 * Prints the assumptions about a machine, and the input that a person must give: then the exit code is 2, unless
 * the machine breaks.
 */
export function printFound({ asked, notes }: Sentences, format: string | undefined): void {
  const print = printBeside(format);
  for (const sentence of [...notes, ...asked]) print(sentence);
  if (asked.length > 0) process.exitCode ||= 2;
}

import type { FoundCases } from '../index.ts';

/** The sentences of a command about a machine, beside its tests. */
export type Sentences = Pick<FoundCases, 'asked' | 'notes'>;

/** Prints what was assumed of a machine, and what a person has to give: then the exit code is 2, unless the machine breaks. */
export function printFound({ asked, notes }: Sentences, format: string): void {
  const print = format === 'text' ? console.log : console.error;
  for (const sentence of [...notes, ...asked]) print(sentence);
  if (asked.length > 0) process.exitCode ||= 2;
}

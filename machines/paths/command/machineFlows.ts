import { existsSync } from 'node:fs';
import { flowsOfMachine, type Graph } from '../index.ts';
import { casesFileOf, writeCases } from './casesFile.ts';
import { casesAgain, machineInFile } from './loadMachine.ts';
import type { MachineOptions } from './options.ts';
import type { Sentences } from './printFound.ts';
import { writeTest } from './testFile.ts';
import { parseChoice, UsageError } from './usageError.ts';

/**
 * Returns the graphs of a machine in a file, with what was assumed and what a person has to give in sentences. Writes the files beside it that
 * the options name.
 *
 * @throws UsageError where there is no such machine, or a file cannot be written
 */
export async function machineFlows(
  reference: string,
  { text, has }: MachineOptions,
): Promise<{ graphs: Graph[]; sentences: Sentences }> {
  const test = text('test');
  const kind = test === undefined ? undefined : parseChoice('test', test, ['vitest', 'playwright'] as const);
  if (has('update') && kind === undefined) throw new UsageError('--update goes with --test.');
  const casesFile = text('cases') ?? casesFileOf(reference);
  const isWriting = has('init') || kind !== undefined;
  const isLoaded = text('cases') !== undefined || (isWriting && existsSync(casesFile));
  const { name, machine, graphs, given, found } = await machineInFile(
    reference,
    isLoaded ? casesFile : undefined,
  );
  if (isWriting) console.log(writeCases(casesFile, found, given));
  if (kind) {
    const hasCases = existsSync(casesFile);
    const subject = { kind, reference, name, casesFile: hasCases ? casesFile : null };
    const ofTest = flowsOfMachine(machine, hasCases ? await casesAgain(casesFile) : {});
    console.log(await writeTest(subject, ofTest, has('update')));
  }
  return { graphs, sentences: found };
}

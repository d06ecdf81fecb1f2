import { existsSync } from 'node:fs';
import { flowsOfMachine, type Graph } from '../index.ts';
import { casesFileOf, writeCases } from './casesFile.ts';
import { fileBeside } from './code.ts';
import { casesAgain, exploredWithCases, machineIn } from './loadMachine.ts';
import type { MachineOptions } from './options.ts';
import { printBeside, type Sentences } from './printFound.ts';
import { hasEarlierTest, writeTest } from './testFile.ts';
import { parseChoice, UsageError } from './usageError.ts';

const TEST_ENDINGS = { vitest: '.test.ts', playwright: '.page.test.ts' } as const;

/**
 * The graphs of a machine in a file, with the assumptions and the information a person must give in sentences.
 * Writes the files beside it that the options name.
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
  const print = printBeside(text('format'));
  const loaded = await machineIn(reference);
  const isEarlier = kind !== undefined && hasEarlierTest(loaded, TEST_ENDINGS[kind]);
  const named = { ...loaded, isOneOfSeveral: loaded.isOneOfSeveral && !isEarlier };
  const casesFile = text('cases') ?? casesFileOf(named);
  const isWriting = has('init') || kind !== undefined;
  const isLoaded = text('cases') !== undefined || (isWriting && existsSync(casesFile));
  const { graphs, given, found } = await exploredWithCases(named, isLoaded ? casesFile : undefined);
  if (isWriting) print(writeCases(casesFile, found, given));
  if (kind) {
    const hasCases = existsSync(casesFile);
    const subject = { kind, reference, name: named.name, casesFile: hasCases ? casesFile : null };
    const ofTest = flowsOfMachine(named.machine, hasCases ? await casesAgain(casesFile) : {});
    print(await writeTest(fileBeside(named, TEST_ENDINGS[kind]), subject, ofTest, has('update')));
  }
  return { graphs, sentences: found };
}

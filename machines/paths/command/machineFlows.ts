import { existsSync } from 'node:fs';
import type { Flow } from '../index.ts';
import { casesFileOf, writeCases } from './casesFile.ts';
import { machineInFile } from './loadMachine.ts';
import type { MachineOptions } from './options.ts';
import { writeTest } from './testFile.ts';
import { parseChoice } from './usageError.ts';

/**
 * Returns the flows of a machine in a file, with what a person has to give in sentences. Writes the files beside it that
 * the options name.
 *
 * @throws UsageError where there is no such machine, or a file cannot be written
 */
export async function machineFlows(
  reference: string,
  { text, has }: MachineOptions,
): Promise<{ flows: Flow[]; asked: string[] }> {
  const test = text('test');
  const kind = test === undefined ? undefined : parseChoice('test', test, ['vitest', 'playwright'] as const);
  const casesFile = casesFileOf(reference);
  const isWriting = has('init') || kind !== undefined;
  const cases = text('cases') ?? (isWriting && existsSync(casesFile) ? casesFile : undefined);
  const { name, flows, given, found } = await machineInFile(reference, cases);
  if (isWriting) console.log(writeCases(casesFile, found, given));
  if (kind) console.log(writeTest(kind, reference, name, flows));
  return { flows, asked: found.asked };
}

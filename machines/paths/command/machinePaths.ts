import { machineFlows } from './machineFlows.ts';
import {
  MACHINE_FLAGS,
  MACHINE_VALUES,
  type MachineOptions,
  PLAN_FLAGS,
  PLAN_VALUES,
  type PlanOptions,
  parseOptions,
} from './options.ts';
import { printFlows } from './printFlows.ts';
import { printFound } from './printFound.ts';
import { UsageError } from './usageError.ts';

const VALUES = { ...PLAN_VALUES, ...MACHINE_VALUES };
const FLAGS = [...PLAN_FLAGS, ...MACHINE_FLAGS, 'help'] as const;
const USAGE = 'machine-paths door.machine.ts#doorMachine';

const helpText = (): string =>
  [
    `${USAGE} prints the tests of a machine of XState 5 in a file.`,
    '',
    ...Object.entries(VALUES).map(([name, takes]) => `  --${name.padEnd(10)} ${takes}`),
    ...FLAGS.map((name) => `  --${name}`),
  ].join('\n');

/**
 * `machine-paths door.machine.ts#doorMachine` prints the tests of a machine in a file, with `--criterion`, `--format`,
 * `--to` or `--coverage`. `--cases` names a file with its cases; `--init` writes one, `--test vitest` or `--test playwright`
 * a test.
 *
 * @throws UsageError where it is used in another way
 */
export async function machinePaths(args: string[]): Promise<void> {
  const options = parseOptions(args, VALUES, FLAGS);
  if (options.has('help')) {
    console.log(helpText());
    return;
  }
  const [reference, second] = options.positionals;
  if (reference === undefined || second !== undefined) throw new UsageError(`Name one machine: ${USAGE}`);
  await printMachine(reference, options);
}

/**
 * Prints the tests of a machine in a file, or the output of the options, with the assumptions and the input that a
 * person must give.
 */
export async function printMachine(reference: string, options: MachineOptions & PlanOptions): Promise<void> {
  const { graphs, sentences } = await machineFlows(reference, options);
  await printFlows(graphs, options);
  printFound(sentences, options.text('format'));
}

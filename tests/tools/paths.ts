import {
  isMainModule,
  printMachine,
  runCommand,
  runMachineCommand,
  UsageError,
} from '../../machines/paths/command/index.ts';
import { parsePathsOptions } from './pathsOptions.ts';

/**
 * `npm run paths`: every flow with its statistics.
 * `npm run paths -- registration`: its tests; with `--criterion`, `--beside`, `--format`, `--to`, or `--seed` and
 * `--walks`; with `--coverage` its coverage by its plan and by the last tests, item by item.
 * `npm run paths -- registration --write`: writes its plan, which the tests walk; without a flow those of all.
 * `npm run paths -- --untouched`: the controls that no event of the last tests has reached; exit code 1 where one
 * has no reason.
 * `npm run paths -- --since origin/main`: the changes of the flows since a commit, as Markdown.
 * `npm run paths -- --machine ./checkout.ts#checkoutMachine`: the same for any machine, with `--cases`; with
 * `--init` it writes checkout.cases.ts, with `--test vitest` or `--test playwright` a test that walks the plan.
 *
 * Only flows load the flows.
 */
export async function paths(args: string[]): Promise<void> {
  const options = parsePathsOptions(args);
  const [machine, [first]] = [options.text('machine'), options.positionals];
  if (machine === undefined) {
    const { flowPaths } = await import('./flowPaths.ts');
    return flowPaths(options, args);
  }
  if (first !== undefined) throw new UsageError(`--machine goes without a flow, not with "${first}".`);
  const ofFlows = ['seed', 'walks', 'since', 'untouched', 'write'].find((name) => args.includes(`--${name}`));
  if (ofFlows !== undefined) throw new UsageError(`--${ofFlows} goes without --machine.`);
  return printMachine(machine, options);
}

if (isMainModule(import.meta.url)) {
  const isOfMachine = process.argv.some((arg) => arg.startsWith('--machine'));
  await (isOfMachine ? runMachineCommand : runCommand)(() => paths(process.argv.slice(2)));
}

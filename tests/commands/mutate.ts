import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { catalogue } from '../../machines/catalogue.ts';
import {
  isMainModule,
  parseChoice,
  runCommand,
  UsageError,
} from '../../machines/paths/command/usageError.ts';
import { FLOW_TESTS, flowsAffectedBy } from '../runner/flows.ts';
import { createImportGraph, root } from '../runner/imports.ts';
import { changeSince } from '../runner/selection.ts';

/**
 * `npm run mutate`: every mutant of every machine
 *
 * - `-- registration contact`: of some flows
 * - `-- contact --changed`: only where something that can kill or keep a mutant has changed since the last commit
 * - `-- --since origin/main`: of the flows that have changed since a commit
 */

/** Returns the flows whose machine, cases, journeys, properties, driver or screen has changed since a commit. */
function changedFlows(flows: readonly string[], files: readonly string[]): string[] {
  const { machines, screens } = flowsAffectedBy(createImportGraph(), files);
  return flows.filter((id) => machines.includes(id) || screens.includes(id));
}

function mutateFlows(flows: readonly string[]): void {
  const only = flows.length > 0 ? [...FLOW_TESTS.mutation, '-t', `\\b(${flows.join('|')})\\b`] : [];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'mutation', ...only],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}

export function mutate(args: string[]): void {
  const { values, positionals, tokens } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { changed: { type: 'boolean' }, since: { type: 'string' } },
  });
  const unknown = tokens.find((token) => token.kind === 'option' && !/^(changed|since)$/.test(token.name));
  if (unknown)
    throw new UsageError('The options are --changed and --since; name flows, or none for every flow.');

  const ids = catalogue.map(({ id }) => id);
  const named = positionals.map((given) => parseChoice('flow', given, ids));
  const ref = typeof values.since === 'string' ? values.since : values.changed ? 'HEAD' : null;
  const flows = ref === null ? named : changedFlows(named.length > 0 ? named : ids, changeSince(ref).files);
  if (ref === null || flows.length > 0) mutateFlows(flows);
  else {
    const subject = named.length > 0 ? named.join(', ') : 'any flow';
    console.log(`No mutant runs: nothing that ${subject} is made of has changed since ${ref}.`);
  }
}

if (isMainModule(import.meta.url)) await runCommand(() => mutate(process.argv.slice(2)));

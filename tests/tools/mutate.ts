import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { catalogue } from '../../machines/catalogue.ts';
import { fileOf } from '../../machines/folders.ts';
import {
  isMainModule,
  parseChoice,
  runCommand,
  UsageError,
} from '../../machines/paths/command/usageError.ts';
import { withImports } from '../mutation/imports.ts';
import { changedFiles } from '../support/changedFiles.ts';
import { root } from '../support/root.ts';

/**
 * `npm run tools -- mutate`: every mutant of every machine; a line for each flow counts the notices of its mutants
 *
 * - `-- registration contact`: of some flows, with a line for each mutant
 * - `-- contact --code`: slips in the code that the machine calls, such as rules, in place of its mutants
 * - `-- contact --changed`: only where a change since the last commit can affect the verdict on a mutant
 * - `-- --since origin/main`: of the flows that have changed since a commit
 */

/** The mutants of machines, and the slips in the code that machines call. */
const MUTATION_TESTS = {
  machines: 'tests/mutation/mutants.test.tsx',
  code: 'tests/mutation/code.test.tsx',
};

/** The flows whose machine, cases, journeys or properties have changed since a commit. */
function changedFlows(ids: readonly string[], ref: string): string[] {
  const changed = changedFiles(ref);
  return catalogue
    .filter((flow) => ids.includes(flow.id))
    .filter((flow) => [...withImports(fileOf(flow, 'flow'))].some((file) => changed.includes(file)))
    .map(({ id }) => id);
}

function mutateFlows(file: string, flows: readonly string[], areNamed: boolean): void {
  const { status } = spawnSync(
    process.execPath,
    [
      ...[
        'node_modules/vitest/vitest.mjs',
        'run',
        file,
        '--project',
        'mutation',
        '--disable-console-intercept',
      ],
      ...(flows.length > 0 ? ['-t', `\\b(${flows.join('|')})\\b`] : []),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...(areNamed && { MUTANTS: 'each' }) } },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}

export function mutate(args: string[]): void {
  const { values, positionals, tokens } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { changed: { type: 'boolean' }, code: { type: 'boolean' }, since: { type: 'string' } },
  });
  const unknown = tokens.find(
    (token) => token.kind === 'option' && !/^(changed|code|since)$/.test(token.name),
  );
  if (unknown)
    throw new UsageError(
      'The options are --changed, --code and --since; name flows, or none for every flow.',
    );

  const ids = catalogue.map(({ id }) => id);
  const named = positionals.map((given) => parseChoice('flow', given, ids));
  const ref = typeof values.since === 'string' ? values.since : values.changed ? 'HEAD' : null;
  const flows = ref === null ? named : changedFlows(named.length > 0 ? named : ids, ref);
  if (ref === null || flows.length > 0)
    mutateFlows(values.code ? MUTATION_TESTS.code : MUTATION_TESTS.machines, flows, named.length > 0);
  else {
    const subject = named.length > 0 ? named.join(', ') : 'any flow';
    console.log(`No mutant runs: nothing that ${subject} is made of has changed since ${ref}.`);
  }
}

if (isMainModule(import.meta.url)) await runCommand(() => mutate(process.argv.slice(2)));

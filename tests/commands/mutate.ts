import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogue } from '../../machines/catalogue.ts';
import { isMainModule, parseChoice, runCommand, UsageError } from './usageError.ts';

/** `npm run mutate`: every mutant of every machine; `npm run mutate -- registration contact`: of some flows. */

export function mutate(args: string[]): void {
  const { positionals, tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true });
  const option = tokens.find(({ kind }) => kind === 'option');
  if (option) throw new UsageError('There are no options; name flows, or none for all of them.');
  const ids = catalogue.map(({ id }) => id);
  const flows = positionals.map((given) => parseChoice('flow', given, ids));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const only = flows.length > 0 ? ['-t', `\\b(${flows.join('|')})\\b`] : [];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'mutation', ...only],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}

if (isMainModule(import.meta.url)) runCommand(() => mutate(process.argv.slice(2)));

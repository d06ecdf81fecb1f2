import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../../machines/catalogue.ts';
import { isMutated } from '../mutation/testsOfFile.ts';
import { FLOW_TESTS, flowsAffectedBy } from '../runner/flows.ts';
import { changeSince } from '../runner/git.ts';
import { createImportGraph, pathFromRoot, root } from '../runner/imports.ts';
import { isMainModule, parseChoice, runCommand, UsageError } from './usageError.ts';

/**
 * `npm run mutate`: every mutant of every machine
 *
 * - `-- registration contact`: of some flows
 * - `-- contact --changed`: only where something that can kill or keep a mutant has changed since the last commit
 * - `-- server/payments/orders.ts machines/phone.ts src/browser`: every mutant of files, or of the files of folders
 * - `-- --since origin/main`: of the flows and the lines of code that have changed since a commit
 * - `-- src/visualiser --every 20`: of every twentieth line, as a sample
 * - `--minutes 2`: begins with no further files after this time
 */

/** Returns the flows whose machine, cases, journeys, properties, driver or screen has changed since a commit. */
function changedFlows(flows: readonly string[], files: readonly string[]): string[] {
  const { machines, screens } = flowsAffectedBy(createImportGraph(), files);
  return flows.filter((id) => machines.includes(id) || screens.includes(id));
}

/** Returns the files below a path that are mutated. */
function filesAt(path: string): string[] {
  const absolute = join(root, path);
  const files = statSync(absolute).isDirectory()
    ? readdirSync(absolute, { recursive: true, encoding: 'utf8' })
        .map((name) => pathFromRoot(join(absolute, name)))
        .sort()
    : [pathFromRoot(absolute)];
  const mutated = files.filter(isMutated);
  if (mutated.length === 0)
    throw new UsageError(
      `"${path}" has no code that is mutated; what machines are made of is mutated by flow.`,
    );
  return mutated;
}

/** Whether a name is a path; the ids of flows have neither a slash nor a dot. */
function isPath(name: string): boolean {
  if (!/[/.]/.test(name)) return false;
  if (!existsSync(join(root, name))) throw new UsageError(`There is no file or folder "${name}".`);
  return true;
}

/** Runs a program of this repository, and sets the exit code if it fails. */
function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}

function mutateFlows(flows: readonly string[]): void {
  const only = flows.length > 0 ? [...FLOW_TESTS.mutation, '-t', `\\b(${flows.join('|')})\\b`] : [];
  run('node_modules/vitest/vitest.mjs', 'run', '--project', 'mutation', ...only);
}

const mutateCode = (files: readonly string[], ...options: string[]): void =>
  run('--import', 'tsx', 'tests/mutation/mutateCode.ts', ...files, ...options);

export function mutate(args: string[]): void {
  const { values, positionals, tokens } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      ...{ changed: { type: 'boolean' }, since: { type: 'string' } },
      ...{ minutes: { type: 'string' }, every: { type: 'string' } },
    },
  });
  const unknown = tokens.find(
    (token) => token.kind === 'option' && !/^(changed|since|minutes|every)$/.test(token.name),
  );
  if (unknown)
    throw new UsageError(
      'The options are --changed, --since, --minutes and --every; name flows, files or folders, or none for every flow.',
    );
  const { minutes, every } = values;
  if (minutes !== undefined && !(Number(minutes) >= 0))
    throw new UsageError(`--minutes takes a number, not "${minutes}".`);
  if (every !== undefined && !/^[1-9]\d*$/.test(String(every)))
    throw new UsageError(`--every takes a whole number from 1, not "${every}".`);
  const limit = typeof minutes === 'string' ? ['--minutes', minutes] : [];
  const sample = typeof every === 'string' ? ['--every', every] : [];

  const ids = catalogue.map(({ id }) => id);
  const paths = positionals.filter(isPath);
  const named = positionals.filter((given) => !isPath(given)).map((given) => parseChoice('flow', given, ids));
  const files = paths.flatMap(filesAt);
  const ref = typeof values.since === 'string' ? values.since : values.changed ? 'HEAD' : null;
  if (ref === null) {
    if (files.length > 0) mutateCode(files, ...limit, ...sample);
    if (named.length > 0 || files.length === 0) mutateFlows(named);
    return;
  }
  const change = changeSince(ref);
  const isAll = positionals.length === 0;
  const flows = changedFlows(isAll ? ids : named, change.files);
  const changedFiles = change.files.filter((file) => (isAll ? isMutated(file) : files.includes(file)));
  if (changedFiles.length > 0) mutateCode(changedFiles, '--since', ref, ...limit);
  if (flows.length > 0) mutateFlows(flows);
  if (flows.length + changedFiles.length === 0) {
    const subject = isAll ? 'any flow' : positionals.join(', ');
    console.log(`No mutant runs: nothing that ${subject} is made of has changed since ${ref}.`);
  }
}

if (isMainModule(import.meta.url)) runCommand(() => mutate(process.argv.slice(2)));

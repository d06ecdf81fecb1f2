import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isMainModule, runCommand, UsageError } from '../../machines/paths/command/usageError.ts';
import { root } from '../support/root.ts';

/**
 * `npm run tools -- walk`: a visitor without a model uses the built site, as in `npm test`
 *
 * - `-- --minutes 30`: as long as that with a new seed, in place of 100 actions
 * - `-- --seed 7`: the actions of a seed again
 */

const wholeNumber = (option: string, text: string | undefined): string => {
  if (text !== undefined && !/^\d+$/.test(text))
    throw new UsageError(`--${option} is a whole number, not "${text}".`);
  return text ?? '';
};

export function walk(args: string[]): void {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
  const newSeed = values.minutes === undefined ? undefined : `${randomInt(2 ** 31)}`;
  const MINUTES = wholeNumber('minutes', values.minutes);
  const SEED = wholeNumber('seed', values.seed ?? newSeed);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/visitor.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MINUTES, SEED } },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}

if (isMainModule(import.meta.url)) await runCommand(() => walk(process.argv.slice(2)));

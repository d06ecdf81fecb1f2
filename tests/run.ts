import { runCommand } from '../machines/paths/command/usageError.ts';

/**
 * `npm test` checks everything: types, lint and format, then the tests at every level. It ends with the time of
 * each level, the ten slowest files, the tests that could not run here, and the failures.
 *
 * - `-- contact machines/fields`: flows, and test files by a part of their path
 * - `-- --watch contact`: on the bare machine and the React screen, again after each save
 * - `-- --more`, which is `npm run test:more`: tests/more/ too, and more of everything that is random or repeated
 * - `-- --changed origin/main`: the tests that import what has changed since a commit, or run a program that does
 *
 * Other options are those of Vitest, such as `--shard=1/3`, `--bail=1`, `--retry=2` or `-t=pattern`.
 */
const args = process.argv.slice(2);
if (args.includes('--more')) process.env.TEST_MORE = '1';
const { runTestCommand } = await import('./tools/runner/run.ts');
await runCommand(() => runTestCommand(args.filter((arg) => arg !== '--more')));

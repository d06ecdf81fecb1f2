import { runCommand } from './commands/usageError.ts';
import { runTestCommand } from './runner/runTestCommand.ts';

/**
 * `npm test` checks everything: types, lint and format, then the tests at every level. It ends with the time of each
 * level, the ten slowest files, what could not run here, and what failed.
 *
 * - `-- contact tests/machines/phone.test.ts "a title"`: flows, test files and tests by their titles
 * - `-- --watch contact`: runs the paths of flows again when a file of them is saved
 * - `-- --since origin/main`: the tests that the changes since a commit can affect, the nearest first
 *
 * Other options are those of Vitest, such as `--shard=1/3`, `--bail=1`, `--retry=2` or `-t=pattern`.
 */
await runCommand(() => runTestCommand(process.argv.slice(2)));

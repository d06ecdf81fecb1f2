import { runCommand } from './commands/usageError.ts';
import { runTestCommand } from './runner/runTestCommand.ts';

/**
 * `npm test` checks everything: types, lint and format, then the tests at every level. It ends with how long everything
 * took, how many tests ran at each level, and which could not run here.
 *
 * - `-- contact tests/machines/phone.test.ts "a title"`: flows, test files and tests by their titles
 * - `-- --watch contact`: runs the paths of flows again when a file of them is saved
 * - `-- --since origin/main`: the tests that the changes since a commit can affect
 * - `-- --shard 1/3 --report folder`: one of three shards; `-- --merge folder`: the results of all of them
 * - `-- --timings`: everything, and writes the times by which shards are made, tests/timings.json
 *
 * Other options are those of Vitest, such as `--bail=1`, `--retry=2`, `--reporter=verbose` or `-t=pattern`.
 */
await runCommand(() => runTestCommand(process.argv.slice(2)));

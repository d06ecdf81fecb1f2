import type { Question } from './calls/questions.ts';
import { type GivenOptions, runCommand, UsageError } from './command.ts';

const USAGE = `Options: --failed (only the mails that were given up)
  --retry (makes those due again)`;

const OPTIONS = { failed: { type: 'boolean' }, retry: { type: 'boolean' } } as const;

await runCommand(USAGE, OPTIONS, toQuestion);

/** @throws UsageError when the options are not right. */
function toQuestion({ has }: GivenOptions<keyof typeof OPTIONS>): Question {
  if (!has('retry')) return { do: 'listMails', onlyFailed: has('failed') };
  if (has('failed')) throw new UsageError('--retry goes with no other option: it retries all that failed.');
  return { do: 'retryMails' };
}

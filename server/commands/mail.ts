import { type ParsedOptions, runCommandLine, UsageError } from './commandLine.ts';
import type { OperatorCommand } from './operatorCommands.ts';

const USAGE = `Options: --failed (only the mails that were given up)
  --retry (makes those due again)`;

const OPTIONS = { failed: { type: 'boolean' }, retry: { type: 'boolean' } } as const;

await runCommandLine(USAGE, OPTIONS, toCommand);

/** @throws UsageError when the options are invalid. */
function toCommand({ has }: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  if (!has('retry')) return { do: 'listMails', onlyFailed: has('failed') };
  if (has('failed')) throw new UsageError('--retry goes with no other option: it retries all that failed.');
  return { do: 'retryMails' };
}

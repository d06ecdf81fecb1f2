import { type ParsedOptions, runCommandLine, UsageError } from './commandLine.ts';
import type { OperatorCommand } from './operatorCommands.ts';

const USAGE = `Options: --failed (only the mails that were given up)
  --retry (makes those due again)
  --again <order> (sends the confirmation of a paid order once more)`;

const OPTIONS = {
  failed: { type: 'boolean' },
  retry: { type: 'boolean' },
  again: { type: 'string' },
} as const;

await runCommandLine(USAGE, OPTIONS, toCommand);

/** @throws UsageError when the options are invalid. */
function toCommand({ has, text }: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  if (has('retry') && (has('failed') || has('again')))
    throw new UsageError('--retry goes with no other option: it retries all that failed.');
  if (has('again') && has('failed')) throw new UsageError('--again goes with no other option.');
  if (has('again')) return { do: 'confirmAgain', order: text('again') ?? '' };
  return has('retry') ? { do: 'retryMails' } : { do: 'listMails', onlyFailed: has('failed') };
}

import { type ParsedOptions, runCommandLine, UsageError } from './commandLine.ts';
import type { OperatorCommand } from './operatorCommands.ts';

const USAGE = `Options: --failed (only the mails that were given up, with whom to call)
  --retry (makes those due again)
  --again <order> (sends the confirmation of a paid order once more)
  --dismiss <order> (gives up its confirmation for good: the family knows)`;

const OPTIONS = {
  failed: { type: 'boolean' },
  retry: { type: 'boolean' },
  again: { type: 'string' },
  dismiss: { type: 'string' },
} as const;

await runCommandLine(USAGE, OPTIONS, toCommand);

/** @throws UsageError when the options are invalid. */
function toCommand({ has, text }: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  const given = (['failed', 'retry', 'again', 'dismiss'] as const).filter(has);
  if (given.length > 1) throw new UsageError(`--${given[1]} does not go with --${given[0]}.`);
  const order = text('again') ?? text('dismiss') ?? '';
  if (has('again')) return { do: 'confirmAgain', order };
  if (has('dismiss')) return { do: 'dismissMail', order };
  return has('retry') ? { do: 'retryMails' } : { do: 'listMails', onlyFailed: has('failed') };
}

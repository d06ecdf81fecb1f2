import {
  outputOf,
  type ParsedOptions,
  printLines,
  refuseOperands,
  refuseOthers,
  runWithOptions,
} from './commandLine.ts';
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

await runWithOptions(USAGE, OPTIONS, async (given) => {
  refuseOperands(given);
  await printLines(outputOf(toCommand(given)));
});

/** @throws UsageError when the options are invalid. */
function toCommand(given: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  const { has, text } = given;
  refuseOthers(given, { failed: [], retry: [], again: [], dismiss: [] });
  const order = text('again') ?? text('dismiss') ?? '';
  if (has('again')) return { do: 'confirmAgain', order };
  if (has('dismiss')) return { do: 'dismissMail', order };
  return has('retry') ? { do: 'retryMails' } : { do: 'listMails', onlyFailed: has('failed') };
}

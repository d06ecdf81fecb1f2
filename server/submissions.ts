import { type ParsedOptions, runCommandLine, UsageError } from './commandLine.ts';
import type { OperatorCommand } from './operatorCommands.ts';
import { parsePerson } from './submissions/erase.ts';
import { isSubmissionKind, submissionKinds } from './submissions/submissions.ts';

const USAGE = `Options: --kind ${submissionKinds.join('|')}
  --erase <email or phone>
  --erase-older-than <days> (with --kind, of that kind)`;

const OPTIONS = {
  kind: { type: 'string' },
  erase: { type: 'string' },
  'erase-older-than': { type: 'string' },
} as const;

await runCommandLine(USAGE, OPTIONS, toCommand);

/** @throws UsageError when the options are invalid. */
function toCommand({ text }: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  const [kind, person, days] = [text('kind'), text('erase'), text('erase-older-than')];
  if (kind !== undefined && !isSubmissionKind(kind))
    throw new UsageError(`"${kind}" is no kind of submission; there are: ${submissionKinds.join(', ')}.`);
  if (person !== undefined) {
    if (kind !== undefined || days !== undefined)
      throw new UsageError('--erase goes with no other option: it erases all that names the person.');
    if (!parsePerson(person))
      throw new UsageError(`"${person}" is neither an email address nor a phone number.`);
    return { do: 'erase', person };
  }
  if (days === undefined) return { do: 'list', kind };
  if (!/^\d{1,5}$/.test(days))
    throw new UsageError(`--erase-older-than takes a number of days from 0 to 99999, not "${days}".`);
  return { do: 'eraseOlderThan', days: Number(days), kind };
}

import { printAnswer } from './ask.ts';
import { personOf } from './calls/erase.ts';
import type { Question } from './calls/questions.ts';
import { isKind, kinds } from './calls/submissions.ts';
import { readOptions, runCommand, UsageError } from './options.ts';
import { run } from './run.ts';

const USAGE = `Options: --kind ${kinds.join('|')}
  --erase <email or phone>
  --erase-older-than <days> (with --kind, of that kind)`;

await run(() =>
  runCommand(USAGE, async () => {
    await printAnswer(readQuestion());
  }),
);

/**
 * Returns what is asked for.
 * @throws UsageError when the options make no sense.
 */
function readQuestion(): Question {
  const { text } = readOptions({ texts: ['kind', 'erase', 'erase-older-than'], switches: [] });
  const [kind, person, days] = [text('kind'), text('erase'), text('erase-older-than')];
  if (kind !== undefined && !isKind(kind))
    throw new UsageError(`"${kind}" is no kind of submission; there are: ${kinds.join(', ')}.`);
  if (person !== undefined) {
    if (kind !== undefined || days !== undefined)
      throw new UsageError('--erase goes with no other option: it erases all that names the person.');
    if (!personOf(person))
      throw new UsageError(`"${person}" is neither an email address nor a phone number.`);
    return { do: 'erase', person };
  }
  if (days === undefined) return { do: 'list', kind };
  if (!/^\d{1,5}$/.test(days))
    throw new UsageError(`--erase-older-than takes a number of days from 0 to 99999, not "${days}".`);
  return { do: 'eraseOlderThan', days: Number(days), kind };
}

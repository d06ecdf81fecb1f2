import { parsePerson } from '../submissions/erase.ts';
import { isSubmissionKind, listedPaymentStatuses, submissionKinds } from '../submissions/submissions.ts';
import {
  isCsv,
  outputOf,
  type ParsedOptions,
  print,
  printLines,
  refuseOperands,
  refuseOthers,
  runWithOptions,
  UsageError,
} from './commandLine.ts';
import { submissionColumns, toCsv } from './csv.ts';
import type { OperatorCommand } from './operatorCommands.ts';
import { parseSince } from './parseSince.ts';

const USAGE = `Options: --kind ${submissionKinds.join('|')}
  --since <day or time> (2026-11-01 begins at midnight in India; a time has its zone: 2026-11-01T09:30Z)
  --paid or --pending (registrations with that payment status)
  --format json|csv (JSON lines unless given)
  --person <email or phone> (all that is stored about a person, as JSON)
  --commands (which commands have erased, restored or printed what visitors sent)
  --erase <email or phone>
  --erase-older-than <days> (with --kind, of that kind; counts unless --yes is added)`;

const OPTIONS = {
  kind: { type: 'string' },
  since: { type: 'string' },
  paid: { type: 'boolean' },
  pending: { type: 'boolean' },
  format: { type: 'string' },
  person: { type: 'string' },
  commands: { type: 'boolean' },
  erase: { type: 'string' },
  'erase-older-than': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

type Given = ParsedOptions<keyof typeof OPTIONS>;

await runWithOptions(USAGE, OPTIONS, async (given) => {
  refuseOperands(given);
  const command = toCommand(given);
  const lines = outputOf(command);
  if (isCsv(given)) for await (const chunk of toCsv(lines, submissionColumns)) await print(chunk);
  else await printLines(lines);
});

/** @throws UsageError when the options are invalid. */
function toCommand(given: Given): OperatorCommand {
  refuseOthers(given, { person: [], commands: [], erase: [], 'erase-older-than': ['kind', 'yes'] });
  if (given.has('person')) return { do: 'person', person: readPerson(given, 'person') };
  if (given.has('commands')) return { do: 'commands' };
  if (given.has('erase')) return { do: 'erase', person: readPerson(given, 'erase') };
  if (given.has('erase-older-than')) return toEraseOlderThan(given);
  if (given.has('yes')) throw new UsageError('--yes goes with --erase-older-than alone.');
  return toList(given);
}

function readPerson(given: Given, option: 'person' | 'erase'): string {
  const person = given.text(option) ?? '';
  if (!parsePerson(person))
    throw new UsageError(`"${person}" is neither an email address nor a phone number.`);
  return person;
}

function toEraseOlderThan(given: Given): OperatorCommand {
  const days = given.text('erase-older-than') ?? '';
  if (!/^\d{1,5}$/.test(days))
    throw new UsageError(`--erase-older-than takes a number of days from 0 to 99999, not "${days}".`);
  return { do: 'eraseOlderThan', days: Number(days), kind: readKind(given), isMeant: given.has('yes') };
}

function toList(given: Given): OperatorCommand {
  const [kind, sinceText] = [readKind(given), given.text('since')];
  const since = sinceText && parseSince(sinceText);
  if (sinceText && !since)
    throw new UsageError(`"${sinceText}" is neither a day such as 2026-11-01 nor a time with its zone.`);
  const [paymentStatus, another] = listedPaymentStatuses.filter(given.has);
  if (another) throw new UsageError('--paid and --pending exclude each other; without both all are listed.');
  if (!paymentStatus) return { do: 'list', kind, since };
  if (kind !== undefined && kind !== 'registration')
    throw new UsageError(`--${paymentStatus} is about registrations; there is none of kind ${kind}.`);
  return { do: 'list', kind: 'registration', since, paymentStatus };
}

function readKind({ text }: Given) {
  const kind = text('kind');
  if (kind === undefined || isSubmissionKind(kind)) return kind;
  throw new UsageError(`"${kind}" is no kind of submission; there are: ${submissionKinds.join(', ')}.`);
}

import { expect, test } from 'vitest';
import { runCommand } from '../../support/serverPrograms.ts';

const ERASE = '--erase goes with no other option: it erases all that names the person.';
const ERASE_OLDER = '--erase-older-than goes with no other option than --kind.';
const DAYS = '--erase-older-than takes a number of days from 0 to 99999, not';
const KIND = '"mail" is no kind of submission; there are: registration, contact, inquiry, application.';

test.for([
  ['submissions --other', 'There is no option "--other".'],
  ['submissions -x', 'There is no option "-x".'],
  ['submissions --toString', 'There is no option "--toString".'],
  ['submissions --kind', '--kind lacks its value.'],
  ['submissions --kind=', '--kind lacks its value.'],
  ['submissions --paid=yes', '--paid takes no value.'],
  ['submissions csv', '"csv" belongs to no option.'],
  ['submissions --kind mail', KIND],
  [
    'submissions --since yesterday',
    '"yesterday" is neither a day such as 2026-11-01 nor a time with its zone.',
  ],
  ['submissions --format xlsx', '"xlsx" is no format; there are: json, csv.'],
  ['submissions --paid --pending', '--paid and --pending exclude each other; without both all are listed.'],
  ['submissions --paid --kind contact', '--paid is about registrations; there is none of kind contact.'],
  [
    'submissions --pending --kind inquiry',
    '--pending is about registrations; there is none of kind inquiry.',
  ],
  ['submissions --erase a@b.c --kind contact', ERASE],
  ['submissions --erase a@b.c --since 2026-11-01', ERASE],
  ['submissions --erase a@b.c --paid', ERASE],
  ['submissions --erase a@b.c --pending', ERASE],
  ['submissions --erase a@b.c --format csv', ERASE],
  ['submissions --erase a@b.c --erase-older-than 3', ERASE],
  ['submissions --erase-older-than 3 --since 2026-11-01', ERASE_OLDER],
  ['submissions --erase-older-than 3 --paid', ERASE_OLDER],
  ['submissions --erase-older-than 3 --pending', ERASE_OLDER],
  ['submissions --erase-older-than 3 --format csv', ERASE_OLDER],
  ['submissions --erase-older-than 3 --kind mail', KIND],
  ['submissions --erase-older-than -1', `${DAYS} "-1".`],
  ['submissions --erase-older-than 100000', `${DAYS} "100000".`],
  ['submissions --erase-older-than 3x', `${DAYS} "3x".`],
  ['mail --failed --retry', '--retry goes with no other option: it retries all that failed.'],
  ['mail --again order_1 --failed', '--again goes with no other option.'],
  ['payments order_1 order_2', 'Give one order, --attention or --check.'],
  ['payments --attention --check', 'Give one order, --attention or --check.'],
  ['submissions --person nobody', '"nobody" is neither an email address nor a phone number.'],
  [
    'submissions --person a@b.c --paid',
    '--person goes with no other option: it prints all that names the person.',
  ],
  ['mail all', '"all" belongs to no option.'],
  ['payments --all', 'There is no option "--all".'],
  ['backup', 'The path of a file is missing.'],
  ['backup a.gz b.gz', '"b.gz" is one path too many.'],
  ['backup a.gz --replace', 'There is no option "--replace".'],
  ['restore --replace', 'The path of a file is missing.'],
  ['restore a.gz --replace=yes', '--replace takes no value.'],
] as const)('"%s" is refused in one sentence, which the options follow', async ([line, sentence]) => {
  const [name, ...options] = line.split(' ');
  const program = (['submissions', 'mail', 'payments', 'backup', 'restore'] as const).find(
    (each) => each === name,
  );
  if (!program) throw new Error(`${name} is no command.`);
  const { code, out, err } = await runCommand(program, options);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const [first, next] = err.split('\n');
  expect(first).toBe(sentence);
  expect(next).toMatch(/^(Options: --|Usage: npm run )/);
});

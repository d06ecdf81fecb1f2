import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkBackup } from '../../server/backup/readBackup.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { writeBackup } from '../../server/backup/writeBackup.ts';
import { connectDatabase, openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { sendToLockHolder } from '../../server/database/directoryLock.ts';
import { runOperatorCommand } from '../../server/operatorCommands.ts';

vi.mock('../../server/backup/readBackup.ts', { spy: true });
vi.mock('../../server/backup/restoreBackup.ts', { spy: true });
vi.mock('../../server/backup/writeBackup.ts', { spy: true });
vi.mock('../../server/database/database.ts', { spy: true });
vi.mock('../../server/database/directoryLock.ts', { spy: true });
vi.mock('../../server/operatorCommands.ts', { spy: true });

/** What the programs of an operator do with their options, in a process whose streams are stubbed. */

const closed = vi.fn();
const unused = () => Promise.reject(new Error('The database is not asked itself.'));
const database: Database = {
  ...{ query: unused, transaction: unused, withLock: unused, removeDeletedRows: unused },
  close: async () => closed(),
};

const { argv } = process;
let out: string;
const printError = vi.fn<typeof console.error>();

async function* lines(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

// Each program adds a listener, which a process of its own ends with.
process.stdout.setMaxListeners(100);

beforeEach(() => {
  vi.clearAllMocks();
  vi.resetModules();
  out = '';
  vi.stubEnv('DATA_DIR', '/data');
  vi.stubEnv('DATABASE_URL', '');
  vi.spyOn(console, 'error').mockImplementation(printError);
  vi.spyOn(process, 'umask').mockReturnValue(0);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.mocked(openDatabase).mockResolvedValue(database);
  vi.mocked(connectDatabase).mockResolvedValue(database);
  vi.mocked(sendToLockHolder).mockResolvedValue(undefined);
  vi.mocked(runOperatorCommand).mockImplementation(() => lines('{"id":1}', '{"id":2}'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.argv = argv;
  process.exitCode = undefined;
});

const programs = {
  submissions: () => import('../../server/submissions.ts'),
  mail: () => import('../../server/mail.ts'),
  payments: () => import('../../server/payments.ts'),
  backup: () => import('../../server/backup.ts'),
  restore: () => import('../../server/restore.ts'),
};

/** Runs a program; returns the command that it gave to the server or the database. */
async function run(program: keyof typeof programs, given: string): Promise<unknown> {
  process.argv = ['node', program, ...given.split(' ').filter(Boolean)];
  await programs[program]();
  return vi.mocked(runOperatorCommand).mock.lastCall?.[2];
}

const LINES = '{"id":1}\n{"id":2}\n';

describe('the list of submissions', () => {
  test.each([
    ['', { do: 'list' }],
    ['--kind contact', { do: 'list', kind: 'contact' }],
    ['--since 2026-11-01', { do: 'list', since: '2026-10-31T18:30:00.000Z' }],
    [
      '--kind inquiry --since 2026-11-01T09:30Z',
      { do: 'list', kind: 'inquiry', since: '2026-11-01T09:30:00.000Z' },
    ],
    ['--paid', { do: 'list', kind: 'registration', paymentStatus: 'paid' }],
    [
      '--pending --kind registration --since 2026-11-01',
      {
        ...{ do: 'list', kind: 'registration', paymentStatus: 'pending' },
        since: '2026-10-31T18:30:00.000Z',
      },
    ],
    ['--erase a@b.c', { do: 'erase', person: 'a@b.c' }],
    ['--erase 9876543210', { do: 'erase', person: '9876543210' }],
    ['--erase-older-than 0', { do: 'eraseOlderThan', days: 0 }],
    ['--erase-older-than 99999 --kind contact', { do: 'eraseOlderThan', days: 99_999, kind: 'contact' }],
  ])('for "%s"', async (given, command) => {
    expect(await run('submissions', given)).toEqual(command);
    expect([out, printError.mock.calls]).toEqual([LINES, []]);
  });

  test('is printed as JSON unless CSV is wanted', async () => {
    await run('submissions', '--format json');
    expect(out).toBe(LINES);
    out = '';
    vi.resetModules();
    vi.mocked(runOperatorCommand).mockImplementation(() => lines('{"kind":"contact","name":"Asha"}'));
    await run('submissions', '--format csv');
    expect(out).toMatch(/^\uFEFF"receivedAt","kind",.*\r\n,"contact",.*"Asha"/);
  });

  const ERASE = '--erase goes with no other option: it erases all that names the person.';
  const OLDER = '--erase-older-than goes with no other option than --kind.';
  const DAYS = '--erase-older-than takes a number of days from 0 to 99999, not';
  test.each([
    [
      '--kind mail',
      '"mail" is no kind of submission; there are: registration, contact, inquiry, application.',
    ],
    ['--since yesterday', '"yesterday" is neither a day such as 2026-11-01 nor a time with its zone.'],
    ['--format xlsx', '"xlsx" is no format; there are: json, csv.'],
    ['--paid --pending', '--paid and --pending exclude each other; without both all are listed.'],
    ['--paid --kind contact', '--paid is about registrations; there is none of kind contact.'],
    ['--pending --kind inquiry', '--pending is about registrations; there is none of kind inquiry.'],
    ['--erase Asha', '"Asha" is neither an email address nor a phone number.'],
    ...[
      '--kind contact',
      '--since 2026-11-01',
      '--paid',
      '--pending',
      '--format csv',
      '--erase-older-than 3',
    ].map((other) => [`--erase a@b.c ${other}`, ERASE]),
    ...['--since 2026-11-01', '--paid', '--pending', '--format csv'].map((other) => [
      `--erase-older-than 3 ${other}`,
      OLDER,
    ]),
    ['--erase-older-than -1', `${DAYS} "-1".`],
    ['--erase-older-than 100000', `${DAYS} "100000".`],
    ['--erase-older-than x3', `${DAYS} "x3".`],
    ['--erase-older-than 3x', `${DAYS} "3x".`],
    [
      '--erase-older-than 3 --kind mail',
      '"mail" is no kind of submission; there are: registration, contact, inquiry, application.',
    ],
    ['csv', '"csv" belongs to no option.'],
  ])('is refused for "%s" in one sentence, with the options', async (given, sentence) => {
    expect(await run('submissions', given)).toBeUndefined();
    expect(printError.mock.calls).toEqual([
      [
        `${sentence}
Options: --kind registration|contact|inquiry|application
  --since <day or time> (2026-11-01 begins at midnight in India; a time has its zone: 2026-11-01T09:30Z)
  --paid or --pending (registrations with that payment status)
  --format json|csv (JSON lines unless given)
  --erase <email or phone>
  --erase-older-than <days> (with --kind, of that kind)`,
      ],
    ]);
    expect([out, process.exitCode]).toEqual(['', 2]);
  });
});

describe('the list of mails', () => {
  test.each([
    ['', { do: 'listMails', onlyFailed: false }],
    ['--failed', { do: 'listMails', onlyFailed: true }],
    ['--retry', { do: 'retryMails' }],
  ])('for "%s"', async (given, command) => {
    expect(await run('mail', given)).toEqual(command);
    expect([out, process.exitCode]).toEqual([LINES, 0]);
  });

  test('is refused where mails are to be retried as well', async () => {
    expect(await run('mail', '--failed --retry')).toBeUndefined();
    expect(printError.mock.calls).toEqual([
      [
        `--retry goes with no other option: it retries all that failed.
Options: --failed (only the mails that were given up)
  --retry (makes those due again)`,
      ],
    ]);
  });
});

describe('the list of orders', () => {
  test('is printed, and there is nothing to act on', async () => {
    expect(await run('payments', '')).toEqual({ do: 'listPayments', attention: false });
    expect([out, process.exitCode]).toEqual([LINES, 0]);
  });

  test('has the exit code 1 where somebody must act', async () => {
    expect(await run('payments', '--attention')).toEqual({ do: 'listPayments', attention: true });
    expect([out, process.exitCode]).toEqual([LINES, 1]);
    vi.resetModules();
    vi.mocked(runOperatorCommand).mockImplementation(() => lines());
    await run('payments', '--attention');
    expect(process.exitCode).toBe(0);
  });

  test('is refused in one sentence, with the options', async () => {
    await run('payments', '--all');
    expect(printError.mock.calls).toEqual([
      [
        'There is no option "--all".\nOptions: --attention (only what somebody must act on; exit status 1 where there is any)',
      ],
    ]);
  });
});

describe('a backup', () => {
  test('is written into the file that is named', async () => {
    vi.mocked(writeBackup).mockImplementation(async (_file, given) => {
      for await (const line of given) out += line;
      return { submissions: 2 };
    });
    expect(await run('backup', 'copy.gz')).toEqual({ do: 'backup' });
    expect(connectDatabase).toHaveBeenCalledTimes(1);
    expect(vi.mocked(writeBackup).mock.lastCall?.[0]).toBe(resolve('copy.gz'));
    expect(out).toMatch(/^\{"id":1\}\{"id":2\}Wrote \S+\/copy\.gz \(.*2.*\)\.\n$/);
  });

  test('is not written without a file', async () => {
    await run('backup', '');
    expect(printError.mock.calls).toEqual([
      [
        'The path of a file is missing.\nUsage: npm run backup -- FILE (a new file, compressed with gzip, that its owner alone may read)',
      ],
    ]);
  });

  test.each([
    ['copy.gz', false],
    ['copy.gz --replace', true],
  ])('is checked and restored for "%s"', async (given, isReplaced) => {
    const file = resolve('copy.gz');
    const backup: Awaited<ReturnType<typeof checkBackup>> = {
      file,
      header: {
        format: 'future-ready-academy backup',
        formatVersion: 1,
        schemaVersion: 1,
        madeAt: '2026-11-01T09:30:00.000Z',
      },
      rows: { submissions: 2 },
    };
    vi.mocked(checkBackup).mockResolvedValue(backup);
    vi.mocked(restoreBackup).mockImplementation(async () => expect(closed).not.toHaveBeenCalled());
    await run('restore', given);
    expect(vi.mocked(checkBackup).mock.calls).toEqual([[file]]);
    expect(vi.mocked(restoreBackup).mock.calls).toEqual([[database, backup, isReplaced]]);
    expect(vi.mocked(connectDatabase).mock.lastCall?.[0]).toMatchObject({
      dataDir: '/data',
      create: 'always',
    });
    expect(closed).toHaveBeenCalledTimes(1);
    expect(out).toMatch(/^Restored \S+\/copy\.gz, made at 2026-11-01T09:30:00\.000Z \(.*2.*\)\.\n$/);
  });

  test('that is broken leaves the database closed, and one that fails closes it', async () => {
    vi.mocked(checkBackup).mockRejectedValueOnce(new Error('Broken.'));
    await expect(run('restore', 'copy.gz')).rejects.toThrow('Broken.');
    expect(connectDatabase).not.toHaveBeenCalled();
    vi.resetModules();
    vi.mocked(checkBackup).mockResolvedValueOnce(JSON.parse('{}'));
    vi.mocked(restoreBackup).mockRejectedValueOnce(new Error('Oh.'));
    await expect(run('restore', 'copy.gz')).rejects.toThrow('Oh.');
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test('is not restored without a file', async () => {
    await run('restore', '--replace');
    expect(printError.mock.calls).toEqual([
      [
        `The path of a file is missing.
Usage: npm run restore -- FILE (that npm run backup wrote, of either database)
  --replace (deletes the data that the database holds)`,
      ],
    ]);
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { readSnapshot } from '../../server/backup/snapshot.ts';
import type { Database } from '../../server/database/database.types.ts';
import { removeMailFiles } from '../../server/mail/fileTransport.ts';
import { listMails, retryFailed } from '../../server/mail/outbox.ts';
import { runOperatorCommand } from '../../server/operatorCommands.ts';
import { listOrders } from '../../server/payments/listOrders.ts';
import { eraseOlderThan, erasePerson } from '../../server/submissions/erase.ts';
import { listSubmissions } from '../../server/submissions/submissions.ts';
import { collect } from '../support/operatorCommand.ts';

vi.mock('../../server/backup/snapshot.ts', { spy: true });
vi.mock('../../server/mail/fileTransport.ts', { spy: true });
vi.mock('../../server/mail/outbox.ts', { spy: true });
vi.mock('../../server/payments/listOrders.ts', { spy: true });
vi.mock('../../server/submissions/erase.ts', { spy: true });
vi.mock('../../server/submissions/submissions.ts', { spy: true });

const unused = () => Promise.reject(new Error('The database is not asked itself.'));
const database: Database = {
  ...{ query: unused, transaction: unused, withLock: unused, removeDeletedRows: unused, close: unused },
};
const outputOf = (message: unknown) => collect(runOperatorCommand(database, '/data', message));

/** Lists two things, which are shown as JSON. */
async function* two() {
  yield JSON.parse('{"id":1}');
  yield JSON.parse('{"id":2}');
}
const LINES = ['{"id":1}', '{"id":2}'];

const erased = {
  submissions: { registration: 1, contact: 2, inquiry: 3, application: 4 },
  ...{ orders: 5, messageIds: ['a', 'b'], isVacuumed: true },
};
const REPORT = [
  'Erased of kind registration: 1',
  'Erased of kind contact: 2',
  'Erased of kind inquiry: 3',
  'Erased of kind application: 4',
  'Orders kept without an email address: 5',
];

beforeEach(() => {
  vi.clearAllMocks();
  for (const list of [listSubmissions, listOrders, listMails]) vi.mocked(list).mockImplementation(two);
  vi.mocked(erasePerson).mockResolvedValue(erased);
  vi.mocked(eraseOlderThan).mockResolvedValue(erased);
  vi.mocked(removeMailFiles).mockResolvedValue(undefined);
  vi.mocked(retryFailed).mockResolvedValue(6);
});

test.each([
  { do: 'list' },
  {
    ...{ do: 'list', kind: 'registration', since: '2026-11-01T00:00:00.000Z', paymentStatus: 'paid' },
  },
  { do: 'list', kind: 'contact', paymentStatus: 'pending' },
])('submissions are listed: %o', async (command) => {
  expect(await outputOf(command)).toEqual(LINES);
  expect(vi.mocked(listSubmissions).mock.calls).toEqual([[database, command]]);
});

test.each([true, false])('orders are listed, or those that somebody must act on: %s', async (attention) => {
  expect(await outputOf({ do: 'listPayments', attention })).toEqual(LINES);
  expect(vi.mocked(listOrders).mock.calls).toEqual([[database, attention]]);
});

test.each([true, false])('mails are listed, or those that failed: %s', async (onlyFailed) => {
  expect(await outputOf({ do: 'listMails', onlyFailed })).toEqual(LINES);
  expect(vi.mocked(listMails).mock.calls).toEqual([[database, onlyFailed]]);
});

test('mails that failed are due again', async () => {
  expect(await outputOf({ do: 'retryMails' })).toEqual(['Mails that are due again: 6']);
  expect(vi.mocked(retryFailed).mock.calls).toEqual([[database]]);
});

test('a person is erased, in the mail files too', async () => {
  expect(await outputOf({ do: 'erase', person: '9876543210' })).toEqual(REPORT);
  expect(vi.mocked(erasePerson).mock.calls).toEqual([[database, '9876543210']]);
  expect(vi.mocked(removeMailFiles).mock.calls).toEqual([['/data', ['a', 'b']]]);
});

test('what is older is erased, of one kind or of all, and what a vacuum leaves is said', async () => {
  vi.mocked(eraseOlderThan).mockResolvedValue({ ...erased, isVacuumed: false });
  expect(await outputOf({ do: 'eraseOlderThan', days: 0, kind: 'inquiry' })).toEqual([
    ...REPORT,
    'Erased rows stay in the files of PostgreSQL until its next vacuum: let the owner of the tables run "vacuum".',
  ]);
  await outputOf({ do: 'eraseOlderThan', days: 30 });
  expect(vi.mocked(eraseOlderThan).mock.calls).toEqual([
    [database, 0, 'inquiry'],
    [database, 30, undefined],
  ]);
  expect(removeMailFiles).toHaveBeenCalledTimes(2);
});

test('everything is backed up', async () => {
  vi.mocked(readSnapshot).mockImplementation(async function* () {
    yield 'a';
    yield 'b';
  });
  expect(await outputOf({ do: 'backup' })).toEqual(['a', 'b']);
  expect(vi.mocked(readSnapshot).mock.calls).toEqual([[database, '/data']]);
});

test.each([
  undefined,
  {},
  { do: 'drop' },
  { do: 'list', kind: 'letter' },
  { do: 'list', since: 'yesterday' },
  { do: 'list', paymentStatus: 'refunded' },
  { do: 'listPayments' },
  { do: 'erase' },
  { do: 'eraseOlderThan' },
  { do: 'eraseOlderThan', days: -1 },
  { do: 'eraseOlderThan', days: 0.5 },
  { do: 'eraseOlderThan', days: 1, kind: 'letter' },
  { do: 'listMails' },
])('the message %o is no command', async (message) => {
  await expect(outputOf(message)).rejects.toMatchObject({ name: 'ValiError' });
});

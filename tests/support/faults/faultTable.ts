import { browserFaultGroups } from './browserFaults.ts';
import { checkoutFaults } from './checkoutFaults.ts';
import { disturbanceFaults } from './disturbanceFaults.ts';
import {
  callFaults,
  clockFaults,
  draftFaults,
  type FailureTexts,
  serviceCalls,
  storageFaults,
  tabFaults,
} from './pageFaults.ts';
import {
  connectionFaults,
  machineFaults,
  providerFaults,
  type StoredPayments,
  webhookFaults,
} from './serverFaults.ts';
import { visitFaults } from './visitFaults.ts';

/** The faults of the world as a document: all tables from which tests are made, as Markdown. */

type FaultGroup = {
  title: string;
  /** The test file that is made from the rows; none where each row names its own. */
  test?: string;
  about: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
};

const quoted = (text: string | null) => (text === null ? '' : `“${text}”`);
const listed = (items: readonly string[]) => (items.length === 0 ? 'none' : items.join(', '));

/** The texts of all calls after a fault. Where they differ, each has its calls. */
function textsOf(words: (texts: FailureTexts) => string | null): string {
  const callsOf = new Map<string, string[]>();
  for (const each of serviceCalls) {
    const text = quoted(words(each.words)) || 'a success';
    callsOf.set(text, [...(callsOf.get(text) ?? []), `\`${each.call}\``]);
  }
  if (callsOf.size === 1) return [...callsOf.keys()].join();
  return [...callsOf].map(([text, calls]) => `${calls.join(', ')}: ${text}`).join('; ');
}

const paymentsText = ({ orders, registrations }: StoredPayments) =>
  `orders ${listed(orders)}; registrations ${listed(registrations)}`;

const groups: readonly FaultGroup[] = [
  {
    title: 'A call of the site',
    test: 'screens/callFaults.test.tsx',
    about:
      'Each fault meets each of the five calls while it waits. What was typed stays, the fault makes no further call, and the next try is one more, which works.',
    head: ['Fault', 'What the visitor reads'],
    rows: Object.entries(callFaults).map(([fault, { words }]) => [fault, textsOf(words)]),
  },
  {
    title: 'The checkout script and the payment window',
    test: 'screens/payment.test.ts',
    about: 'Each begins when the order is made. *Scripts* and *windows* are those on the page.',
    head: [
      'Fault',
      'State and alert',
      'Scripts',
      'Windows',
      'Calls of `/api/register`',
      'Payment in the draft',
    ],
    rows: Object.entries(checkoutFaults).map(([fault, { state, text, stored }]) => [
      ...[fault, `\`${state}\` ${quoted(text)}`.trim(), String(stored.scripts), String(stored.windows)],
      ...[String(stored.calls['/api/register']), stored.paymentId ? `\`${stored.paymentId}\`` : 'none'],
    ]),
  },
  {
    title: 'The draft in the storage of a tab',
    test: 'screens/drafts.test.tsx',
    about: 'Each meets every form that keeps a draft.',
    head: ['Fault', 'What is seen', 'What is stored'],
    rows: [
      ...Object.keys(storageFaults).map((fault) => [
        fault,
        'all as without it; after a reload an empty form',
        'nothing',
      ]),
      ...Object.keys(draftFaults).map((fault) => [fault, 'an empty form', 'nothing']),
      ...Object.entries(clockFaults).map(([fault, { isRestored }]) =>
        isRestored ? [fault, 'what was typed', 'the draft'] : [fault, 'an empty form', 'nothing'],
      ),
    ],
  },
  {
    title: 'Two tabs',
    test: 'browser/disturbances.test.ts',
    about:
      'A message is being sent, or a payment window is open. In the first tab everything stays and goes on as before.',
    head: ['Fault', 'The other tab: contact', 'The other tab: registration', 'Calls of both'],
    rows: Object.entries(tabFaults).map(([fault, { otherTab, calls }]) => [
      fault,
      ...[otherTab.contact, otherTab.registration].map(
        ({ state, hasDraft }) => `\`${state}\`, ${hasDraft ? 'with what was typed' : 'empty'}`,
      ),
      String(calls),
    ]),
  },
  {
    title: 'A page that others change',
    test: 'browser/disturbedPaths.test.ts',
    about:
      'Translators, extensions, password managers, keyboards and settings change a page that React believes to be its own. What is seen stays the same. [browsers.md](browsers.md#pages-that-others-change) says where each is walked.',
    head: ['Disturbance', 'What it does'],
    rows: disturbanceFaults,
  },
  {
    title: 'One visit',
    about: 'Each has a test of its own.',
    head: ['Fault', 'What is seen', 'Shown by'],
    rows: Object.entries(visitFaults).map(([fault, { seen, file }]) => [
      fault,
      seen,
      `[${file}](../${file})`,
    ]),
  },
  ...browserFaultGroups,
  {
    title: 'The answers of the payment provider',
    test: 'server/payments/providerFaults.test.ts',
    about: 'When the provider is well again, each call is repeated; the last column is what is stored then.',
    head: ['Fault', 'Call', 'Response', 'Stored', 'Stored after the second try'],
    rows: Object.entries(providerFaults).flatMap(([fault, { after, ...row }]) =>
      (
        [
          ['`/create-order`', row.newOrder, after.newOrder],
          ['`/create-order`, paid', row.paidOrder, after.paidOrder],
          ['`/api/register`, paid', row.registration, after.registration],
        ] as const
      ).map(([call, outcome, later]) => [
        ...[fault, call, `${outcome.status} ${quoted(outcome.error)}`.trim()],
        ...[paymentsText(outcome), paymentsText(later)],
      ]),
    ),
  },
  {
    title: 'The webhooks of the payment provider',
    test: 'server/payments/providerFaults.test.ts',
    about:
      'The family gets a mail that its registration is paid, or that a second payment will be refunded. The last column is what the office reads in its list.',
    head: ['Fault', 'Response', 'Stored', 'Mails to the family', 'Task of the office'],
    rows: Object.entries(webhookFaults).map(([fault, { status, error, stored }]) => [
      fault,
      `${status} ${quoted(error)}`.trim(),
      paymentsText(stored),
      `paid: ${stored.mails.confirmation}, to be refunded: ${stored.mails.refundPromise}`,
      listed(stored.tasks),
    ]),
  },
  {
    title: 'The connection of a caller',
    test: 'server/database/faults.test.ts',
    about: 'The caller sees no answer, and tries again.',
    head: ['Fault', 'Call', 'Rows', 'Rows after the second try'],
    rows: Object.entries(connectionFaults).flatMap(([fault, calls]) =>
      Object.entries(calls).map(([call, { after, afterSecondTry }]) => [
        ...[fault, `\`${call}\``, String(after), String(afterSecondTry)],
      ]),
    ),
  },
  {
    title: 'The process of the server',
    test: 'server/database/faults.test.ts',
    about:
      'A full disk and a database that goes away are in the same file; kills under load have a test of their own: `process.test.ts` in `tests/server/`.',
    head: ['Fault', 'Responses', 'Rows of a call with 200', 'Rows of another call, at most'],
    rows: Object.entries(machineFaults).map(([fault, { statuses, error, stored }]) => [
      fault,
      `${statuses.map((status) => status ?? 'none').join(' or ')} ${quoted(error)}`.trim(),
      ...[String(stored.acknowledged), String(stored.others)],
    ]),
  },
];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

type Rows = FaultGroup['rows'];

/** Merges rows that differ only in one column. */
function merged(rows: Rows, column: number): Rows {
  const byOthers = new Map<string, string[][]>();
  for (const row of rows) {
    const others = row.toSpliced(column, 1).join('|');
    byOthers.set(others, [...(byOthers.get(others) ?? []), [...row]]);
  }
  return [...byOthers.values()].map(([first = [], ...others]) =>
    first.with(column, [first, ...others].map((row) => row[column]).join('; ')),
  );
}

export const faultDocument = (): string =>
  [
    '# Faults of the world',
    '',
    'What is seen and what is stored when something around the site or its server goes wrong. `npm run tools -- docs` writes this from `tests/support/faults/`, and the tests are made from the same rows.',
    '',
    ...groups.flatMap(({ title, test, about, head, rows }) => [
      ...[
        `## ${title}`,
        '',
        `${about}${test ? ` Made from it: [tests/${test}](../tests/${test}).` : ''}`,
        '',
      ],
      ...[line(head), line(head.map(() => '---')), ...merged(merged(rows, 0), 1).map(line), ''],
    ]),
  ].join('\n');

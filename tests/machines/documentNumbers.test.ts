import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';

/** The numbers of the documents that have a name in the code. Those of benches are measured by their command. */

/** The value of a constant, an option or a default of a file. */
function numberIn(file: string, name: string): number {
  const [, product] =
    readFileSync(file, 'utf8').match(
      new RegExp(`\\b${name}\\b(?:: \\w+)?(?: =|:) ([\\d_.]+(?: \\* [\\d_.]+)*)`),
    ) ?? [];
  if (product === undefined) throw new Error(`${file} has no number with the name ${name}.`);
  return product.split(' * ').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}

const WORDS: Readonly<Record<number, string>> = {
  5: 'five',
  7: 'seven',
  8: 'eight',
  10: 'ten',
  12: 'twelve',
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const KIB = 1_024;

const { perAddress, perPerson, windowMs } = readConfig({}).rateLimits;
const CALLS_PER_ORDER = numberIn('server/submissions/openOrders.ts', 'CALLS_PER_ORDER');
const SHEDDING = 'server/http/loadShedding.ts';
const RECONCILE = 'server/payments/reconcile.ts';
const APP = 'server/http/app.ts';
const SLOW_BODIES = 'server/http/slowBodies.ts';
const CONNECT = 'server/database/connect.ts';
const LINK = 'machines/visualiser/visualiserLink/visualiserLink.rules.ts';
const ACTOR_SYSTEM = 'machines/paths/simulate/actorSystem.ts';
const SHORTENING = 'tests/support/walkOrShorten.ts';
const WALKS = 'tests/drivers/walks.ts';

/** A document with a phrase in which each `#` is a number, and the numbers as the code has them. */
const phrases: readonly (readonly [document: string, phrase: string, ...numbers: number[]])[] = [
  [
    'operations/monitoring',
    'may make # calls in # minutes, and # of one kind',
    perAddress,
    windowMs / MINUTE,
    perPerson,
  ],
  [
    'operations/monitoring',
    'One order for # of these calls, #, may be made in an hour',
    CALLS_PER_ORDER,
    perAddress / CALLS_PER_ORDER,
  ],
  ['operations/monitoring', 'when # database operations wait', numberIn(SHEDDING, 'ALWAYS_LET_IN')],
  ['operations/monitoring', 'wait for more than # ms', numberIn(SHEDDING, 'MAX_DATABASE_WAIT_MS')],
  [
    'operations/monitoring',
    'the event loop is more than # ms late',
    numberIn(SHEDDING, 'MAX_EVENT_LOOP_DELAY_MS'),
  ],
  ['operations/monitoring', 'one line together in # seconds', numberIn(SHEDDING, 'LOG_EVERY_MS') / SECOND],
  [
    'operations/monitoring',
    'a call that is not complete after # gets 503',
    numberIn(APP, 'complete') / SECOND,
  ],
  [
    'operations/payments',
    'compares # orders at most, # a second',
    numberIn(RECONCILE, 'MAX_CHECKS_PER_ROUND'),
    SECOND / numberIn(RECONCILE, 'PACE_MS'),
  ],
  ['scale', 'wait more than # seconds for a response', numberIn(APP, 'handler') / SECOND],
  ['scale', 'after less than # seconds', numberIn(APP, 'keepAlive') / SECOND],
  ['scale', '# for its operations and one for its locks', numberIn(CONNECT, 'MOST_CONNECTIONS')],
  ['scale', 'are closed after # seconds', numberIn(APP, 'noProgress') / SECOND],
  [
    'security',
    '# KB a call, # KB a webhook',
    numberIn(APP, 'BODY_LIMIT') / KIB,
    numberIn('server/payments/webhook.ts', 'MAX_BYTES') / KIB,
  ],
  ['security', 'A network address may ask # times in # minutes', perAddress, windowMs / MINUTE],
  ['security', 'passes, # in # minutes for each order', perPerson, windowMs / MINUTE],
  [
    'security',
    'After # wrong names',
    perPerson * numberIn('server/http/requestLimits.ts', 'COMPARISONS_PER_PERSON'),
  ],
  ['security', '`Retry-After` within # seconds', numberIn(CONNECT, 'QUERY_TIMEOUT_MS') / SECOND],
  [
    'security',
    'with more than # waiting it is closed',
    numberIn('server/http/connections.ts', 'MAX_PIPELINED'),
  ],
  ['security', 'of a network address # slow bodies are waited for', numberIn(SLOW_BODIES, 'MAX_SLOW_BODIES')],
  ['security', 'one chunk for each # bytes of its limit', numberIn(SLOW_BODIES, 'MIN_MEAN_CHUNK_BYTES')],
  [
    'security',
    'arrive within # seconds, calls are answered within #',
    numberIn(APP, 'request') / SECOND,
    numberIn(APP, 'handler') / SECOND,
  ],
  [
    'security',
    'closed after # while a response is sent, and after # when',
    numberIn(APP, 'noProgress') / SECOND,
    numberIn(APP, 'keepAlive') / SECOND,
  ],
  ['alerts', 'more than # of their requests waited', numberIn('server/http/connections.ts', 'MAX_PIPELINED')],
  ['alerts', 'more than # bodies of their address were slow', numberIn(SLOW_BODIES, 'MAX_SLOW_BODIES')],
  ['alerts', 'orders of the last # days', numberIn('server/payments/recordPayment.ts', 'EARLY_FACT_DAYS')],
  ['visualiser', 'holds the latest # entries', numberIn(LINK, 'MAX_ENTRIES')],
  [
    'visualiser',
    'their snapshots have # million characters',
    numberIn(LINK, 'MAX_TIMELINE_CHARACTERS') / 1e6,
  ],
  ['visualiser', 'about # MB of recorded pages', numberIn(LINK, 'MAX_RECORDED_CHARACTERS') / 1e6],
  ['visualiser', 'shows the first # items', numberIn('machines/visualiser/displayData.ts', 'MAX_ITEMS')],
  [
    'visualiser',
    'they have at least # px',
    numberIn('src/visualiser/tool/views/chart/view.ts', 'LEAST_TYPE'),
  ],
  [
    'visualiser',
    'of the payment script, # s later',
    numberIn('src/visualiser/tool/environment/pageEnvironment.ts', 'SLOW_DELAY') / SECOND,
  ],
  ['path-tests', 'a test has at most # steps', numberIn('machines/paths/plan/plan.ts', 'maxLength')],
  [
    'path-tests',
    'for # attempts or # seconds',
    numberIn(SHORTENING, 'attempts'),
    numberIn(SHORTENING, 'milliseconds') / SECOND,
  ],
  [
    'path-tests',
    'when # states and then # random walks',
    numberIn('machines/paths/simulate/explore.ts', 'PATIENCE'),
    numberIn('machines/paths/simulate/exploration.ts', 'QUIET_WALKS'),
  ],
  [
    'path-tests',
    '(# microsteps, # events in a step)',
    numberIn('machines/paths/simulate/actorModels.ts', 'MAX_MICROSTEPS'),
    numberIn(ACTOR_SYSTEM, 'MAX_EVENTS'),
  ],
  ['path-tests', 'more than # pending events', numberIn(ACTOR_SYSTEM, 'MAX_PENDING')],
  ['path-tests', 'one walk of # steps is taken', numberIn(WALKS, 'MAX_LENGTH')],
  ['path-tests', 'takes # of # steps there', numberIn(WALKS, 'count'), numberIn(WALKS, 'maxLength')],
  ['path-tests', 'the rest # slips in each flow', numberIn('tests/mutation/code.test.tsx', 'SAMPLE')],
  [
    'path-tests',
    'misses more than # % of those',
    numberIn('tests/mutation/mutants.test.tsx', 'LEFT_BY_PLAN') * 100,
  ],
];

const rows = phrases.map(([document, phrase, ...numbers]) => ({ document, phrase, numbers }));

test.each(rows)('$document says: $phrase', ({ document, phrase, numbers }) => {
  const text = readFileSync(`docs/${document}.md`, 'utf8').replace(/\s+/g, ' ');
  const written = (number: number) => [
    String(number),
    number.toLocaleString('en'),
    WORDS[number] ?? String(number),
  ];
  const [first = '', ...parts] = phrase.split('#').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = parts.reduce(
    (whole, part, index) => `${whole}(?:${written(numbers[index] ?? Number.NaN).join('|')})${part}`,
    first,
  );
  expect(text).toMatch(new RegExp(pattern));
});

import { expect, test } from 'vitest';
import { csvColumns, toCsv } from '../../server/submissions/csv.ts';
import { parseSince } from '../../server/submissions/parseSince.ts';

async function* listed(lines: readonly string[]) {
  yield* lines;
}

async function csvOf(lines: AsyncIterable<string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of toCsv(lines)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const HEADER = [
  ...['receivedAt', 'kind', 'paymentStatus', 'paymentMode', 'orderId', 'paymentId'],
  ...['name', 'father', 'mother', 'grade', 'course', 'phone', 'email', 'city', 'refrence', 'refrenceSt'],
  ...['acceptTerms', 'message', 'messageUser'],
];

test('the columns are those of all kinds of submissions, each once', () => {
  expect(csvColumns.toSorted()).toEqual(HEADER.toSorted());
  expect(csvColumns.slice(0, 6)).toEqual(HEADER.slice(0, 6));
});

test('a list is UTF-8 with a byte order mark, a header, quoted cells and lines that end as RFC 4180 says', async () => {
  const header = csvColumns.map((name) => `"${name}"`).join(',');
  const row = (values: Record<string, string>) =>
    csvColumns.map((name) => (values[name] === undefined ? '' : `"${values[name]}"`)).join(',');
  const csv = await csvOf(
    listed([
      JSON.stringify({ kind: 'registration', name: 'Zoë "Z"', city: '=1+1', acceptTerms: true, other: 'x' }),
      JSON.stringify({ kind: 'contact', message: 'a;b\nc', acceptTerms: false }),
    ]),
  );
  expect(csv).toBe(
    [
      `\ufeff${header}`,
      row({ kind: 'registration', name: 'Zoë ""Z""', city: "'=1+1", acceptTerms: 'true' }),
      row({ kind: 'contact', message: 'a;b\nc', acceptTerms: 'false' }),
      '',
    ].join('\r\n'),
  );
});

test('a list that fails half-way fails for its reader', async () => {
  async function* failing() {
    yield '{"kind":"contact"}';
    throw new Error('Oh');
  }
  await expect(csvOf(failing())).rejects.toThrow('Oh');
});

test.each([
  ['2026-11-01', '2026-10-31T18:30:00.000Z'],
  ['2028-02-29', '2028-02-28T18:30:00.000Z'],
  ['2026-11-01T09:30Z', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01T15:00+05:30', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01T04:00-05:30', '2026-11-01T09:30:00.000Z'],
  ['2026-11-01T09:30:15Z', '2026-11-01T09:30:15.000Z'],
  ['2026-11-01T09:30:15.5Z', '2026-11-01T09:30:15.500Z'],
  ['2026-11-01T09:30:15.125Z', '2026-11-01T09:30:15.125Z'],
  ['2026-11-01T09:30:15.5+05:30', '2026-11-01T04:00:15.500Z'],
])('%s is the time %s', (text, time) => {
  expect(parseSince(text)).toBe(time);
});

test.each([
  '',
  'yesterday',
  '1 November',
  '01.11.2026',
  '2026-11',
  '2026-11-1',
  '2026-02-29',
  '2026-02-30T00:00Z',
  '2026-11-01 ',
  ' 2026-11-01',
  '2026-11-01/2026-11-02',
  '2026-11-01 (2026-11-02T09:30Z',
  '2026-11-01T',
  '2026-11-01Z',
  '2026-11-01T09:30',
  '2026-11-01T09Z',
  '2026-11-01T9:30Z',
  '2026-11-01T25:30Z',
  '2026-11-01T09:30:15.Z',
  '2026-11-01T09:30:15.1234Z',
  '2026-11-01T09:30+0530',
  '2026-11-01T09:30Z ',
  '2026-11-01 09:30Z',
])('"%s" is no time', (text) => {
  expect(parseSince(text)).toBeUndefined();
});

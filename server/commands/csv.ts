import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { registrationFields } from '../../machines/registration/registration.rules.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';

const fields = [registrationFields, contactForm.fields, callBackForm.fields, scholarshipForm.fields];

/** The names of everything that a listed submission of any kind can have. */
export const submissionColumns: readonly string[] = [
  ...['receivedAt', 'kind', 'paymentStatus', 'paymentMode', 'orderId', 'paymentId'],
  ...['amount', 'paidAt', 'refunded'],
  ...new Set(fields.flatMap(Object.keys)),
];

export const accountColumns: readonly string[] = [
  ...['orderId', 'paymentId', 'kind', 'date', 'amount', 'refunded', 'currency'],
  ...['paymentMode', 'state', 'registration'],
];

const AMOUNTS: readonly unknown[] = ['amount', 'refunded'];

/**
 * Converts lines of JSON to CSV for spreadsheets: RFC 4180, UTF-8 with a byte order mark, amounts in rupees. A
 * cell that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function toCsv(lines: AsyncIterable<string>, columns: readonly string[]): AsyncIterable<Uint8Array> {
  const csv = stringify({
    bom: true,
    header: true,
    columns,
    record_delimiter: 'windows',
    // A spreadsheet that separates cells by semicolons or tabs would else divide a cell that contains one.
    quoted: true,
    escape_formulas: true,
    cast: {
      boolean: String,
      number: (value, { column }) => (AMOUNTS.includes(column) ? (value / 100).toFixed(2) : String(value)),
    },
  });
  // The error of a pipeline is also thrown to its reader.
  return pipeline(
    () => parseLines(lines),
    csv,
    () => {},
  );
}

async function* parseLines(lines: AsyncIterable<string>): AsyncGenerator<unknown> {
  for await (const line of lines) yield JSON.parse(line);
}

import { messageText } from './sequence.ts';
import type { Sequence, SequenceRow } from './types.ts';

/**
 * Escapes what Mermaid would read as the end of a statement, a comment, a line break or markup. A character is written as
 * `#` with its number and `;`.
 */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[#;:"'`<>&%{}\\$]|--|->/g, (signs) =>
      [...signs].map((sign) => `#${sign.charCodeAt(0)};`).join(''),
    );

const idOf = (id: string) => id.replaceAll(/[^A-Za-z0-9]+/g, '_');

/** Returns the statement of a row; `span` names the first and the last lifeline. */
function statementOf(row: SequenceRow, span: string): string {
  switch (row.kind) {
    case 'message':
      return `${idOf(row.from)}${row.isReply ? '-->>' : '->>'}${idOf(row.to)}: ${escapeText(messageText(row))}`;
    case 'note':
      return `Note over ${idOf(row.over)}: ${escapeText(row.text)}`;
    case 'pageLoaded':
      return `Note over ${span}: ${escapeText(row.text)}`;
  }
}

/** Returns a sequence as a Mermaid sequence diagram. */
export function sequenceAsMermaid({ lifelines, rows }: Sequence): string {
  const ids = lifelines.map(({ id }) => idOf(id));
  const span = ids.length > 1 ? `${ids[0]},${ids.at(-1)}` : ids.join('');
  return [
    'sequenceDiagram',
    ...lifelines.map(({ id, name }) => `  participant ${idOf(id)} as ${escapeText(name)}`),
    ...rows.map((row) => `  ${statementOf(row, span)}`),
  ].join('\n');
}

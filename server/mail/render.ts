export type Detail = readonly [label: string, value: string];

/** The content of a mail, from which its plain text and HTML are rendered. */
export type EmailMessage = {
  subject: string;
  /** Paragraphs before the details. */
  opening: readonly string[];
  details: readonly Detail[];
  /** Paragraphs after the details. */
  closing: readonly string[];
};

/** Renders the plain text part. Further lines of a value are indented, so that none looks like a label. */
export function toText({ opening, details, closing }: EmailMessage): string {
  const lines = details.map(([label, value]) => `${label}: ${value.split(LINE_BREAK).join('\n    ')}`);
  return `${[...opening, lines.join('\n'), ...closing].join('\n\n')}\n`;
}

/** Renders the HTML part, without styles, pictures and links. Every text is escaped. */
export function toHtml({ subject, opening, details, closing }: EmailMessage): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const rows = details.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value).split(LINE_BREAK).join('<br>')}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...opening.map(paragraph),
    `<table>${rows.join('\n')}</table>`,
    ...closing.map(paragraph),
    '</body></html>',
  ].join('\n');
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => String(entities[character]));

import { readFileSync } from 'node:fs';
import type { CommandName } from './serverPrograms.ts';

/** Commands as they stand in a document. */

export const operatorCommands: readonly CommandName[] = [
  'submissions',
  'mail',
  'payments',
  'backup',
  'restore',
];

/** Values for the placeholders of the guides. */
export const exampleValues: Readonly<Record<string, string>> = {
  FILE: 'backup.gz',
  '<order>': 'order_1',
  '<days>': '365',
  '<reason>': 'told by phone',
  '<email or phone>': 'asha@example.org',
};

/** The commands of a document: those in backquotes, and those in blocks of code. */
export const commandLinesIn = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/npm run [^`\n]*/g)]
    .map(([line]) => line.replace(/\s+(#|>|;|&&)\s.*$/, '').trim())
    .filter((line) => /^npm run (--silent )?[a-z]/.test(line));

/**
 * The script of a command line, its operator's command, if any, and its arguments, with values for placeholders.
 */
export function parseCommandLine(line: string, values: Readonly<Record<string, string>>) {
  const [, script = '', rest = ''] = line.match(/^npm run (?:--silent )?([\w:-]+)(?: -- (.*))?$/) ?? [];
  const args = (rest.match(/"[^"]*"|<[^>]*>|\S+/g) ?? []).map((arg) => {
    const text = arg.replace(/^"(.*)"$/, '$1');
    return values[text] ?? text;
  });
  return { script, command: operatorCommands.find((each) => each === script), args };
}

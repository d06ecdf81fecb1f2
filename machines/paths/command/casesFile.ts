import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FoundCases, MachineCases } from '../index.ts';
import { fileBeside, formatted, importOf, LISTENER, librarySpecifier, propertiesOf } from './code.ts';
import { UsageError } from './usageError.ts';

export const casesFileOf = (named: Parameters<typeof fileBeside>[0]): string =>
  fileBeside(named, '.cases.ts');

// Each part is written before the earlier ones in this list.
const PARTS = ['outcomes', 'events', 'inputs'] as const;

/** Whether cases of an event say nothing, because it is sent without a payload where there are none. */
const isPlain = (cases: unknown) => JSON.stringify(Object.values(Object(cases))) === '[{}]';

/** Code with one more property in the object that a text opens; its closing brace begins a line. */
const withFirst = (code: string, opening: string, property: string): string =>
  code.replace(opening, () => `${opening}\n${property}\n`).replace(`${property}\n\n`, () => `${property}\n`);

/**
 * Writes the found cases of a machine into the file beside it. An existing file keeps its content: only the
 * missing parts are added. Returns the change in a sentence.
 *
 * @throws UsageError where nothing can be added to a file
 */
export function writeCases(file: string, found: FoundCases, given: MachineCases): string {
  const isThere = existsSync(file);
  const empty = `${importOf('type { MachineCases }', librarySpecifier(file))}\n\nexport default {} satisfies MachineCases;\n`;
  const before = isThere ? readFileSync(file, 'utf8') : empty;
  const [start] = /export default \{|\bcases(?:: \w+)? = \{/.exec(before) ?? [];
  if (start === undefined)
    throw new UsageError(`"${file}" has no cases that can be added to: export an object by default.`);
  let code = before;
  for (const part of PARTS) {
    const known = given[part] ?? {};
    const news = Object.entries(found[part]).filter(
      ([key, value]) => !(key in known || (part === 'events' && isPlain(value))),
    );
    if (news.length === 0 || (part === 'inputs' && (given.inputs ?? given.input) !== undefined)) continue;
    const entries = propertiesOf(Object.fromEntries(news), 2)
      .map((property) => `    ${property},`)
      .join('\n');
    const [opening] = new RegExp(`\\b${part}: \\{`).exec(code) ?? [];
    code =
      opening === undefined
        ? withFirst(code, start, `  ${part}: {\n${entries}\n  },`)
        : withFirst(code, opening, entries);
  }
  const asked = found.asked.map((sentence) => `// ${sentence}.`).filter((line) => !code.includes(line));
  if (asked.length > 0) code = code.replace(start, () => `${asked.join('\n')}\n${start}`);
  if (code.includes(LISTENER) && !code.includes('fromCallback }'))
    code = `${importOf('{ createActor, fromCallback }', 'xstate')}\n${code}`;
  if (code === before)
    return isThere ? `${file} has all cases.` : `${file} is not needed: every event is plain.`;
  writeFileSync(file, formatted(file, code));
  return isThere ? `${file} has new cases.` : `${file} is written.`;
}

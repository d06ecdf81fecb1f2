import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { isMainModule, runCommand, UsageError } from '../../machines/paths/command/usageError.ts';
import { screens } from '../../src/screens.ts';
import { type FlowNames, flowFiles, flowNamesFrom } from './flowTemplate.ts';

/**
 * `npm run tools -- new-flow waitlist` writes a flow with all files that its tests require, and enters it where
 * flows are listed. Nothing is written if the name or a file already exists.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Inserts a line before the first line that comes after `marker` and matches `end`. */
function insertEntry(file: string, text: string, marker: string, end: RegExp, line: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((found) => found.startsWith(marker));
  const at = lines.findIndex((found, index) => index > start && end.test(found));
  if (start < 0 || at < 0) throw new Error(`${file} has no place for a new flow: "${marker}" is not there.`);
  return lines.toSpliced(at, 0, line).join('\n');
}

/** An entry in a list of the project: its import, and its line in the list. */
type ListEntry = {
  file: string;
  imports?: [name: string, from: string];
  after: string;
  before: RegExp;
  line: string;
};

const listEntriesFor = ({ id, type, path }: FlowNames): ListEntry[] => [
  {
    file: 'machines/catalogue.ts',
    imports: [`${id}Flow`, `./${id}/${id}.flow.ts`],
    after: 'export const productFlows',
    before: /^\];/,
    line: `  ${id}Flow,`,
  },
  {
    file: 'src/flows/checks.ts',
    imports: [`${id}Checks`, `../../machines/${id}/${id}.checks.ts`],
    after: 'export const checks',
    before: /^\}/,
    line: `  ${id}: ${id}Checks,`,
  },
  {
    file: 'tests/drivers/siteFlows.ts',
    imports: [id, `../../src/flows/${id}.ts`],
    after: 'export const siteFlows',
    before: /^\};/,
    line: `  ${id},`,
  },
  {
    file: 'src/screens.ts',
    after: 'export const screens',
    before: /^ {2}notFound: \{/,
    line: `  ${id}: {
    paths: ['${path}'],
    load: importAgain(
      () => import('./screens/${id}/${type}Screen.tsx'),
      (code) => code.${type}Screen,
    ),
    isUnlinked: true,
  },`,
  },
];

/** Names that already have another meaning in the template, the screens, the server or the tests. */
const RESERVED_NAMES = /^(snapshot|send|rootProps|api|assets|simulator|healthz|readyz|visualiser.*)$/i;

function isReservedWord(id: string): boolean {
  try {
    new Script(`'use strict'; async () => { const ${id} = 0; };`);
    return id in globalThis;
  } catch {
    return true;
  }
}

/**
 * Checks that nothing is overwritten and no name is used twice.
 *
 * @throws UsageError otherwise.
 */
function assertNoConflict(names: FlowNames, files: readonly string[], entries: readonly ListEntry[]): void {
  const { id, path } = names;
  if (isReservedWord(id)) throw new UsageError(`"${id}" is a word of the language: take another name.`);
  if (RESERVED_NAMES.test(id)) throw new UsageError(`"${id}" means something else here: take another name.`);
  if (existsSync(join(root, 'machines', id)))
    throw new UsageError(`There is a flow "${id}" already, in machines/${id}.`);
  for (const [screen, { paths }] of Object.entries(screens)) {
    const isAt = paths.some((other) => other.toLowerCase() === path.toLowerCase());
    if (screen === id || isAt)
      throw new UsageError(`There is a screen "${screen}" already, at ${paths.join(' and ')}.`);
  }
  const found = files.find((file) => existsSync(join(root, file)));
  if (found !== undefined) throw new UsageError(`There is a file ${found} already.`);
  for (const { file, imports: [name] = [] } of entries)
    if (name !== undefined && new RegExp(`^import .*\\b${name}\\b.* from`, 'm').test(read(file)))
      throw new UsageError(`"${name}" means something else in ${file}: take another name.`);
}

/** Runs a command of the project; returns whether it succeeded. */
function runTool(title: string, ...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) return true;
  console.error(`The files are written, but ${title} failed: see above.`);
  process.exitCode = 1;
  return false;
}

/** Writes a new flow with the name that is the only argument. */
export function newFlow([given, ...rest]: string[]): void {
  if (given === undefined || !/^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/.test(given) || rest.length > 0)
    throw new UsageError(
      'Say one name for the flow, in letters, digits and hyphens: npm run tools -- new-flow waitlist',
    );
  const names = flowNamesFrom(given);
  const files = flowFiles(names);
  const entries = listEntriesFor(names);
  assertNoConflict(names, Object.keys(files), entries);

  const lists = entries.map(({ file, imports, after: marker, before: end, line }): [string, string] => {
    const text = insertEntry(file, read(file), marker, end, line);
    return [file, imports ? `import { ${imports[0]} } from '${imports[1]}';\n${text}` : text];
  });
  const written = [...Object.entries(files), ...lists];
  for (const [file, text] of written) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const changed = written.map(([file]) => file);
  const options = ['check', '--write', '--vcs-enabled=false', '--log-level=error'];
  if (!runTool('biome', biome, ...options, ...changed)) return;
  if (!runTool('npm run paths', '--import', 'tsx', 'tests/tools/paths.ts', names.id, '--write')) return;
  if (!runTool('npm run tools -- docs', '--import', 'tsx', 'tests/tools/docs.ts')) return;
  console.log(`The flow "${names.id}" is there, on ${names.path}. Its files:`);
  for (const file of Object.keys(files)) console.log(`  ${file}`);
  console.log(
    'Now: npm test, then make its machine your own. When a link leads there, take isUnlinked out of src/screens.ts.',
  );
}

if (isMainModule(import.meta.url)) await runCommand(() => newFlow(process.argv.slice(2)));

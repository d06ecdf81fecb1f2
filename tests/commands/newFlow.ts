import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { screens } from '../../src/screens/screens.ts';
import { type FlowNames, flowFiles, namesOf } from './flowTemplate.ts';
import { isProgram, Mistake, runCommand } from './mistake.ts';

/**
 * `npm run new-flow -- waitlist` writes a flow with everything that its tests need, and enters it where flows are
 * listed. Nothing is written where anything stands in its way.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Enters a line before the first line that comes after `marker` and matches `end`. */
function entered(file: string, text: string, marker: string, end: RegExp, line: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((found) => found.startsWith(marker));
  const at = lines.findIndex((found, index) => index > start && end.test(found));
  if (start < 0 || at < 0) throw new Error(`${file} has no place for a new flow: "${marker}" is not there.`);
  return lines.toSpliced(at, 0, line).join('\n');
}

/** A list of the project with a flow entered: what it imports, and the line in the list. */
type Entry = {
  file: string;
  imports?: [name: string, from: string];
  marker: string;
  end: RegExp;
  line: string;
};

const entriesOf = ({ id, type, path }: FlowNames): Entry[] => [
  {
    file: 'machines/catalogue.ts',
    imports: [`${id}Flow`, `./${id}/${id}.flow.ts`],
    marker: 'export const catalogue',
    end: /^\];/,
    line: `  ${id}Flow,`,
  },
  {
    file: 'tests/drivers/index.ts',
    imports: [`${id}Driver`, `./${id}.driver.ts`],
    marker: 'export const drivers',
    end: /^\};/,
    line: `  ${id}: ${id}Driver,`,
  },
  {
    file: 'tests/drivers/siteFlows.ts',
    imports: [id, `../../src/flows/${id}.ts`],
    marker: 'export const siteFlows',
    end: /^\};/,
    line: `  ${id},`,
  },
  {
    file: 'src/screens/screens.ts',
    marker: 'export const screens',
    end: /^ {2}notFound: \{/,
    line: `  ${id}: {
    paths: ['${path}'],
    load: () => import('./${id}/${type}Screen.tsx').then((code) => code.${type}Screen),
    isUnlinked: true,
  },`,
  },
  {
    file: 'src/content/seo.ts',
    imports: [`${id}Seo`, `./seo/${id}.ts`],
    marker: 'const pages',
    end: /^\];/,
    line: `  ${id}Seo,`,
  },
  {
    file: 'src/visualiser/places.ts',
    marker: 'const places',
    end: /^\};/,
    line: `  ${id}: '${path}',`,
  },
];

/** What the template of the screen, the server and the tests call something else. */
const TAKEN_NAMES = /^(snapshot|send|marks|api|assets|simulator|healthz|readyz|visualiser.*)$/i;

function isOfTheLanguage(id: string): boolean {
  try {
    new Script(`'use strict'; async () => { const ${id} = 0; };`);
    return id in globalThis;
  } catch {
    return true;
  }
}

/** Throws where something that is there already would be written over or be there twice. */
function assertIsFree(names: FlowNames, files: readonly string[], entries: readonly Entry[]): void {
  const { id, path } = names;
  if (isOfTheLanguage(id)) throw new Mistake(`"${id}" is a word of the language: take another name.`);
  if (TAKEN_NAMES.test(id)) throw new Mistake(`"${id}" means something else here: take another name.`);
  if (existsSync(join(root, 'machines', id)))
    throw new Mistake(`There is a flow "${id}" already, in machines/${id}.`);
  for (const [screen, { paths }] of Object.entries(screens)) {
    const isAt = paths.some((other) => other.toLowerCase() === path.toLowerCase());
    if (screen === id || isAt)
      throw new Mistake(`There is a screen "${screen}" already, at ${paths.join(' and ')}.`);
  }
  const found = files.find((file) => existsSync(join(root, file)));
  if (found !== undefined) throw new Mistake(`There is a file ${found} already.`);
  for (const { file, imports: [name] = [] } of entries)
    if (name !== undefined && new RegExp(`^import .*\\b${name}\\b.* from`, 'm').test(read(file)))
      throw new Mistake(`"${name}" means something else in ${file}: take another name.`);
}

/** Runs a command of the project, and tells whether it went well. */
function run(title: string, ...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) return true;
  console.error(`The files are written, but ${title} failed: see above.`);
  process.exitCode = 1;
  return false;
}

/** Writes the flow that the one argument names. */
export function newFlow([given, ...more]: string[]): void {
  if (given === undefined || !/^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/.test(given) || more.length > 0)
    throw new Mistake(
      'Say one name for the flow, in letters, digits and hyphens: npm run new-flow -- waitlist',
    );
  const names = namesOf(given);
  const files = flowFiles(names);
  const entries = entriesOf(names);
  assertIsFree(names, Object.keys(files), entries);

  const lists = entries.map(({ file, imports, marker, end, line }): [string, string] => {
    const text = entered(file, read(file), marker, end, line);
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
  if (!run('biome', biome, ...options, ...changed)) return;
  if (!run('npm run docs', '--import', 'tsx', 'tests/support/docs.ts')) return;
  console.log(`The flow "${names.id}" is there, on ${names.path}. Its files:`);
  for (const file of Object.keys(files)) console.log(`  ${file}`);
  console.log(
    'Now: npm test, then make its machine your own. When a link leads there, take isUnlinked out of src/screens/screens.ts.',
  );
}

if (isProgram(import.meta.url)) runCommand(() => newFlow(process.argv.slice(2)));

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  explore,
  type Flow,
  type FoundCases,
  type MachineCases,
  plan,
  stateName,
  stepName,
} from '../../machines/paths/index.ts';
import { UsageError } from './usageError.ts';

/** The files that `npm run paths -- --machine x.ts#machine` writes beside a machine: its cases, and a test. */

const root = fileURLToPath(new URL('../..', import.meta.url));

const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** Returns a value as TypeScript. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
  if (value instanceof Error) {
    const made = `new Error(${quoted(value.message)})`;
    return Object.keys(value).length > 0 ? `Object.assign(${made}, ${codeOf({ ...value })})` : made;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${quoted(key)}: ${codeOf(part)}`)
    .join(', ')} }`;
}

/** Returns a file as the formatter of the project writes it. */
function formatted(file: string, code: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['check', '--write', `--stdin-file-path=${join(root, 'tests', basename(file))}`];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], {
    cwd: root,
    encoding: 'utf8',
    input: code,
  });
  return stdout === '' ? code : stdout;
}

/** Returns how a file imports the library: by its path in this project, by its name elsewhere. */
function libraryOf(file: string): string {
  const path = relative(root, resolve(file));
  if (path.startsWith('..')) return 'machine-paths';
  const way = relative(dirname(resolve(file)), join(root, 'machines/paths/index.ts'));
  return way.startsWith('.') ? way : `./${way}`;
}

const nameOf = (reference: string, ending: string) =>
  (reference.split('#')[0] ?? '').replace(/(\.machine)?\.[cm]?[jt]sx?$/, ending);

export const casesFileOf = (reference: string): string => nameOf(reference, '.cases.ts');

// Each is written before those that come earlier here.
const PARTS = ['outcomes', 'events', 'inputs'] as const;

/** Whether cases of an event say nothing, because it is sent without a payload where there are none. */
const isPlain = (cases: unknown) => JSON.stringify(Object.values(Object(cases))) === '[{}]';

/**
 * Writes the cases that were found for a machine into the file beside it. A file that is there keeps what it says: only
 * what it lacks is added. Returns what was done, in a sentence.
 */
export function writeCases(file: string, found: FoundCases, given: MachineCases): string {
  const isThere = existsSync(file);
  const empty = `import type { MachineCases } from ${quoted(libraryOf(file))};\n\nexport default {} satisfies MachineCases;\n`;
  const before = isThere ? readFileSync(file, 'utf8') : empty;
  const start = /export default \{|\bcases(?:: \w+)? = \{/.exec(before);
  if (!start)
    throw new UsageError(`"${file}" has no cases that can be added to: export an object by default.`);
  let code = before;
  for (const part of PARTS) {
    const known = given[part] ?? {};
    const news = Object.entries(found[part]).filter(
      ([key, value]) => !(key in known || (part === 'events' && isPlain(value))),
    );
    if (news.length === 0 || (part === 'inputs' && (given.inputs ?? given.input) !== undefined)) continue;
    const entries = news.map(([key, value]) => `${quoted(key)}: ${codeOf(value)},`).join('\n');
    const place = new RegExp(`\\b${part}: \\{`);
    code = place.test(code)
      ? code.replace(place, (opening) => `${opening}\n${entries}`)
      : code.replace(start[0], () => `${start[0]}\n${part}: {\n${entries}\n},`);
  }
  const asked = found.asked.map((sentence) => `// ${sentence}.`).filter((line) => !code.includes(line));
  if (asked.length > 0) code = code.replace(start[0], () => `${asked.join('\n')}\n${start[0]}`);
  if (code === before)
    return isThere ? `${file} has all cases.` : `${file} is not needed: every event is plain.`;
  writeFileSync(file, formatted(file, code));
  return isThere ? `${file} has new cases.` : `${file} is written.`;
}

const WALK = `test.each(paths)('$flow.title: $path.length steps', async ({ flow, path }) => {`;

/** Writes a test beside a machine that walks its plan: on the machine, or on a page too. Returns what was done, in a sentence. */
export function writeTest(
  kind: 'vitest' | 'playwright',
  reference: string,
  name: string,
  flows: readonly Flow[],
): string {
  const file = nameOf(reference, kind === 'vitest' ? '.test.ts' : '.page.test.ts');
  if (existsSync(file)) throw new UsageError(`There is a file "${file}" already.`);
  const casesFile = casesFileOf(reference);
  const hasCases = existsSync(casesFile);
  const isPage = kind === 'playwright';
  const machine = name === 'default' ? 'machine' : name;
  const head = [
    `import { explore, flowsOfMachine, plan, walk } from ${quoted(libraryOf(file))};`,
    ...(isPage ? ["import { chromium, type Page } from 'playwright-core';"] : []),
    `import { ${isPage ? 'afterAll, expect, test, vi' : 'expect, test'} } from 'vitest';`,
    ...(hasCases ? [`import cases from './${basename(casesFile)}';`] : []),
    `import ${name === 'default' ? machine : `{ ${machine} }`} from './${basename(reference.split('#')[0] ?? '')}';`,
    '',
    `const paths = flowsOfMachine(${machine}${hasCases ? ', cases' : ''}).flatMap((flow) =>`,
    '  plan(explore(flow)).paths.map((path) => ({ flow, path })),',
    ');',
  ].join('\n');
  const walked = 'expect(walked).toHaveLength(path.length);\n});\n';
  const graphs = flows.map((flow) => explore(flow));
  const edges = graphs.flatMap((graph) => plan(graph).paths.flat());
  const starts = graphs.flatMap(({ stateNames }) => [...stateNames].slice(0, 1));
  const driver = (title: string, names: readonly string[]) =>
    `const ${title}: Record<string, (page: Page) => unknown> = {
${[...new Set(names)].map((each) => `${quoted(each)}: () => notWritten(${quoted(each)}),`).join('\n')}
};
`;
  const body =
    kind === 'vitest'
      ? `${WALK}\n  const walked = await walk(flow, path);\n  ${walked}`
      : `function notWritten(name: string): never {
  throw new Error(\`"\${name}" is not written yet\`);
}

/** How each step is done on the page. */
${driver(
  'steps',
  edges.map(({ step }) => stepName(step)),
)}
/** The checks of each state. */
${driver('states', [...starts, ...edges.map(({ after }) => stateName(after))])}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
afterAll(() => browser.close());
vi.setConfig({ testTimeout: 60_000 });

${WALK}
  const page = await browser.newPage();
  page.setDefaultTimeout(2000);
  await page.clock.install();
  await page.goto('http://localhost:3000');
  const walked = await walk(flow, path, {
    perform: (name) => steps[name]?.(page),
    expectState: (name) => states[name]?.(page),
  });
  ${walked}`;
  writeFileSync(file, formatted(file, `${head}\n\n${body}`));
  return `${file} is written: ${edges.length} steps.`;
}

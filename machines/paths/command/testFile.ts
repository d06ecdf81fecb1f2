import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { explore, type Flow, plan, stateName, stepName } from '../index.ts';
import { casesFileOf } from './casesFile.ts';
import { fileBeside, formatted, importOf, keyOf, librarySpecifier, quoted } from './code.ts';
import { UsageError } from './usageError.ts';

/** Returns how a file beside another imports it: by the JavaScript that it becomes, which every TypeScript project allows. */
const beside = (file: string): string => `./${basename(file).replace(/\.([cm]?)tsx?$/, '.$1js')}`;

const WALK = `test.each(paths)('$flow.title: $path.length steps', async ({ flow, path }) => {`;

/**
 * Writes a test beside a machine that walks its plan: on the machine, or on a page too. Returns what was done, in a sentence.
 *
 * @throws UsageError where there is such a file
 */
export function writeTest(
  kind: 'vitest' | 'playwright',
  reference: string,
  name: string,
  flows: readonly Flow[],
): string {
  const file = fileBeside(reference, kind === 'vitest' ? '.test.ts' : '.page.test.ts');
  if (existsSync(file)) throw new UsageError(`There is a file "${file}" already.`);
  const casesFile = casesFileOf(reference);
  const hasCases = existsSync(casesFile);
  const isPage = kind === 'playwright';
  const machine = name === 'default' ? 'machine' : name;
  const head = [
    importOf('{ explore, flowsOfMachine, plan, walk }', librarySpecifier(file)),
    ...(isPage ? [importOf('{ chromium, type Page }', 'playwright-core')] : []),
    importOf(isPage ? '{ afterAll, expect, test, vi }' : '{ expect, test }', 'vitest'),
    ...(hasCases ? [importOf('cases', beside(casesFile))] : []),
    importOf(name === 'default' ? machine : `{ ${machine} }`, beside(reference.split('#')[0] ?? '')),
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
${[...new Set(names)].map((each) => `  ${keyOf(each)}: () => notWritten(${quoted(each)}),`).join('\n')}
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

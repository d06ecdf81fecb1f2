import { basename } from 'node:path';
import type { WrittenPlan } from '../index.ts';
import { codeOf, importOf, keyOf, librarySpecifier, quoted } from './code.ts';

/** The subject of a written test. */
export type TestSubject = {
  kind: 'vitest' | 'playwright';
  /** The file of the test. */
  file: string;
  /** The machine: `door.machine.ts#doorMachine`. */
  reference: string;
  /** The name under which the machine is exported. */
  name: string;
  casesFile: string | null;
  plans: Readonly<Record<string, WrittenPlan>>;
};

/**
 * A file in an import of the file beside it: the JavaScript that it becomes, which every TypeScript project
 * allows.
 */
const beside = (file: string): string => `./${basename(file).replace(/\.([cm]?)tsx?$/, '.$1js')}`;

/** The names of the steps of some plans, each with its waiting time in milliseconds where it is a timer. */
const stepsOf = (plans: TestSubject['plans']): Map<string, number | undefined> =>
  new Map(
    Object.values(plans).flatMap(({ tests }) =>
      tests.flatMap(({ steps }) =>
        steps.map((step) => [step.name, 'wait' in step ? step.wait : undefined] as const),
      ),
    ),
  );

const stateNames = (plans: TestSubject['plans']): string[] => [
  ...new Set(
    Object.values(plans).flatMap(({ start, tests }) => [
      start.state,
      ...tests.flatMap(({ steps }) => steps.flatMap((step) => ('refused' in step ? [] : [step.state]))),
    ]),
  ),
];

const notWritten = (name: string) => `  ${keyOf(name)}: () => notWritten(${quoted(name)}),`;

const stepCode = ([name, wait]: [string, number | undefined]) =>
  wait === undefined
    ? notWritten(name)
    : `  ${keyOf(name)}: (page, wait) => page.clock.runFor(wait), // ${wait} ms`;

const pageCode = (plans: TestSubject['plans']) => `function notWritten(name: string): never {
  throw new Error(\`"\${name}" is not written yet\`);
}

/** How each step is done on the page. Its clock stands: only what is due here lets time pass. */
const steps: Record<string, (page: Page, wait: number) => unknown> = {
${[...stepsOf(plans)].map(stepCode).join('\n')}
};

/** The checks of each state. */
const states: Record<string, (page: Page) => unknown> = {
${stateNames(plans).map(notWritten).join('\n')}
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
afterAll(() => browser.close());
vi.setConfig({ testTimeout: 60_000 });

/** Does a step on the page. A page may refuse it by not offering it. */
async function perform(page: Page, name: string, wait: number, isRefused: boolean): Promise<void> {
  page.setDefaultTimeout(isRefused ? 200 : 2000);
  try {
    await (steps[name] ?? notWritten(name))(page, wait);
  } catch (error) {
    if (!isRefused || !(error instanceof errors.TimeoutError)) throw error;
  } finally {
    page.setDefaultTimeout(2000);
  }
}
`;

const MACHINE_WALK = `        expect(await walk(flow, path)).toHaveLength(path.length);
      });

    test('the machine does nothing that no test takes', () => {
      const divergence = writtenDivergence(flow, plan);
      expect(divergence, divergence ?? '').toBeNull();
    });`;

const PAGE_WALK = `        const page = await browser.newPage();
        await page.clock.install({ time: 0 });
        await page.clock.pauseAt(1000);
        await page.goto('http://localhost:3000');
        const walked = await walk(flow, path, {
          perform: (name, step, isRefused) => perform(page, name, 'wait' in step ? step.wait : 0, isRefused),
          expectState: (name) => (states[name] ?? notWritten(name))(page),
        });
        expect(walked).toHaveLength(path.length);
      });`;

/** The code of a test that walks the plans in its data. */
export function testCode({ kind, file, reference, name, casesFile, plans }: TestSubject): string {
  const isPage = kind === 'playwright';
  const machine = name === 'default' ? 'machine' : name;
  const machineFile = reference.split('#')[0] ?? '';
  const library = `{ flowsOfMachine, followTest, type WrittenPlan, walk${isPage ? '' : ', writtenDivergence'} }`;
  return [
    importOf(library, librarySpecifier(file)),
    ...(isPage ? [importOf('{ chromium, errors, type Page }', 'playwright-core')] : []),
    importOf(`{ ${isPage ? 'afterAll, describe, expect, test, vi' : 'describe, expect, test'} }`, 'vitest'),
    ...(casesFile === null ? [] : [importOf('cases', beside(casesFile))]),
    importOf(name === 'default' ? machine : `{ ${machine} }`, beside(machineFile)),
    '',
    `/** What follows each step. \`machine-paths ${basename(reference)} --test ${kind} --update\` writes it again. */`,
    `const plans: Record<string, WrittenPlan> = ${codeOf(plans)};`,
    '',
    ...(isPage ? [pageCode(plans)] : []),
    `for (const flow of flowsOfMachine(${machine}${casesFile === null ? '' : ', cases'})) {`,
    '  const plan = plans[flow.title];',
    `  if (!plan) throw new Error(\`no plan of "\${flow.title}" is written\`);`,
    '  describe(flow.title, () => {',
    '    for (const [index, written] of plan.tests.entries())',
    `      test(\`\${index + 1}. \${written.title}\`, async () => {`,
    '        const path = followTest(flow, plan.start, written, index + 1);',
    isPage ? PAGE_WALK : MACHINE_WALK,
    '  });',
    '}',
    '',
  ].join('\n');
}

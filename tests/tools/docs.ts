import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { folderOf } from '../../machines/folders.ts';
import { type ChartModel, chartOf, type WrittenTest } from '../../machines/paths/index.ts';
import { scenarios } from '../../server/simulator/index.ts';
import { faultDocument } from '../support/faults/faultTable.ts';
import { writtenPlanOf } from '../support/writtenPlans.ts';

/** The generated parts of documents: `npm run tools -- docs` writes them, a test checks them. */

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function leafStates({ states }: ChartModel) {
  const parents = new Set(states.map(({ parent }) => parent));
  return states.filter(({ id, parent }) => parent !== null && !parents.has(id));
}

/** The tests of a flow's written plan; none where it has none, which the check of the flow says. */
function writtenTests(flow: (typeof catalogue)[number]): readonly WrittenTest[] {
  try {
    return writtenPlanOf(flow).tests;
  } catch {
    return [];
  }
}

/**
 * A table of all flows with their purpose, their size and that of their plan, so that a change shows by how much
 * the tests grow; each title links to the folder of the flow.
 */
const flowTable = (): string =>
  table(
    ['Flow', 'What it is for', 'States', 'Transitions', 'Tests', 'Steps'],
    catalogue.map((flow) => {
      const tests = writtenTests(flow);
      const chart = chartOf(flow.machine);
      const sizes = [leafStates(chart), chart.transitions, tests, tests.flatMap(({ steps }) => steps)];
      return [
        `[${flow.title}](${folderOf(flow)})`,
        flow.purpose,
        ...sizes.map(({ length }) => String(length)),
      ];
    }),
  );

const OPERATING: Record<string, () => string> = {
  scenarios: () =>
    table(
      ['Scenario', 'What happens'],
      Object.entries(scenarios).map(([name, does]) => [`\`${name}\``, does]),
    ),
};

const flowsDocument = (): string =>
  [
    '# The flows',
    '',
    'Every flow of the product and of the visualiser, which draws each as a chart: its purpose, its size, and that of the plan that its tests walk. `npm run tools -- docs` writes this from the catalogue.',
    '',
    flowTable(),
    '',
  ].join('\n');

const replaceBlocks = (blocks: Record<string, () => string>) => (found: string) =>
  Object.entries(blocks).reduce(
    (text, [block, make]) =>
      text.replace(
        new RegExp(`<!-- ${block} -->[^]*<!-- /${block} -->`),
        () => `<!-- ${block} -->\n${make()}\n<!-- /${block} -->`,
      ),
    found,
  );

/** The generated documents by their paths; each function returns the expected text for the text found. */
const documents: Record<string, (found: string) => string> = {
  'machines/README.md': flowsDocument,
  'docs/faults.md': faultDocument,
  'docs/operations/payments.md': replaceBlocks(OPERATING),
};

/** Each generated document with its text as found and as expected. */
export function generatedDocuments(): { name: string; path: string; found: string; expected: string }[] {
  return Object.entries(documents).map(([name, make]) => {
    const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return { name, path, found, expected: make(found) };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, expected } of generatedDocuments()) writeFileSync(path, expected);
}

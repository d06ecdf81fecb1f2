import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { chartOf } from '../../machines/paths/chart.ts';
import { toMermaid } from '../../machines/paths/mermaid.ts';
import { stateNodes, transitionsOf } from '../../machines/paths/xstateInternals.ts';
import { scenarios } from '../../server/simulator/scenarios.ts';

/** What the documents repeat of the code is made from it: `npm run docs` writes it, a test holds it. */

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const leafStates = (flow: (typeof catalogue)[number]) =>
  stateNodes(flow.machine).filter(
    (node) => Object.keys(node.states).length === 0 && node !== flow.machine.root,
  );

const README: Record<string, () => string> = {
  flows: () =>
    table(
      ['Flow', 'What it is for', 'States', 'Transitions'],
      catalogue.map((flow) => [
        `[${flow.title}](machines/${flow.id})`,
        flow.purpose,
        String(leafStates(flow).length),
        String(transitionsOf(flow.machine).length),
      ]),
    ),
  scenarios: () =>
    table(
      ['Scenario', 'What happens'],
      Object.entries(scenarios).map(([name, does]) => [`\`${name}\``, does]),
    ),
};

/** The charts of all flows. */
const charts = (): string =>
  [
    '# The flows',
    '',
    'What every flow of the product is for, and its chart. Written by `npm run docs` from the catalogue.',
    '',
    ...catalogue.flatMap((flow) => [
      `## ${flow.title}`,
      '',
      `${flow.purpose} ${leafStates(flow).length} states, ${transitionsOf(flow.machine).length} transitions: [\`${flow.id}\`](${flow.id}).`,
      '',
      '```mermaid',
      toMermaid(chartOf(flow.machine)),
      '```',
      '',
    ]),
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

/** What each document should be, of what it is. */
const documents: Record<string, (found: string) => string> = {
  'README.md': replaceBlocks(README),
  'machines/README.md': charts,
};

/** Each document as it is, and as it should be. */
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

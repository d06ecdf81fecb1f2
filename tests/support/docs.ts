import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { stateNodes, transitionsOf } from '../../machines/paths/internals.ts';
import { scenarios } from '../../server/simulator/scenarios.ts';

/** What the documents repeat of the code is made from it: `npm run docs` writes it, a test holds it. */

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const restingStates = (flow: (typeof catalogue)[number]) =>
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
        String(restingStates(flow).length),
        String(transitionsOf(flow.machine).length),
      ]),
    ),
  scenarios: () =>
    table(
      ['Scenario', 'What happens'],
      Object.entries(scenarios).map(([name, does]) => [`\`${name}\``, does]),
    ),
};

const documents = { 'README.md': README };

/** Each document as it is, and as it should be. */
export function generated(): { path: string; found: string; expected: string }[] {
  return Object.entries(documents).map(([name, blocks]) => {
    const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    const found = readFileSync(path, 'utf8');
    const expected = Object.entries(blocks).reduce(
      (text, [block, make]) =>
        text.replace(
          new RegExp(`<!-- ${block} -->[^]*<!-- /${block} -->`),
          () => `<!-- ${block} -->\n${make()}\n<!-- /${block} -->`,
        ),
      found,
    );
    return { path, found, expected };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, expected } of generated()) writeFileSync(path, expected);
}

import { spawn } from 'node:child_process';
import { hasCachedSite } from '../support/build.ts';
import { FLOW_TESTS, flowsReachedBy } from './flows.ts';
import { type Change, ownChange } from './git.ts';
import { type ImportGraph, root } from './imports.ts';
import { type FileResult, shortLine } from './summary.ts';
import { type CliOptions, openVitest, runTests, type Selection } from './tests.ts';
import { checkTypes } from './types.ts';

const { machines, screens, browser, mutation } = FLOW_TESTS;
const FLOW_FILES = new Set(Object.values(FLOW_TESTS).flat());

/** Builds the site in another process, so that the tests that do not visit it go on. */
const buildSiteBeside = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = ['--import', 'tsx', 'tests/support/cachedSite.ts'];
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    // Where it does not build, the setup of the browser tests builds it again and says why not.
    child.on('close', () => resolve());
  });

/** The flows whose mutants a change can touch, and what is said of those that have none. */
export function mutatedBy(
  graph: ImportGraph,
  flows: readonly string[],
  change: Change | null,
): { flows: string[]; left: string } {
  const reached = change ? flowsReachedBy(graph, change.files).machines : flows;
  const without = flows.filter((id) => !reached.includes(id));
  return {
    flows: flows.filter((id) => reached.includes(id)),
    left:
      without.length > 0
        ? `left out for ${without.join(', ')}, since its machine is the same as in ${change?.ref}`
        : '',
  };
}

/** What of flows ran, in two lines: their paths at each level, and their mutants. */
function flowLines(
  flows: readonly string[],
  mutated: { flows: readonly string[]; left: string },
  results: readonly FileResult[],
): string[] {
  const line = (level: string) =>
    shortLine(
      level,
      results.filter((result) => result.level === level && FLOW_FILES.has(result.file)),
    );
  const made = mutated.flows.length > 0 ? `${line('mutation')} for ${mutated.flows.join(', ')}` : '';
  return [
    `paths of ${flows.join(', ')}: ${['machines', 'screens', 'browser'].map(line).join('; ')}`,
    `mutants: ${[made, mutated.left].filter((part) => part !== '').join('; ')}`,
  ];
}

/**
 * Checks the types, and runs the paths at three levels, the journeys, the properties and the mutants of flows, and
 * other tests beside them, all in one Vitest. The last lines say what ran.
 */
export async function runNamed(
  graph: ImportGraph,
  flows: readonly string[],
  others: readonly Selection[],
  options: CliOptions,
): Promise<void> {
  const hasFlows = flows.length > 0;
  const isInBrowser = ({ files }: Selection) => files.some((file) => file.startsWith('tests/browser/'));
  const mutated = mutatedBy(graph, flows, hasFlows ? ownChange() : null);
  const selections: Selection[] = [
    ...(hasFlows ? [{ files: browser }, { files: [...screens, ...machines] }] : []),
    ...(mutated.flows.length > 0 ? [{ files: mutation }] : []),
    ...others,
  ];
  const types = checkTypes();
  const site = selections.some(isInBrowser) && !hasCachedSite() ? buildSiteBeside() : undefined;
  const vitest = await openVitest(options, ['machines', 'screens', 'mutation', 'server', 'browser']);
  try {
    if (hasFlows) vitest.provide('flows', flows);
    vitest.provide('siteOnly', !others.some(isInBrowser));
    for (const project of vitest.projects)
      if (project.name === 'mutation' && hasFlows) project.provide('flows', mutated.flows);
    const first = site ? selections.filter((selection) => !isInBrowser(selection)) : selections;
    const results = await runTests(vitest, first);
    if (site) {
      await site;
      results.push(...(await runTests(vitest, selections.filter(isInBrowser))));
    }
    const { ok, output, duration } = await types;
    if (output !== '') console.log(output);
    console.log(`types: ${ok ? 'no errors' : 'errors, see above'} (${(duration / 1000).toFixed(1)} s)`);
    if (hasFlows) console.log(flowLines(flows, mutated, results).join('\n'));
    for (const { files, title } of others) {
      const ran = results.filter(({ file }) => files.includes(file));
      console.log(shortLine(title === undefined ? `${files.join(', ')}:` : `"${title}":`, ran));
      if (title !== undefined && ran.every(({ passed, failed }) => passed + failed === 0)) {
        console.error(`No test has "${title}" in its name.`);
        process.exitCode = 1;
      }
    }
    if (!ok || results.some(({ failed }) => failed > 0)) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}

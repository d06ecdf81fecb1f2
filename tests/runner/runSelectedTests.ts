import { clearPathFailures } from '../support/pathFailures.ts';
import { buildSiteInBackground } from './buildSite.ts';
import { checkTypes } from './checks.ts';
import { failureLines } from './failures.ts';
import { FLOW_TESTS, flowsAffectedBy } from './flows.ts';
import { type Change, changeOnBranch } from './git.ts';
import type { ImportGraph } from './imports.ts';
import { type FileResult, summaryLine } from './summary.ts';
import { isInBrowser } from './testFiles.ts';
import { type CliOptions, openVitest, runTests, type Selection } from './vitest.ts';

const { machines, screens, browser, mutation } = FLOW_TESTS;
const FLOW_FILES = new Set(Object.values(FLOW_TESTS).flat());

/** Returns the flows whose mutants a change can affect, and a sentence about the others. */
export function flowsToMutate(
  graph: ImportGraph,
  flows: readonly string[],
  change: Change | null,
): { flows: string[]; omitted: string } {
  const affected = change ? flowsAffectedBy(graph, change.files).machines : flows;
  const unchanged = flows.filter((id) => !affected.includes(id));
  return {
    flows: flows.filter((id) => affected.includes(id)),
    omitted:
      unchanged.length > 0
        ? `left out for ${unchanged.join(', ')}, since its machine is the same as in ${change?.ref}`
        : '',
  };
}

/** Returns two lines about flows: the paths that ran at each level, and the mutants. */
function flowSummary(
  flows: readonly string[],
  mutated: { flows: readonly string[]; omitted: string },
  results: readonly FileResult[],
): string[] {
  const line = (level: string) =>
    summaryLine(
      level,
      results.filter((result) => result.level === level && FLOW_FILES.has(result.file)),
    );
  const made = mutated.flows.length > 0 ? `${line('mutation')} for ${mutated.flows.join(', ')}` : '';
  return [
    `paths of ${flows.join(', ')}: ${['machines', 'screens', 'browser'].map(line).join('; ')}`,
    `mutants: ${[made, mutated.omitted].filter((part) => part !== '').join('; ')}`,
  ];
}

/**
 * Checks the types, and runs the paths at three levels, the journeys, the properties and the mutants of flows, and
 * other selected tests, all in one Vitest. The last lines say what ran.
 */
export async function runSelectedTests(
  graph: ImportGraph,
  flows: readonly string[],
  others: readonly Selection[],
  options: CliOptions,
): Promise<void> {
  const hasFlows = flows.length > 0;
  const visitsSite = ({ files }: Selection) => files.some(isInBrowser);
  const mutated = flowsToMutate(graph, flows, hasFlows ? changeOnBranch() : null);
  const selections: Selection[] = [
    ...(hasFlows ? [{ files: browser }, { files: [...screens, ...machines] }] : []),
    ...(mutated.flows.length > 0 ? [{ files: mutation }] : []),
    ...others,
  ];
  const types = checkTypes();
  const site = selections.some(visitsSite) ? buildSiteInBackground() : undefined;
  clearPathFailures();
  const vitest = await openVitest(options, ['machines', 'screens', 'mutation', 'server', 'browser']);
  try {
    if (hasFlows) vitest.provide('flows', flows);
    vitest.provide('siteOnly', !others.some(visitsSite));
    for (const project of vitest.projects)
      if (project.name === 'mutation' && hasFlows) project.provide('flows', mutated.flows);
    const withoutSite = site ? selections.filter((selection) => !visitsSite(selection)) : selections;
    const results = await runTests(vitest, withoutSite);
    if (site) {
      await site;
      results.push(...(await runTests(vitest, selections.filter(visitsSite))));
    }
    const { ok, output, duration } = await types;
    if (output !== '') console.log(output);
    console.log(`types: ${ok ? 'no errors' : 'errors, see above'} (${(duration / 1000).toFixed(1)} s)`);
    if (hasFlows) console.log(flowSummary(flows, mutated, results).join('\n'));
    for (const { files, title } of others) {
      const ran = results.filter(({ file }) => files.includes(file));
      console.log(summaryLine(title === undefined ? `${files.join(', ')}:` : `"${title}":`, ran));
      if (title !== undefined && ran.every(({ passed, failed }) => passed + failed === 0)) {
        console.error(`No test has "${title}" in its name.`);
        process.exitCode = 1;
      }
    }
    for (const line of await failureLines()) console.error(line);
    if (!ok || results.some(({ failed }) => failed > 0)) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}

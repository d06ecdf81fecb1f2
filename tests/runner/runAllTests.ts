import { findChromium } from '../support/chromium.ts';
import { clearPathFailures } from '../support/pathFailures.ts';
import { testsNotRun } from '../support/testsNotRun.ts';
import { buildSiteInBackground } from './buildSite.ts';
import { checkPromises, checkStyle, checkTypes } from './checks.ts';
import { failureLines } from './failures.ts';
import { FLOW_LEVELS, type FlowLevel } from './flows.ts';
import { sequencerOf } from './order.ts';
import { LEVELS, problemsOf, summaryOf } from './summary.ts';
import { isInBrowser } from './testFiles.ts';
import { type CliOptions, openVitest, runTests, testFilesOf } from './vitest.ts';

/** What says which flows are not whole, before the failures that they cause. */
const FLOWS = 'tests/machines/project.test.ts';

/** The part of all tests to run, in its order. */
export type TestSubset = {
  files: readonly string[];
  flows: Readonly<Record<FlowLevel, readonly string[]>>;
};

/**
 * Runs types, lint, format and the tests of all levels, or a part of them, and prints the results. Types and lint are
 * checked beside the tests, and the site is built before the tests that visit it.
 */
export async function runAllTests(options: CliOptions, subset?: TestSubset): Promise<void> {
  process.env.CHROMIUM_PATH = findChromium();
  console.log(`Chromium: ${process.env.CHROMIUM_PATH}`);
  clearPathFailures();
  const order = subset ? { sequence: { sequencer: sequencerOf(subset.files) } } : {};
  const vitest = await openVitest({ ...options, ...order }, LEVELS);
  try {
    const chosen = subset?.files ?? (await testFilesOf(vitest));
    if (subset)
      for (const project of vitest.projects)
        for (const level of FLOW_LEVELS)
          if (project.name === level) project.provide('flows', subset.flows[level]);
    const inBrowser = chosen.filter(isInBrowser);
    const checks = Promise.all([checkTypes(), checkPromises(), checkStyle()]);
    const site = inBrowser.length > 0 ? buildSiteInBackground() : undefined;
    const files = await runTests(vitest, [{ files: chosen.filter((file) => file === FLOWS) }]);
    files.push(
      ...(await runTests(vitest, [{ files: chosen.filter((file) => file !== FLOWS && !isInBrowser(file)) }])),
    );
    await site;
    files.push(...(await runTests(vitest, [{ files: inBrowser }])));
    const checked = await checks;
    for (const { ok, output } of checked) if (!ok) console.error(output);
    const problems = problemsOf(checked, files);
    // Vitest sets the exit code for failed tests too.
    if (problems.length === 0 && process.exitCode !== undefined)
      problems.push('An error that belongs to no test is printed above.');
    for (const line of summaryOf(checked, files)) console.log(line);
    for (const line of [...testsNotRun(), ...problems, ...(await failureLines())]) console.error(line);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}

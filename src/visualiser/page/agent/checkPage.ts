import type { Expectation } from '../../../../machines/checks/checks.types.ts';
import { sentenceOf } from '../../../../machines/checks/sentences.ts';
import type { Findings } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { findings } from '../../shared/findings/index.ts';
import { errorsSinceCommand } from '../instrumentation/pageProblems.ts';
import { alertBoxes } from './alertBoxes.ts';
import { focusOfPage } from './focusOfPage.ts';

/** Milliseconds for a page to meet its expectations: effects, focus and transitions come after the state. */
const TIMEOUT = 1_500;
const INTERVAL = 30;

/**
 * Compares the page of a flow with its expectations until they match or the time is up, and checks that the page
 * reported no error since the last command.
 */
export async function checkPage(
  flow: string,
  state: string,
  expectations: readonly Expectation[],
): Promise<Findings> {
  const end = performance.now() + TIMEOUT;
  for (;;) {
    const found = findings(flow, state, expectations, alertBoxes, focusOfPage);
    if (found.problems.every((problem) => problem === null) || performance.now() >= end) {
      const [shown = null, ...problems] = found.problems;
      const [error] = errorsSinceCommand;
      const results = [
        {
          check: `the page shows the state "${state}"`,
          problem: shown ?? (error ? `The page reported: ${error}` : null),
        },
        ...expectations.map((expected, index) => ({
          check: sentenceOf(expected),
          problem: problems[index] ?? null,
        })),
      ];
      return { results, focused: found.focused };
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

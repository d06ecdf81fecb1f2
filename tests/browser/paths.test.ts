import { describe, expect, inject, test } from 'vitest';
import { isOfTool } from '../../machines/folders.ts';
import type { Path } from '../../machines/paths/index.ts';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { planOf } from '../drivers/plans.ts';
import { namingSeed, randomWalksOf, walkOnNewPages } from '../drivers/walks.ts';
import { areAllFlowsChosen, chosenFlows, walkRecorder } from '../support/chosenFlows.ts';
import { isMore } from '../support/more.ts';
import { sharedBrowser } from './browser.ts';
import { inspectPage, inspectVisualiser } from './inspectPage.ts';
import { ignoreMediaChanges, stateInspector } from './inspectStates.ts';

/** The paths of every flow on the built site. In the states on them axe finds nothing, and the screen keeps its promises. */

const { browser } = sharedBrowser();

/** Where all flows are walked, those of the visualiser are walked on the React screen alone, and here by `npm run test:more`. */
const walkedFlows =
  isMore || !areAllFlowsChosen ? chosenFlows : chosenFlows.filter((flow) => !isOfTool(flow));

describe.each(walkedFlows.map(planOf))('$id walked on the built site', (plan) => {
  const record = walkRecorder('browser', plan.flow, plan.graph, plan.driver.checks);
  const inspector = stateInspector(
    `[data-flow="${plan.id}"]`,
    isOfTool(plan.flow) ? inspectVisualiser : inspectPage,
  );

  const openPage = async () => {
    const driver = await chromiumPageDriver(browser(), inject('site'), plan.id);
    await ignoreMediaChanges(driver.page);
    // Its panels are inspected with something in them: visualiser/accessibility.test.ts.
    if (plan.id === 'visualiserView') return driver;
    return { ...driver, inspectState: (state: string) => inspector.inspectState(driver.page, state) };
  };

  const walkAndInspect = async (path: Path) => {
    const walked = await walkOnNewPages(plan, path, openPage);
    expect(inspector.takeProblems()).toEqual([]);
    return walked;
  };

  test.each(plan.paths)('$title', ({ path, title }) => record(title, walkAndInspect(path)));

  test.each(randomWalksOf(plan, 0))('$title', ({ path, title }) =>
    record(title, namingSeed(walkAndInspect(path))),
  );
});

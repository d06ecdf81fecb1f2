import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { isOfTool } from '../../machines/folders.ts';
import type { Flow, Path } from '../../machines/paths/index.ts';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { usableControls } from '../drivers/chromium/chromiumScreen.ts';
import { planOf } from '../drivers/plans.ts';
import { randomWalksOf, walkNamingSeed, walkOnNewPages } from '../drivers/walks.ts';
import { SeenControls } from '../support/controls.ts';
import { testFlow } from '../support/flowTests.ts';
import { sharedBrowser } from './browser.ts';
import {
  ignoreMediaChanges,
  inspectPage,
  inspectVisualiser,
  kindsInDocuments,
  stateInspector,
} from './inspectPage.ts';

/** The kinds of elements in the documents, or in an inspected state, on the walks of all files of a worker. */
let inspectedKinds: Promise<Set<string>> | undefined;

/** The flows with tabs: arrow keys lead to a tab over others, which the page is told of. */
const WITH_TABS = ['openings', 'curriculum'];

/**
 * Walks the paths of flows on the built site: those of the plan with the keyboard alone, and random ones, as those
 * of the visualiser, with the mouse. pages.test.ts inspects the documents. In each state that shows more than they
 * do, axe finds nothing, and the screen keeps its promises.
 */
export function walkOnSite(flows: readonly Flow[]): void {
  const { browser, borrowPage } = sharedBrowser();
  const kindsAtFirst = async () => {
    const { page, giveBack } = await borrowPage();
    const kinds = await kindsInDocuments(page);
    await giveBack();
    return kinds;
  };

  describe.each(flows.map((flow) => [flow.id, flow] as const))('%s walked on the built site', (_, flow) => {
    const plan = planOf(flow);
    const root = `[data-flow="${plan.id}"]`;
    const planned = new Set(plan.paths.map(({ title }) => title));
    const controls = new SeenControls();
    const seenStates = new Set<string>();
    let inspector: ReturnType<typeof stateInspector>;
    beforeAll(async () => {
      const inspect = isOfTool(plan.flow) ? inspectVisualiser : inspectPage;
      inspectedKinds ??= kindsAtFirst();
      inspector = stateInspector(root, inspect, await inspectedKinds);
    });

    const openPage = async (keyboardOnly: boolean) => {
      const driver = await chromiumPageDriver(browser(), inject('site'), plan.id, { keyboardOnly });
      await ignoreMediaChanges(driver.page);
      // Its panels are inspected with something in them: visualiser/accessibility.test.ts.
      if (plan.id === 'visualiserView') return driver;
      await controls.watch(driver.page);
      const inspectState = async (state: string) => {
        if (!seenStates.has(state)) controls.add(await usableControls(driver.page, root));
        seenStates.add(state);
        await inspector.inspectState(driver.page, state);
      };
      return { ...driver, inspectState };
    };
    afterAll(() => {
      if (!isOfTool(plan.flow)) controls.save(`paths-${plan.id}`);
    });

    const walkAndInspect = async (path: Path, title: string) => {
      const keyboardOnly = !isOfTool(flow) && planned.has(title);
      const multiEventTypes = new Set(Object.keys(flow.events));
      const driver =
        keyboardOnly && WITH_TABS.includes(flow.id) ? { ...plan.driver, multiEventTypes } : plan.driver;
      const walked = await walkOnNewPages({ ...plan, driver }, path, () => openPage(keyboardOnly));
      expect(inspector.takeProblems()).toEqual([]);
      return walked;
    };

    testFlow(
      { level: 'browser', flow, checks: plan.driver.checks },
      [...plan.paths, ...randomWalksOf(plan, 0)],
      walkNamingSeed(walkAndInspect),
    );
  });
}

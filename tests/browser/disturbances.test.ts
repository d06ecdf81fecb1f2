import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { wayTo } from '../../machines/paths/plan.ts';
import { stateName } from '../../machines/stateName.ts';
import { chromiumHands } from '../drivers/chromium.ts';
import { walk } from '../drivers/driver.ts';
import { plans } from '../drivers/plans.ts';
import { sharedBrowser } from './browser.ts';

/** Every state of every flow that keeps a draft: losing the network, a reload, leaving and coming back lose nothing that was typed. */

const { browser } = sharedBrowser();

const keepsDraft = plans.filter(({ flow }) => 'draftFound' in flow.events);

describe.each(keepsDraft)('$id', ({ flow, graph, driver }) => {
  const names = [...new Set([...graph.states.values()].map(({ snapshot }) => stateName(snapshot)))];

  test.each(names)('in %s', async (name) => {
    const hands = await chromiumHands(browser(), inject('site'), flow.id);
    onTestFinished(hands.close);
    const errors: string[] = [];
    hands.page.on('pageerror', ({ message }) => errors.push(message));
    await walk(flow, driver, wayTo(graph, name) ?? [], hands);
    const root = hands.page.locator(`[data-flow="${flow.id}"]`);
    const typed = await hands.formValues();
    const isFilled = Object.values(typed).some((value) => value !== '' && value !== false);

    const comesBack = async () => {
      await root.waitFor({ state: 'attached' });
      if (isFilled && Object.keys(await hands.formValues()).length > 0)
        await expect.poll(hands.formValues).toEqual(typed);
    };
    await hands.page.context().setOffline(true);
    await hands.isIn(name);
    expect(await hands.formValues()).toEqual(typed);
    await hands.page.context().setOffline(false);
    await hands.isIn(name);

    await hands.page.reload();
    await comesBack();
    await hands.page.goto('/terms');
    await hands.page.goBack();
    await comesBack();
    await hands.page.goForward();
    await hands.page.goBack();
    await comesBack();
    expect(errors).toEqual([]);
  });
});

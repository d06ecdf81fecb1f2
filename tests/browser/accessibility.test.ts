import { describe, expect, inject, test } from 'vitest';
import { stateNames } from '../../machines/paths/explore.ts';
import { sitePlans } from '../drivers/plans.ts';
import { inspectPage } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import { visitStates } from './visitStates.ts';

/** What axe finds in every state of every flow, and that no text there lacks a value. `responsive.test.ts` looks at every screen. */

const { browser } = sharedBrowser();

describe('every state', () => {
  test.each(sitePlans)('of $id', async (planned) => {
    const found: string[] = [];
    const seen = await visitStates(
      planned,
      { browser: browser(), site: inject('site') },
      async (page, state) => {
        const findings = await inspectPage(page, `[data-flow="${planned.id}"]`);
        found.push(...findings.map((finding) => `${state}, ${finding}`));
      },
    );
    expect(found).toEqual([]);
    expect(seen).toEqual(stateNames(planned.graph));
  });
});

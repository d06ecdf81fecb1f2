import { describe, expect, inject, test } from 'vitest';
import { stateNames } from '../../machines/paths/explore.ts';
import { sitePlans } from '../drivers/plans.ts';
import { inspectPage } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import { visitStates } from './visitStates.ts';

/** In every state of every flow axe finds nothing, and no text lacks a value. `responsive.test.ts` checks every screen. */

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

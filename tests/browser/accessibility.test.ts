import { describe, expect, inject, test } from 'vitest';
import { stateNames } from '../../machines/paths/index.ts';
import { sitePlans } from '../drivers/plans.ts';
import { inspectPage } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import { brokenPromises } from './screenPromises.ts';
import { visitStates } from './visitStates.ts';

/**
 * In every state of every flow axe finds nothing, no text lacks a value, and the screen keeps what `screenPromises/list.ts`
 * promises. `pages.test.ts` checks every screen.
 */

const { browser } = sharedBrowser();

describe('every state', () => {
  test.each(sitePlans)(
    'of $id',
    async (planned) => {
      const found: string[] = [];
      const seen = await visitStates(
        planned,
        { browser: browser(), site: inject('site') },
        async (page, state) => {
          const root = `[data-flow="${planned.id}"]`;
          const findings = [...(await brokenPromises(page, root)), ...(await inspectPage(page, root))];
          found.push(...findings.map((finding) => `${planned.id}, ${state}, ${finding}`));
        },
      );
      expect(found).toEqual([]);
      expect(seen).toEqual(stateNames(planned.graph));
      // The longest flow has 23 states, each at four sizes and in six media.
    },
    240_000,
  );
});

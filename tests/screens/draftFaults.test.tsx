import { describe, expect, onTestFinished, test } from 'vitest';
import type { Path } from '../../machines/paths/index.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { fillStorage, forbidStorage, setClock } from '../drivers/dom/faults.ts';
import { pageOf, perform, walk } from '../drivers/driver.ts';
import type { Plan } from '../drivers/planOf.ts';
import { pathWithText, plansWithDraft, valuesAtEnd } from '../support/drafts.ts';
import { clockFaults, draftFaults, type StorageFault, storageFaults } from '../support/faults/draftFaults.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { BROKEN } from './unusualValues.ts';

/** Every fault of the storage of a tab, of a draft in it, and of the clock since it was saved: for each form. */

const HOUR_MS = 60 * 60 * 1000;

const causes: Record<StorageFault, typeof fillStorage> = {
  'storage is full': fillStorage,
  'storage is forbidden': forbidStorage,
};
const causeOf = new Map(Object.entries(causes));

/** Returns the longest of the shortest paths to a state whose form is seen with what was typed. */
function longestPathWithText(plan: Plan): Path {
  const valuesAfter = (path: Path) => JSON.stringify(valuesAtEnd(plan, path));
  const untouched = [valuesAfter([]), '{}'];
  const paths = [...plan.graph.stateNames]
    .filter((name) => !/closed|hidden|done/.test(name))
    .map((name) => pathWithText(plan, name))
    .filter((path) => !untouched.includes(valuesAfter(path)));
  return paths.reduce((one, other) => (other.length > one.length ? other : one));
}

/** Returns a draft with each of its parts left out, or of another kind, by what was changed. */
function brokenParts(draft: unknown, path = ''): [change: string, draft: unknown][] {
  if (typeof draft !== 'object' || draft === null) return [];
  return Object.entries(draft).flatMap(([key, value]): [string, unknown][] => {
    const others = Object.fromEntries(Object.entries(draft).filter(([other]) => other !== key));
    const at = `${path}.${key}`;
    return [
      [`without ${at}`, others],
      ...[7, null, {}, 'text'].map((other): [string, unknown] => [
        `${JSON.stringify(other)} at ${at}`,
        { ...others, [key]: other },
      ]),
      ...brokenParts(value, at).map(([change, part]): [string, unknown] => [
        change,
        { ...others, [key]: part },
      ]),
    ];
  });
}

describe.each(plansWithDraft)('$id', (plan) => {
  const { flow, driver } = plan;

  function openedPage() {
    const page = domPageDriver(flow.id);
    onTestFinished(page.close);
    /** Opens the page anew; returns what is seen, with the popup opened where the form is one. */
    const reopen = async () => {
      await page.browser.open(pageOf(flow, driver));
      const state = await page.screen.state();
      if (flow.id === 'callBack') await page.user.press('Get a Call Back');
      return { state, values: await page.screen.formValues() };
    };
    return { page, reopen };
  }

  test.each(Object.entries(storageFaults))(
    '%s: everything is as without it, and nothing is there after a reload',
    async (fault, { stored }) => {
      const { page, reopen } = openedPage();
      const untouched = await reopen();
      const { attempts, end } = causeOf.get(fault)?.() ?? { attempts: () => 0, end: () => {} };
      onTestFinished(() => void end());
      const path = longestPathWithText(plan);
      await walk(flow, driver, path, page);
      expect(await page.screen.formValues()).toEqual(valuesAtEnd(plan, path));
      expect(attempts()).toBeGreaterThan(0);
      expect(await reopen()).toEqual(untouched);
      end();
      expect(sessionStorage.getItem(flow.id)).toBe(stored);
    },
  );

  test('a draft that is none is as no draft', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    for (const [fault, text] of nonEmpty(Object.entries(draftFaults))) {
      await page.browser.saveDraft(flow.id, {});
      sessionStorage.setItem(flow.id, text.replace('NOW', String(Date.now())));
      expect(await reopen(), fault).toEqual(untouched);
      expect(sessionStorage.getItem(flow.id), fault).toBe(null);
    }
  });

  test('a draft that lacks a part, or has another kind of value there, breaks nothing', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    const [name = ''] = Object.keys(flow.events.draftFound ?? {});
    await perform(driver, `draftFound: ${name}`, page);
    const saved: unknown = JSON.parse(sessionStorage.getItem(flow.id) ?? '');
    for (const [change, draft] of nonEmpty(brokenParts(Reflect.get(Object(saved), 'draft')))) {
      await page.browser.saveDraft(flow.id, draft);
      const { values } = await reopen();
      expect(Object.keys(values), change).toEqual(Object.keys(untouched.values));
      expect(document.body.textContent, change).not.toMatch(BROKEN);
      for (const value of mayBeEmpty(Object.values(values)))
        expect(String(value), change).not.toMatch(BROKEN);
    }
  });

  test('a draft is of use for a day, whichever way the clock is set', async () => {
    const { page, reopen } = openedPage();
    const untouched = await reopen();
    const [name = ''] = Object.keys(flow.events.draftFound ?? {});
    for (const [fault, { hours, isRestored }] of nonEmpty(Object.entries(clockFaults))) {
      await perform(driver, `draftFound: ${name}`, page);
      const restored = await reopen();
      expect(restored, fault).not.toEqual(untouched);
      setClock(hours * HOUR_MS);
      expect(await reopen(), fault).toEqual(isRestored ? restored : untouched);
    }
  });
});

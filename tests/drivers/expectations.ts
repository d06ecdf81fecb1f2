import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Checks, Expectation } from '../../machines/checks/checks.types.ts';
import type { Step } from '../../machines/paths/index.ts';
import type { PageDriver } from './pageDriver.ts';

/**
 * Checks that the page shows a state, by the snapshot of it in the machine. `after` is the step that led there,
 * undefined at the start.
 */
export type StateCheck = (
  page: PageDriver,
  snapshot: AnyMachineSnapshot,
  after: Step | undefined,
) => Promise<void>;

/** Asserts that a page is as expected. */
export async function assertOnPage({ screen, browser }: PageDriver, expected: Expectation): Promise<void> {
  switch (expected.kind) {
    case 'text':
      return expected.isShown ? screen.expectText(expected.text) : screen.expectNoText(expected.text);
    case 'button':
      return screen.expectButton(expected.name, expected);
    case 'selectedTab':
      return screen.expectSelectedTab(expected.name);
    case 'attribute': {
      const { role, name, attribute, value } = expected;
      return expect(await screen.attribute(role, name, attribute), `${attribute} of "${name}"`).toBe(value);
    }
    case 'formValues':
      return expect(await screen.formValues(), 'the values of the form').toEqual(expected.values);
    case 'fileNames':
      return expect(await screen.fileNames(), 'the chosen files').toEqual(expected.names);
    case 'dialogTitle':
      return expect(await screen.dialogTitle(), 'the open dialog').toBe(expected.title);
    case 'alertBox':
      return expect((await browser.alerts()).at(-1), 'the last alert box').toBe(expected.text);
    case 'page':
      return expect(await screen.documentProblems(), 'what is wrong with the page').toEqual([]);
    case 'fact':
      return expect(expected.holds, expected.fact).toBe(true);
    case 'focus':
      return screen.expectFocus(expected.element);
  }
}

/** Asserts all expectations at once. The first that fails is thrown. */
async function assertAllOnPage(page: PageDriver, expected: readonly Expectation[]): Promise<void> {
  const results = await Promise.allSettled(expected.map((each) => assertOnPage(page, each)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Milliseconds for a browser to show an expectation, unless it says otherwise, and between two looks at it. */
const PATIENCE = 10_000;
const INTERVAL = 20;

/** Asserts that a page shows a state as expected. The result is the element with the focus. */
export async function assertState(
  page: PageDriver,
  state: string,
  expected: readonly Expectation[],
): Promise<string> {
  const { screen, browser } = page;
  if (!screen.findings) {
    await screen.expectState(state);
    await assertAllOnPage(page, expected);
    return screen.focusedElement();
  }
  const end = performance.now() + (screen.patience ?? PATIENCE);
  for (;;) {
    const { problems, focused } = await screen.findings(state, expected, await browser.alerts());
    const isLast = performance.now() >= end;
    const found = problems.filter((problem) => problem !== null);
    if (isLast || found.length === 0) {
      expect(found, 'what the page shows otherwise').toEqual([]);
      return focused;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

/** The checks of the states of a flow, as a driver has them. */
export const stateChecksOf = ({ states }: Checks): Record<string, StateCheck> =>
  Object.fromEntries(
    Object.entries(states).map(([name, expectationsOf]): [string, StateCheck] => [
      name,
      (page, snapshot, after) => assertAllOnPage(page, expectationsOf(snapshot, after)),
    ]),
  );

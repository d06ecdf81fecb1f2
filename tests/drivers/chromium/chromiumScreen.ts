import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readFiles, readFocus, readForm } from '../../../src/browser/readPage.ts';
import type {
  Control,
  TouchedControl,
  usableElements,
} from '../../../src/visualiser/shared/controls/index.ts';
import type { documentProblems, findings } from '../../../src/visualiser/shared/findings/index.ts';
import type { ScreenDriver, UserDriver } from '../pageDriver.ts';
import { addBuiltScript } from './builtScripts.ts';
import type { Operations } from './chromiumOperations.ts';
import type { appearance, findUsable } from './pageScript.browser.ts';

/** Playwright's options for a name; a string must match whole. */
export const exactName = (name: string | RegExp): { name: string | RegExp; exact?: true } =>
  typeof name === 'string' ? { name, exact: true } : { name };

const flowRoot = (page: Page, flow: string): Locator => page.locator(`[data-flow="${flow}"]`);

declare global {
  interface Window {
    reportTouched?: (control: TouchedControl) => void;
    reportTransitions: (flow: string, transitions: string[]) => void;
    findings: typeof findings;
    documentProblems: typeof documentProblems;
    usableElements: typeof usableElements;
    findUsable: typeof findUsable;
    appearance: typeof appearance;
  }
}

/** Milliseconds in which a page must take the transitions of a step. */
const TRANSITIONS_TIMEOUT = 5_000;

/** Adds the functions with which tests look at a page, before it is opened. */
export const addPageScript = (page: Page): Promise<void> =>
  addBuiltScript(page, 'tests/drivers/chromium/pageScript.browser.ts');

/** The usable controls below the first element that a selector matches, on a page with that script. */
export const usableControls = (page: Page, root = 'html'): Promise<Control[]> =>
  page.evaluate((selector) => {
    const element = document.querySelector(selector);
    return element ? window.usableElements(element).map(([, control]) => control) : [];
  }, root);

/** Reads the content of a page for a flow, and records the transitions that it takes. */
export async function chromiumScreen(
  page: Page,
  flow: string,
  incidents: readonly string[],
): Promise<ScreenDriver> {
  const taken: string[] = [];
  await page.exposeBinding('reportTransitions', (_, id: string, transitions: string[]) => {
    if (id === flow) taken.push(...transitions);
  });
  await addPageScript(page);
  await page.addInitScript(() => {
    window.addEventListener('microstep', ({ detail }) =>
      window.reportTransitions(detail.flow, detail.transitions),
    );
  });
  const root = flowRoot(page, flow);
  const focusedElement = () => page.locator(':root').evaluate(readFocus);

  return {
    expectText: (text) => root.getByText(text, { exact: true }).waitFor(),
    expectNoText: (text) => root.getByText(text, { exact: true }).waitFor({ state: 'hidden' }),
    expectButton: async (name, { isEnabled }) => {
      const button = root.getByRole('button', exactName(name));
      await button.waitFor();
      expect(await button.isEnabled()).toBe(isEnabled);
    },
    expectSelectedTab: (name) =>
      expect
        .poll(() => root.getByRole('tab', { selected: true }).allTextContents(), { timeout: 10_000 })
        .toEqual([name]),
    expectFocus: async (element) => {
      const focused = expect.poll(focusedElement, { timeout: 5_000, message: 'what has the focus' });
      await (element === null ? focused.not.toBe('') : focused.toBe(element));
    },
    expectState: (state) =>
      expect.poll(() => root.getAttribute('data-state'), { timeout: 10_000 }).toBe(state),
    findings: (state, expected, alerts) =>
      page.evaluate(([id, shown, expectations, texts]) => window.findings(id, shown, expectations, texts), [
        flow,
        state,
        [...expected],
        [...alerts],
      ] as const),
    documentProblems: () => page.evaluate(() => window.documentProblems()),
    incidents: () => incidents,
    attribute: (role, name, attribute) => root.getByRole(role, exactName(name)).getAttribute(attribute),
    formValues: () => root.evaluate(readForm),
    fileNames: () => root.evaluate(readFiles),
    dialogTitle: () =>
      root.evaluate((element) => element.querySelector('dialog:modal h2')?.textContent ?? null),
    focusedElement,
    state: () => root.evaluateAll(([first]) => first?.getAttribute('data-state') ?? null),
    picture: async () => {
      const mask = [page.locator('input, textarea')];
      const image = await page.screenshot({ type: 'jpeg', quality: 50, mask, maskColor: '#d8dce8' });
      return `data:image/jpeg;base64,${image.toString('base64')}`;
    },
    takenTransitions: async (atLeast = 0) => {
      const end = performance.now() + TRANSITIONS_TIMEOUT;
      while (taken.length < atLeast && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 5));
      // The page has reported its transitions before it evaluates this.
      if (taken.length >= atLeast) await page.evaluate(() => null);
      return taken;
    },
  };
}

/** Acts on a flow with Playwright. */
export function chromiumUser(page: Page, flow: string, operate: Operations): UserDriver {
  const root = flowRoot(page, flow);
  const labelled = (label: string | RegExp) =>
    typeof label === 'string' ? root.getByLabel(label, { exact: true }) : root.getByLabel(label);

  return {
    fill: async (label, text) => {
      const control = labelled(label);
      const value = await control.evaluate((element) =>
        element.matches(':read-write') && 'value' in element ? element.value : null,
      );
      if (value === null) return false;
      if (value === text) await operate.fill(control, '');
      await operate.fill(control, text);
      return true;
    },
    selectOption: (label, option) => operate.selectOption(labelled(label), option),
    setChecked: (label, isChecked) => operate.setChecked(labelled(label), isChecked),
    upload: async (label, fileName, content = '%PDF-1.4') => {
      if (fileName === null) return labelled(label).setInputFiles([]);
      const mimeType = 'application/octet-stream';
      await operate.chooseFile(labelled(label), { name: fileName, mimeType, buffer: Buffer.from(content) });
    },
    press: (name, role = 'button', article) =>
      operate.press(
        (article === undefined ? root : root.getByRole('article', exactName(article))).getByRole(
          role,
          exactName(name),
        ),
      ),
    pressTwice: (name) => root.getByRole('button', exactName(name)).dblclick(),
    point: (name) => root.getByRole('button', exactName(name)).click(),
    pressKey: (key) => page.keyboard.press(key),
    hover: () => root.hover(),
    unhover: () => page.mouse.move(0, 0),
    focus: (name, role = 'button') => operate.focus(root.getByRole(role, exactName(name))),
    blur: () =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }),
  };
}

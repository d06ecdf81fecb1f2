import type { Page } from 'playwright-core';
import type { UserDriver } from '../pageDriver.ts';
import { exactName } from './exactName.ts';
import { flowRoot } from './flowRoot.ts';

/** Acts on a flow with Playwright. `pressDuration` is how long a mouse button stays down, in milliseconds. */
export function chromiumUser(page: Page, flow: string, pressDuration: number): UserDriver {
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
      if (value === text) await control.fill('');
      await control.fill(text);
      return true;
    },
    selectOption: async (label, option) => {
      await labelled(label).selectOption(option);
    },
    setChecked: (label, isChecked) => labelled(label).setChecked(isChecked),
    upload: (label, fileName, content = '%PDF-1.4') =>
      labelled(label).setInputFiles(
        fileName === null
          ? []
          : { name: fileName, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
      ),
    press: (name, role = 'button', article) =>
      (article === undefined ? root : root.getByRole('article', exactName(article)))
        .getByRole(role, exactName(name))
        .click({ delay: pressDuration }),
    pressTwice: (name) => root.getByRole('button', exactName(name)).dblclick(),
    pressKey: (key) => page.keyboard.press(key),
    hover: () => root.hover(),
    unhover: () => page.mouse.move(0, 0),
    focus: (name, role = 'button') => root.getByRole(role, exactName(name)).focus(),
    blur: () =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }),
  };
}

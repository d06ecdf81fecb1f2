import type { Locator, Page } from 'playwright-core';

/** The ways in which a visitor operates a control. */
export type Operations = {
  press: (control: Locator) => Promise<void>;
  pressTwice: (control: Locator) => Promise<void>;
  fill: (control: Locator, text: string) => Promise<void>;
  selectOption: (control: Locator, option: string) => Promise<void>;
  setChecked: (control: Locator, isChecked: boolean) => Promise<void>;
  chooseFile: (control: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
  focus: (control: Locator) => Promise<void>;
};

/** Operates controls with the mouse. */
export const withMouse: Operations = {
  press: (control) => control.click(),
  pressTwice: (control) => control.dblclick(),
  fill: (control, text) => control.fill(text),
  selectOption: async (control, option) => void (await control.selectOption(option)),
  setChecked: (control, isChecked) => control.setChecked(isChecked),
  chooseFile: (control, file) => control.setInputFiles(file),
  focus: (control) => control.focus(),
};

/** More than the tab stops of any page. */
const MAX_STOPS = 150;

/** Returns the key that leads from the focused element to another one; null where that has the focus. */
function keyTowards(element: Element): string | null {
  const focused = document.activeElement;
  if (focused === element) return null;
  const isBefore = focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  const isInTabList = element.role === 'tab' && focused?.parentElement === element.parentElement;
  if (isInTabList) return isBefore ? 'ArrowLeft' : 'ArrowRight';
  return isBefore ? 'Shift+Tab' : 'Tab';
}

/** Operates controls with the keyboard alone. Each fails where no key leads to the control. */
export function withKeyboard(page: Page): Operations {
  const { keyboard } = page;
  const focus = async (control: Locator) => {
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      const key = await control.evaluate(keyTowards);
      if (key === null) return;
      await keyboard.press(key);
    }
    throw new Error(`The keyboard does not lead to ${control}.`);
  };
  const pressOn = async (control: Locator, ...keys: string[]) => {
    await focus(control);
    for (const key of keys) await keyboard.press(key);
  };
  return {
    press: (control) => pressOn(control, 'Enter'),
    pressTwice: (control) => pressOn(control, 'Enter', 'Enter'),
    fill: async (control, text) => {
      await pressOn(control, 'ControlOrMeta+A', 'Delete');
      await keyboard.type(text);
    },
    selectOption: async (control, option) => {
      await pressOn(control, 'Home');
      await keyboard.type(option);
    },
    setChecked: async (control, isChecked) => {
      if ((await control.isChecked()) !== isChecked) await pressOn(control, 'Space');
    },
    chooseFile: async (control, file) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pressOn(control, 'Enter')]);
      await chooser.setFiles(file);
    },
    focus,
  };
}

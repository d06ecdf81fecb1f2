import type { Locator, Page } from 'playwright-core';

/** The ways in which a visitor operates a control. */
export type Operations = {
  press: (control: Locator) => Promise<void>;
  /** Fills in a field and leaves it. */
  fill: (control: Locator, text: string) => Promise<void>;
  selectOption: (control: Locator, option: string) => Promise<void>;
  setChecked: (control: Locator, isChecked: boolean) => Promise<void>;
  chooseFile: (control: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
  focus: (control: Locator) => Promise<void>;
};

/** Operates controls with the mouse. */
export const withMouse: Operations = {
  press: (control) => control.click(),
  fill: async (control, text) => {
    await control.fill(text);
    await control.press('Tab');
  },
  selectOption: async (control, option) => void (await control.selectOption(option)),
  setChecked: (control, isChecked) => control.setChecked(isChecked),
  chooseFile: (control, file) => control.setInputFiles(file),
  focus: (control) => control.focus(),
};

/** More than it takes to come to a stop whose distance was not as it seemed. */
const MAX_LOOKS = 30;

/**
 * The key that leads from the focused element to another one, and how often to press it, as far as can be told;
 * null where that has the focus. `latest` is the key that was pressed last: around the stops of a page is the
 * browser itself.
 */
function keyTowards(element: Element, latest: string): [key: string, times: number] | null {
  const focused = document.activeElement;
  if (focused === element) return null;
  if (!focused || focused === document.body) return [latest, 1];
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  if (element.role === 'tab' && focused.parentElement === element.parentElement)
    return [isBefore(element, focused) ? 'ArrowLeft' : 'ArrowRight', 1];
  const scope = element.closest('dialog:modal') ?? document;
  const stops = [
    ...scope.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [tabindex]'),
  ].filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility());
  const countBefore = (place: Element) => stops.filter((stop) => isBefore(stop, place)).length;
  const distance = countBefore(element) - countBefore(focused);
  const isWayRound = Math.abs(distance) > stops.length / 2;
  const times = isWayRound ? stops.length - Math.abs(distance) : Math.abs(distance);
  return [distance > 0 === isWayRound ? 'Shift+Tab' : 'Tab', Math.max(1, times)];
}

/** Operates controls with the keyboard alone. Each fails where no key leads to the control. */
export function withKeyboard(page: Page): Operations {
  const { keyboard } = page;
  const focus = async (control: Locator) => {
    let key = 'Tab';
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const towards = await control.evaluate(keyTowards, key);
      if (towards === null) return;
      const times = towards[1];
      key = towards[0];
      for (let time = 0; time < times; time += 1) await keyboard.press(key);
    }
    throw new Error(`The keyboard does not lead to ${control}.`);
  };
  const pressOn = async (control: Locator, ...keys: string[]) => {
    await focus(control);
    for (const key of keys) await keyboard.press(key);
  };
  return {
    press: (control) => pressOn(control, 'Enter'),
    fill: async (control, text) => {
      await focus(control);
      await control.fill(text);
      await keyboard.press('Tab');
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

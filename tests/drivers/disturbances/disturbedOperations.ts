import type { CDPSession, Locator, Page } from 'playwright-core';
import { type Operations, withMouse } from '../chromium/chromiumOperations.ts';

/** Sets the value of a field as a password manager does that dispatches no event. */
export const setSilently = (control: Locator, text: string): Promise<void> =>
  control.evaluate((element, value) => {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
    setter?.call(element, value);
  }, text);

/** Fills texts in without events. The next key is pressed in the field that was filled last. */
export function fillingSilently(page: Page) {
  let last: { control: Locator; text: string } | null = null;
  const operations: Operations = {
    ...withMouse,
    fill: async (control, text) => {
      // A number with its country code is pasted. That is an event: without one a field keeps a set value until it is
      // left.
      if (text.startsWith('+')) return withMouse.fill(control, text);
      await setSilently(control, text);
      last = { control, text };
    },
  };
  return {
    operations,
    /** Presses keys that leave the last field as it is, unless the page knows its value. */
    pressNextKey: async () => {
      if (!last) return;
      const { control, text } = last;
      last = null;
      await control.focus();
      await page.keyboard.press('End');
      const [character = 'x'] = [...text].slice(-1);
      if (text === '') await page.keyboard.insertText(character);
      await page.keyboard.press('Backspace');
      if (text !== '') await page.keyboard.insertText(character);
    },
  };
}

/** The characters that a composing keyboard adds to a composition at a time. */
const CHUNK = 3;

/**
 * Types a text as a composing keyboard or dictation does: it grows while it is composed, and is committed as a
 * whole.
 */
async function compose(session: CDPSession, text: string): Promise<void> {
  for (let length = CHUNK; length < text.length + CHUNK; length += CHUNK) {
    const composed = text.slice(0, length);
    await session.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    });
  }
  await session.send('Input.insertText', { text });
}

/** Ten digits as a phone keyboard writes them. */
const spaced = (text: string) => text.replace(/^(\d{5})(\d{5})$/, '$1 $2');

/** Composes texts, and then leaves their fields. */
export function composing(page: Page): Operations {
  let session: Promise<CDPSession> | undefined;
  return {
    ...withMouse,
    fill: async (control, text) => {
      if (text === '') return withMouse.fill(control, text);
      session ??= page.context().newCDPSession(page);
      await control.focus();
      await control.evaluate((element) => {
        if ('select' in element && typeof element.select === 'function') element.select();
      });
      await compose(await session, spaced(text));
      await page.keyboard.press('Tab');
    },
  };
}

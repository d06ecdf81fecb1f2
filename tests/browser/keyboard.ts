import { expect } from 'vitest';
import type { sharedBrowser } from './browser.ts';

type NewPage = ReturnType<typeof sharedBrowser>['newPage'];

const PHONE = { width: 360, height: 740 };
/** More than the tab stops of any page. */
const MAX_TABS = 150;

/** The focused element, and whether it and its focus indicator are visible. */
type Focused = { id: string; tag: string; name: string; text: string; isVisible: boolean };

/** Opens a page for a visitor without a pointer. Each Tab asserts that the focus is visible. */
export async function openWithKeyboard(newPage: NewPage, path: string, { phone = false } = {}) {
  const page = await newPage({ reducedMotion: 'reduce', ...(phone && { viewport: PHONE }) });
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await page.goto(path);
  await page.locator('.site[data-state="shown"]').waitFor();

  const focused = (): Promise<Focused> =>
    page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const isInWindow =
        box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      const label = labels.map(({ textContent }) => textContent?.replace('*', '')).join(' ');
      const text = (element.textContent ?? '').trim();
      return {
        id: element.id,
        tag: element.tagName,
        name: element.getAttribute('aria-label') || label || text,
        text,
        isVisible:
          isInWindow &&
          ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'),
      };
    });

  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };

  /** Presses Tab until an element with the name has the focus; asserts after each press that the focus is visible. */
  const tabTo = async (name: string | RegExp, key = 'Tab'): Promise<Focused> => {
    const visited: string[] = [];
    for (let time = 0; time < MAX_TABS; time += 1) {
      await page.keyboard.press(key);
      const now = await focused();
      if (now.tag === 'BODY') continue;
      await expect
        .poll(async () => (await focused()).isVisible, {
          message: `the focus is seen on ${now.tag} "${now.name}"`,
        })
        .toBe(true);
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) return now;
      visited.push(now.name);
    }
    throw new Error(`Tab does not lead to ${name}, but to: ${visited.join(', ')}`);
  };

  return {
    page,
    alerts,
    focused,
    press,
    tabTo,
    /** Moves the focus to a field and types into it. */
    type: async (label: string | RegExp, text: string) => {
      await tabTo(label);
      await page.keyboard.type(text);
    },
    /** Moves the focus to a select and types the option, as one does without a pointer. */
    choose: async (label: string, option: string) => {
      await tabTo(label);
      await page.keyboard.type(option);
      expect(
        await page.evaluate(() =>
          document.activeElement instanceof HTMLSelectElement ? document.activeElement.value : '',
        ),
      ).toBe(option);
    },
    /** Moves the focus to an element and presses a key on it. */
    pressOn: async (name: string | RegExp, key = 'Enter') => {
      await tabTo(name);
      await page.keyboard.press(key);
    },
    /** Waits until an element other than the body has the focus. */
    focusIsNotLost: () => expect.poll(async () => (await focused()).tag).not.toBe('BODY'),
  };
}

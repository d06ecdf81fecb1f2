import { describe, expect, test } from 'vitest';
import { PHONE, sharedBrowser } from './browser.ts';

/** Every flow from start to end, with the keyboard alone, on the built site with the real service behind it. */

const { newPage } = sharedBrowser();

/** More than the tab stops of any page. */
const MAX_TABS = 150;

/** The focused element, and whether it and its focus indicator are visible. */
type Focused = { id: string; tag: string; name: string; text: string; isVisible: boolean };

/** Opens a page for a visitor without a pointer. Each Tab asserts that the focus is visible. */
async function openWithKeyboard(path: string, { phone = false } = {}) {
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
      let { isVisible } = now;
      const isSeen = async () => {
        isVisible ||= (await focused()).isVisible;
        return isVisible;
      };
      await expect.poll(isSeen, { message: `the focus is seen on ${now.tag} "${now.name}"` }).toBe(true);
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

const NAME = 'Ishaan Mehra';
const EMAIL = 'keyboard@example.com';
const PHONE_NUMBER = '9000000077';

describe('with the keyboard alone', () => {
  test('a student is registered: a problem, the payment window, the receipt', async () => {
    const user = await openWithKeyboard('/register-re');
    await user.type('Full Name', NAME);
    await user.press('Enter');
    expect(await user.focused()).toMatchObject({ id: 'registration-father', isVisible: true });
    await user.press('Shift+Tab');
    await user.type('Father Name', 'Rohan Mehra');
    await user.type('Mother Name', 'Kavita Mehra');
    await user.choose('Grade', '8th');
    await user.choose('Course', 'Math Problem Solving');
    await user.type('Phone', PHONE_NUMBER);
    await user.type('Email', EMAIL);
    await user.type('City', 'Indore');
    await user.type("Parent's Phone", '9000000078');
    await user.type("Second Parent's Phone", '9000000079');
    await user.pressOn(/^I accept the/, 'Space');
    await user.pressOn('Register and pay ₹2000');
    const payment = user.page.getByRole('dialog', { name: 'Simulated payment' });
    await payment.waitFor();
    await user.press('Escape');
    await user.page.locator('[data-state="editing.dismissed"]').waitFor();
    await user.focusIsNotLost();
    expect((await user.focused()).name).toBe('Check my payment');
    await user.press('Enter');
    await payment.waitFor();
    await user.pressOn('Fail payment');
    await user.page.locator('[data-state="paying.formShown.declined"]').waitFor();
    await user.press('Escape');
    await user.page.locator('[data-state="editing.paymentFailed"]').waitFor();
    expect((await user.focused()).name).toBe('Check my payment');
    await user.press('Enter');
    await payment.waitFor();
    await user.pressOn('Pay ₹2,000');
    await user.page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
    await expect.poll(async () => (await user.focused()).text).toBe('Registration Successful!');
    await user.pressOn('Register another student');
    await expect.poll(async () => (await user.focused()).text).toBe('Another student');
    await user.press('Tab');
    expect(await user.focused()).toMatchObject({ id: 'registration-name', isVisible: true });
  });

  test('a message is sent, and its report is closed', async () => {
    const user = await openWithKeyboard('/contact');
    await user.type('Full Name', NAME);
    await user.type('Email Address', EMAIL);
    await user.type('Phone Number', PHONE_NUMBER);
    await user.type('Your Message', 'When do the classes begin?');
    await user.pressOn('Send Message');
    await user.page.locator('[data-flow="contact"][data-state="done"]').waitFor();
    await user.focusIsNotLost();
    await user.tabTo('Close this message', 'Shift+Tab');
    await user.press('Space');
    await user.focusIsNotLost();
  });

  test.each([false, true])(
    'a call back is asked for, and the popup closed by Escape (phone: %s)',
    async (phone) => {
      const user = await openWithKeyboard('/shipping', { phone });
      await user.pressOn('Get a Call Back');
      expect((await user.focused()).id).toBe('callBack-popup');
      await user.type('Name', NAME);
      await user.type('Phone', PHONE_NUMBER);
      await user.type('Message (optional)', 'In the evening, please.');
      await user.pressOn('Request a Call Back');
      await user.page.locator('[data-flow="callBack"][data-state="done"]').waitFor({ state: 'attached' });
      await user.focusIsNotLost();
      await user.press('Escape');
      await expect.poll(async () => (await user.focused()).id).toBe('callBack-opener');
    },
  );

  test('a scholarship is applied for', async () => {
    const user = await openWithKeyboard('/applyPath');
    await user.type(/Name$/, NAME);
    await user.tabTo(/Grade|Class/);
    await user.press('ArrowDown', 2);
    await user.tabTo('Course');
    await user.press('ArrowDown');
    await user.type(/^Phone/, PHONE_NUMBER);
    await user.type('City', 'Indore');
    await user.press('Enter');
    await user.page.locator('[data-flow="scholarship"][data-state="done"]').waitFor();
    await user.focusIsNotLost();
  });

  test('a job is found by its tab and applied for, with a file', async () => {
    const user = await openWithKeyboard('/careers');
    await user.tabTo('All Positions');
    await user.press('ArrowRight');
    await user.press('Home');
    expect((await user.focused()).name).toBe('All Positions');
    await user.pressOn('Apply Now');
    expect((await user.focused()).id).toBe('jobApplication-name');
    await user.page.keyboard.type(NAME);
    await user.type('Email', EMAIL);
    await user.type('Phone', PHONE_NUMBER);
    const chooser = user.page.waitForEvent('filechooser');
    await user.pressOn('Resume/CV');
    await (await chooser).setFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await user.type('Cover Letter', 'I have taught for four years.');
    await user.pressOn('Submit Application');
    await expect.poll(() => user.alerts).toHaveLength(1);
    expect((await user.focused()).name).toBe('Apply Now');
  });

  test('an application is left by Escape, and Tab does not lead out of it before', async () => {
    const user = await openWithKeyboard('/careers');
    await user.pressOn('Apply Now');
    for (let time = 0; time < 12; time += 1) {
      await user.press('Tab');
      expect(
        await user.page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName),
      ).toMatch((await user.focused()).tag === 'BODY' ? /BODY/ : /DIALOG/);
    }
    await user.press('Escape');
    expect(await user.focused()).toMatchObject({ name: 'Apply Now', isVisible: true });
  });

  test('questions open and close', async () => {
    const user = await openWithKeyboard('/about');
    const open = () => user.page.locator('.faq [aria-expanded="true"]').count();
    await user.tabTo(/\?$/);
    await user.press('Enter');
    expect(await open()).toBe(1);
    await user.press('Space');
    expect(await open()).toBe(0);
    await user.focusIsNotLost();
  });

  test('tabs are chosen by arrows, Home and End, and the grades after them', async () => {
    const user = await openWithKeyboard('/courses');
    const tabs = user.page.getByRole('tab');
    const names = await tabs.allTextContents();
    const chosen = () => user.page.getByRole('tab', { selected: true }).textContent();
    await user.tabTo(String(names[0]));
    for (const [key, place] of [
      ['End', -1],
      ['ArrowRight', 0],
      ['ArrowRight', 1],
      ['ArrowLeft', 0],
      ['ArrowLeft', -1],
      ['Home', 0],
    ] as const) {
      await user.press(key);
      expect(await user.focused()).toMatchObject({ name: names.at(place), isVisible: true });
      expect(await chosen()).toBe(names.at(place));
    }
    await user.press('Tab', 2);
    await user.press('Space');
    const now = await user.focused();
    expect(await user.page.locator('.grade-band[aria-pressed="true"]').textContent()).toBe(now.name);
  });

  test('the slideshow is moved on, and played and paused', async () => {
    const user = await openWithKeyboard('/');
    const slide = () => user.page.locator('.hero-slide:not([hidden])').getAttribute('aria-label');
    await user.tabTo('Play the slideshow');
    await user.press('Enter');
    expect((await user.focused()).name).toBe('Pause the slideshow');
    await user.press('Space');
    expect((await user.focused()).name).toBe('Play the slideshow');
    await user.pressOn('Next slide');
    expect(await slide()).toBe('2 of 3');
    await user.tabTo('Previous slide', 'Shift+Tab');
    await user.press('Space');
    expect(await slide()).toBe('1 of 3');
  });

  test('the menu of a phone opens, leads to a page and closes by Escape', async () => {
    const user = await openWithKeyboard('/shipping', { phone: true });
    await user.pressOn('Menu');
    await user.tabTo('Services');
    await user.press('Escape');
    expect(await user.focused()).toMatchObject({ name: 'Menu', isVisible: true });
    await user.press('Space');
    await user.pressOn('Services');
    await expect.poll(async () => (await user.focused()).tag).toBe('H1');
    expect(new URL(user.page.url()).pathname).toBe('/services');
  });

  test('the terms of the scholarship are shown and hidden', async () => {
    const user = await openWithKeyboard('/knowmore');
    const panel = user.page.locator('#scholarship-terms');
    await user.tabTo(/terms/i);
    await user.press('Enter');
    expect(await panel.isVisible()).toBe(true);
    await user.press('Space');
    expect(await panel.isVisible()).toBe(false);
    await user.focusIsNotLost();
  });

  test('the newsletter is asked for, after a problem', async () => {
    const user = await openWithKeyboard('/shipping');
    await user.type(/Email|Your/, 'nobody');
    await user.press('Enter');
    expect(await user.focused()).toMatchObject({ tag: 'INPUT', isVisible: true });
    await user.page.keyboard.type('@example.com');
    await user.press('Enter');
    await user.page.locator('.newsletter-thanks:not(:empty)').waitFor();
    await user.focusIsNotLost();
  });

  test('the first Tab leads to the skip link, and it leads past the menu', async () => {
    const user = await openWithKeyboard('/services');
    await user.press('Tab');
    expect(await user.focused()).toMatchObject({ name: 'Skip to the content', tag: 'A' });
    await expect.poll(async () => (await user.focused()).isVisible).toBe(true);
    await user.press('Enter');
    expect((await user.focused()).id).toBe('main');
    await user.press('Tab');
    expect(await user.page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

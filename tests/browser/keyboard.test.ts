import { describe, expect, test } from 'vitest';
import { sharedBrowser, submissions } from './browser.ts';
import { atKeyboard } from './keyboard.ts';

/** Every flow from start to end, with the keyboard alone, on the built site with the real service behind it. */

const { newPage } = sharedBrowser();

const NAME = 'Ishaan Mehra';
const EMAIL = 'keyboard@example.com';
const PHONE = '9000000077';

describe('with the keyboard alone', () => {
  test('a student is registered: a problem, the payment window, the receipt', async () => {
    const at = await atKeyboard(newPage, '/register-re');
    await at.type('Full Name', NAME);
    await at.press('Enter');
    expect(await at.focused()).toMatchObject({ id: 'registration-father', isVisible: true });
    await at.press('Shift+Tab');
    await at.type('Father Name', 'Rohan Mehra');
    await at.type('Mother Name', 'Kavita Mehra');
    await at.choose('Grade', '8th');
    await at.choose('Course', 'Math Problem Solving');
    await at.type('Phone', PHONE);
    await at.type('Email', EMAIL);
    await at.type('City', 'Indore');
    await at.type("Parent's Phone", '9000000078');
    await at.type("Second Parent's Phone", '9000000079');
    await at.pressOn(/^I accept the/, 'Space');
    await at.pressOn('Register and pay ₹2000');
    const payment = at.page.getByRole('dialog', { name: 'Simulated payment' });
    await payment.waitFor();
    await at.press('Escape');
    await at.page.locator('[data-state="editing.dismissed"]').waitFor();
    await at.isNotLost();
    expect((await at.focused()).name).toBe('Register and pay ₹2000');
    await at.press('Enter');
    await payment.waitFor();
    await at.pressOn('Fail payment');
    await at.page.locator('[data-state="paying.back.declined"]').waitFor();
    await at.press('Escape');
    await at.page.locator('[data-state="editing.paymentFailed"]').waitFor();
    expect((await at.focused()).name).toBe('Register and pay ₹2000');
    await at.press('Enter');
    await payment.waitFor();
    await at.pressOn('Pay ₹2,000');
    await at.page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
    await expect.poll(async () => (await at.focused()).text).toBe('Registration Successful!');
    expect(submissions('registration').filter(({ email }) => email === EMAIL)).toMatchObject([
      { name: NAME, paymentStatus: 'paid' },
    ]);
  });

  test('a message is sent, and its report is closed', async () => {
    const at = await atKeyboard(newPage, '/contact');
    await at.type('Full Name', NAME);
    await at.type('Email Address', EMAIL);
    await at.type('Phone Number', PHONE);
    await at.type('Your Message', 'When do the classes begin?');
    await at.pressOn('Send Message');
    await at.page.locator('[data-flow="contact"][data-state="done"]').waitFor();
    await at.isNotLost();
    await at.tabTo('Close this message', 'Shift+Tab');
    await at.press('Space');
    await at.isNotLost();
    expect(submissions('contact').filter(({ email }) => email === EMAIL)).toHaveLength(1);
  });

  test.each([false, true])(
    'a call back is asked for, and the popup closed by Escape (phone: %s)',
    async (phone) => {
      const at = await atKeyboard(newPage, '/shipping', { phone });
      await at.pressOn('Get a Call Back');
      expect((await at.focused()).id).toBe('callBack-popup');
      await at.type('Name', NAME);
      await at.type('Phone', PHONE);
      await at.type('Message (optional)', 'In the evening, please.');
      await at.pressOn('Request a Call Back');
      await at.page.locator('[data-flow="callBack"][data-state="done"]').waitFor({ state: 'attached' });
      await at.isNotLost();
      await at.press('Escape');
      await expect.poll(async () => (await at.focused()).id).toBe('callBack-opener');
    },
  );

  test('a scholarship is applied for', async () => {
    const at = await atKeyboard(newPage, '/applyPath');
    await at.type(/Name$/, NAME);
    await at.tabTo(/Grade|Class/);
    await at.press('ArrowDown', 2);
    await at.tabTo('Course');
    await at.press('ArrowDown');
    await at.type(/^Phone/, PHONE);
    await at.type('City', 'Indore');
    await at.press('Enter');
    await at.page.locator('[data-flow="scholarship"][data-state="done"]').waitFor();
    await at.isNotLost();
  });

  test('a job is found by its tab and applied for, with a file', async () => {
    const at = await atKeyboard(newPage, '/careers');
    await at.tabTo('All Positions');
    await at.press('ArrowRight');
    await at.press('Home');
    expect((await at.focused()).name).toBe('All Positions');
    await at.pressOn('Apply Now');
    expect((await at.focused()).id).toBe('jobApplication-name');
    await at.page.keyboard.type(NAME);
    await at.type('Email', EMAIL);
    await at.type('Phone', PHONE);
    const chooser = at.page.waitForEvent('filechooser');
    await at.pressOn('Resume/CV');
    await (await chooser).setFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await at.type('Cover Letter', 'I have taught for four years.');
    await at.pressOn('Submit Application');
    await expect.poll(() => at.alerts).toHaveLength(1);
    expect((await at.focused()).name).toBe('Apply Now');
  });

  test('an application is left by Escape, and Tab does not lead out of it before', async () => {
    const at = await atKeyboard(newPage, '/careers');
    await at.pressOn('Apply Now');
    for (let time = 0; time < 12; time += 1) {
      await at.press('Tab');
      expect(await at.page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
        (await at.focused()).tag === 'BODY' ? /BODY/ : /DIALOG/,
      );
    }
    await at.press('Escape');
    expect(await at.focused()).toMatchObject({ name: 'Apply Now', isVisible: true });
  });

  test('questions open and close', async () => {
    const at = await atKeyboard(newPage, '/about');
    const open = () => at.page.locator('.faq [aria-expanded="true"]').count();
    await at.tabTo(/\?$/);
    await at.press('Enter');
    expect(await open()).toBe(1);
    await at.press('Space');
    expect(await open()).toBe(0);
    await at.isNotLost();
  });

  test('tabs are chosen by arrows, Home and End, and the grades after them', async () => {
    const at = await atKeyboard(newPage, '/courses');
    const tabs = at.page.getByRole('tab');
    const names = await tabs.allTextContents();
    const chosen = () => at.page.getByRole('tab', { selected: true }).textContent();
    await at.tabTo(String(names[0]));
    for (const [key, place] of [
      ['End', -1],
      ['ArrowRight', 0],
      ['ArrowRight', 1],
      ['ArrowLeft', 0],
      ['ArrowLeft', -1],
      ['Home', 0],
    ] as const) {
      await at.press(key);
      expect(await at.focused()).toMatchObject({ name: names.at(place), isVisible: true });
      expect(await chosen()).toBe(names.at(place));
    }
    await at.press('Tab', 2);
    await at.press('Space');
    const now = await at.focused();
    expect(await at.page.locator('.grade-band[aria-pressed="true"]').textContent()).toBe(now.name);
  });

  test('the slideshow is moved on, and played and paused', async () => {
    const at = await atKeyboard(newPage, '/');
    const slide = () => at.page.locator('.hero-slide:not([hidden])').getAttribute('aria-label');
    await at.tabTo('Play the slideshow');
    await at.press('Enter');
    expect((await at.focused()).name).toBe('Pause the slideshow');
    await at.press('Space');
    expect((await at.focused()).name).toBe('Play the slideshow');
    await at.pressOn('Next slide');
    expect(await slide()).toBe('2 of 3');
    await at.tabTo('Previous slide', 'Shift+Tab');
    await at.press('Space');
    expect(await slide()).toBe('1 of 3');
  });

  test('the menu of a phone opens, leads to a page and closes by Escape', async () => {
    const at = await atKeyboard(newPage, '/shipping', { phone: true });
    await at.pressOn('Menu');
    await at.tabTo('Services');
    await at.press('Escape');
    expect(await at.focused()).toMatchObject({ name: 'Menu', isVisible: true });
    await at.press('Space');
    await at.pressOn('Services');
    await expect.poll(async () => (await at.focused()).tag).toBe('H1');
    expect(new URL(at.page.url()).pathname).toBe('/services');
  });

  test('the terms of the scholarship are shown and hidden', async () => {
    const at = await atKeyboard(newPage, '/knowmore');
    const panel = at.page.locator('#scholarship-terms');
    await at.tabTo(/terms/i);
    await at.press('Enter');
    expect(await panel.isVisible()).toBe(true);
    await at.press('Space');
    expect(await panel.isVisible()).toBe(false);
    await at.isNotLost();
  });

  test('the newsletter is asked for, after a problem', async () => {
    const at = await atKeyboard(newPage, '/shipping');
    await at.type(/Email|Your/, 'nobody');
    await at.press('Enter');
    expect(await at.focused()).toMatchObject({ tag: 'INPUT', isVisible: true });
    await at.page.keyboard.type('@example.com');
    await at.press('Enter');
    await at.page.locator('.newsletter-thanks:not(:empty)').waitFor();
    await at.isNotLost();
  });

  test('the first Tab leads to the skip link, and it leads past the menu', async () => {
    const at = await atKeyboard(newPage, '/services');
    await at.press('Tab');
    expect(await at.focused()).toMatchObject({ name: 'Skip to the content', tag: 'A' });
    await expect.poll(async () => (await at.focused()).isVisible).toBe(true);
    await at.press('Enter');
    expect((await at.focused()).id).toBe('main');
    await at.press('Tab');
    expect(await at.page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

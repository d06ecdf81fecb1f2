import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { readForm } from '../../../src/browser/readPage.ts';
import type { sharedBrowser } from '../browser.ts';
import { fillForm } from '../fillForm.ts';
import { pauseClock } from '../visualiser/visualiserPage.ts';
import { json, pauseCalls } from './pausedCalls.ts';

/** A form that sends once and reports, as the specification describes it. */
export type FormSpec = {
  name: string;
  flow: string;
  page: string;
  call: string;
  /** The values to fill in, by the names of the controls; with them the form is complete. */
  values: Record<string, string>;
  button: string;
  busyButton: string;
  sent: string;
  failed: string;
  /** Brings the form into view. */
  show?: (page: Page) => Promise<void>;
};

const DAY = 24 * 60 * 60 * 1000;
const TIMED_OUT = 'The server did not answer in time. Please try again.';

type SharedBrowser = ReturnType<typeof sharedBrowser>;

/** The values of a form in which nothing is typed. */
export const emptyValues = ({ values }: FormSpec) =>
  Object.fromEntries(Object.keys(values).map((field) => [field, '']));

/** Opens the page of a form for a visitor, with paused calls. */
export const openFormPage = async (newPage: SharedBrowser['newPage'], form: FormSpec) =>
  createFormPage(await newPage(), form);

async function createFormPage(page: Page, form: FormSpec) {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  const calls = await pauseCalls(page, form.call);
  const root = page.locator(`[data-flow="${form.flow}"]`);
  const show = async () => {
    await root.waitFor({ state: 'attached' });
    await form.show?.(page);
  };
  await page.goto(form.page);
  await show();
  const control = (name: string): Locator => root.locator(`form [name="${name}"]`);
  const values = () => root.evaluate(readForm);
  const dismissal = root.getByRole('button', { name: 'Close this message' });
  const initialValues = await values();
  return {
    page,
    root,
    alerts,
    calls,
    control,
    show,
    /** The values in the form when the page was opened. */
    initialValues,
    /** Undoes what another test did: the form is shown without a report, and no call has been made. */
    reset: async () => {
      calls.reset();
      alerts.length = 0;
      if ((await root.locator('form').count()) === 0) await form.show?.(page);
      await dismissal.evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click();
      });
    },
    fill: (values: Record<string, string> = form.values) => fillForm(root, values),
    values,
    submit: () => root.getByRole('button', { name: form.button, exact: true }).click(),
    button: (name = form.button) => root.getByRole('button', { name, exact: true }),
    error: (text: string) => root.getByRole('alert').getByText(text, { exact: true }).waitFor(),
    success: (text: string) => root.getByRole('status').getByText(text, { exact: true }).waitFor(),
    reports: async () => (await root.locator('[role=alert], [role=status]').allTextContents()).join(''),
    dismiss: () => dismissal.click(),
    focus: () => page.evaluate(() => document.activeElement?.textContent ?? ''),
  };
}

/**
 * One visit of a form for all tests of a file. Each fills in the whole form, since the values of the test before
 * are still there, and leaves no call without a response.
 */
export function sharedForm(sharedVisit: SharedBrowser['sharedVisit'], form: FormSpec) {
  const visitor = sharedVisit(async (page) => {
    await page.clock.install();
    return createFormPage(page, form);
  });
  beforeEach(() => visitor().reset());
  return visitor;
}

/** The checks that hold for every form that sends once and reports. Spec §2 to §8. */
export function checkSendForm(visitor: ReturnType<typeof sharedForm>, form: FormSpec): void {
  const { name, button, busyButton, sent, failed, call } = form;
  const empty = emptyValues(form);

  test(`§3 ${name}: has these fields, all empty at the start`, async () => {
    expect(visitor().initialValues).toEqual(empty);
  });

  test(`§7 ${name}: posts exactly these fields as JSON to ${call}`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.isCalled();
    const [request] = formPage.calls.requests;
    expect(request?.method()).toBe('POST');
    expect(request?.headers()['content-type']).toBe('application/json');
    expect(request?.postDataJSON()).toEqual(form.values);
    await formPage.calls.respond(json(200, {}));
    await formPage.success(sent);
  });

  test(`§2 ${name}: the button is disabled and says "${busyButton}" with a spinner while sending`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    const busy = formPage.button(busyButton);
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    expect(await busy.locator('.spinner').count()).toBe(1);
    await formPage.calls.respond(json(200, {}));
    await formPage.button().waitFor();
    expect(await formPage.button().isEnabled()).toBe(true);
    expect(await formPage.root.locator('.spinner').count()).toBe(0);
  });

  test(`§4 ${name}: a double click sends once`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.button().dblclick();
    await formPage.calls.respond(json(200, {}));
    await formPage.success(sent);
    expect(formPage.calls.requests).toHaveLength(1);
  });

  test(`§8 ${name}: success shows "${sent}", and the form is cleared`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(200, {}));
    await formPage.success(sent);
    expect(await formPage.values()).toEqual(empty);
  });

  test(`§8 ${name}: a refusal shows the server's message, and the values are kept`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(422, { message: 'That cannot be taken.' }));
    await formPage.error('That cannot be taken.');
    expect(await formPage.values()).toEqual(form.values);
  });

  test.each([{}, { message: '' }, { message: null }, { error: 'Not this.' }])(
    `§8 ${name}: a refusal with %j shows "${failed}", and the values are kept`,
    async (body) => {
      const formPage = visitor();
      await formPage.fill();
      await formPage.submit();
      await formPage.calls.respond(json(500, body));
      await formPage.error(failed);
      expect(await formPage.values()).toEqual(form.values);
    },
  );

  test(`§4 ${name}: submitting again clears the alert before the answer`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(500, {}));
    await formPage.error(failed);
    await formPage.submit();
    await formPage.button(busyButton).waitFor();
    expect(await formPage.reports()).toBe('');
    await formPage.calls.respond(json(200, {}));
    await formPage.success(sent);
    expect(formPage.calls.requests).toHaveLength(2);
  });

  test(`§4 ${name}: the alert is dismissed, error or success, and the focus stays with the form`, async () => {
    const formPage = visitor();
    for (const [reply, text] of [
      [json(500, {}), failed],
      [json(200, {}), sent],
    ] as const) {
      await formPage.fill();
      await formPage.submit();
      await formPage.calls.respond(reply);
      await formPage.root.getByText(text, { exact: true }).waitFor();
      await formPage.dismiss();
      expect(await formPage.reports()).toBe('');
      expect(await formPage.page.evaluate(() => document.activeElement?.tagName)).toBe('FORM');
    }
  });

  test(`${name}: a failure says below its message what to do next, and whether there is a network`, async () => {
    const formPage = visitor();
    const advice = formPage.root.getByText('What you typed is kept. If trying again does not help, call');
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(500, {}));
    await advice.waitFor();
    expect(await formPage.root.getByRole('alert').textContent()).toBe(failed);
    const contactLinks = advice
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(await contactLinks).toEqual([
      expect.stringMatching(/^tel:\+?\d+$/),
      expect.stringMatching(/^mailto:.+@/),
    ]);
    const offline = formPage.root.getByText('You seem to be offline.');
    expect(await offline.count()).toBe(0);
    await formPage.page.context().setOffline(true);
    await offline.waitFor();
    await formPage.page.context().setOffline(false);
    await offline.waitFor({ state: 'detached' });
    await formPage.dismiss();
    expect(await advice.count()).toBe(0);
  });

  test(`${name}: the regions of the alerts are there before their text, and it does not go by itself`, async () => {
    const formPage = visitor();
    expect(await formPage.root.getByRole('alert').count()).toBe(1);
    expect(await formPage.root.getByRole('status').count()).toBe(1);
    expect(await formPage.reports()).toBe('');
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(500, {}));
    await formPage.error(failed);
    await formPage.page.clock.runFor('30:00');
    await formPage.error(failed);
  });

  test(`${name}: the focus is back on the button after the answer`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.respond(json(500, {}));
    await formPage.error(failed);
    await expect.poll(formPage.focus).toBe(button);
  });

  test(`${name}: without an answer for 30 seconds it says so, aborts the call and keeps the values`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await pauseClock(formPage.page);
    await formPage.submit();
    await formPage.calls.isCalled();
    await formPage.page.clock.runFor(29_000);
    expect(await formPage.reports()).toBe('');
    await formPage.page.clock.runFor(1_000);
    await formPage.error(TIMED_OUT);
    expect(await formPage.values()).toEqual(form.values);
    await expect.poll(() => formPage.calls.failed.map((request) => request.url())).toHaveLength(1);
    await formPage.page.clock.resume();
  });

  test(`§9 ${name}: a phone keeps ten digits of what is pasted or typed`, async () => {
    const formPage = visitor();
    await formPage.fill({ phone: '+91 98765-43210' });
    expect((await formPage.values()).phone).toBe('9876543210');
    await formPage.fill({ phone: '' });
    await formPage.control('phone').pressSequentially('98765 4321099');
    expect((await formPage.values()).phone).toBe('9876543210');
  });

  test(`${name}: what was typed is there after a reload, and gone once it has been sent`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.page.reload();
    await formPage.show();
    await expect.poll(formPage.values).toEqual(form.values);
    await formPage.submit();
    await formPage.calls.respond(json(200, {}));
    await formPage.success(sent);
    await formPage.page.reload();
    await formPage.show();
    expect(await formPage.values()).toEqual(empty);
    expect(await formPage.page.evaluate((key) => sessionStorage.getItem(key), form.flow)).toBeNull();
  });

  test(`${name}: what was typed is kept for 24 hours and no longer`, async () => {
    const formPage = visitor();
    await formPage.fill();
    const now = await formPage.page.evaluate(() => Date.now());
    await formPage.page.clock.setSystemTime(now + DAY - 60_000);
    await formPage.page.reload();
    await formPage.show();
    await expect.poll(formPage.values).toEqual(form.values);
    const later = await formPage.page.evaluate(() => Date.now());
    await formPage.page.clock.setSystemTime(later + DAY + 60_000);
    await formPage.page.reload();
    await formPage.show();
    expect(await formPage.values()).toEqual(empty);
  });

  test(`${name}: a reload while sending keeps what was typed`, async () => {
    const formPage = visitor();
    await formPage.fill();
    await formPage.submit();
    await formPage.calls.isCalled();
    await formPage.page.reload();
    await formPage.show();
    await expect.poll(formPage.values).toEqual(form.values);
  });
}

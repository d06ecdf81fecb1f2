import { describe, expect, test } from 'vitest';
import { cancellation } from '../../../machines/registration/registration.terms.ts';
import { readForm } from '../../../src/browser/readPage.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { details, registrant, registrantOn } from './registrant.ts';

const { newPage, sharedVisit } = sharedBrowser();

const PHONE = 'Valid phone number is required.';

/** The rules in the order of §5: the field, its message, and a valid value. */
const rules = [
  ['name', 'Full name is required.', details.name],
  ['father', 'Father name is required.', details.father],
  ['mother', 'Mother name is required.', details.mother],
  ['grade', 'Please select your grade', details.grade],
  ['course', 'Please select a course', details.course],
  ['phone', PHONE, details.phone],
  ['email', 'Valid email is required.', details.email],
  ['city', 'City is required.', details.city],
  ['refrence', PHONE, details.refrence],
  ['refrenceSt', PHONE, details.refrenceSt],
] as const;

const TERMS = 'You must accept the terms and conditions.';

describe('§2 Student registration', () => {
  const visitor = sharedVisit(registrantOn);

  test('shows the fee, and says what has to be filled in', async () => {
    const { root } = visitor();
    await root.getByRole('heading', { level: 1, name: 'Student Registration', exact: true }).waitFor();
    await root.getByText('Course Fee: ₹2000 Only', { exact: true }).waitFor();
    await root.getByText('Fields marked with * are required.', { exact: true }).waitFor();
  });

  test('says before the button what the fee is for, what comes after paying, and how to cancel', async () => {
    const { page, root } = visitor();
    const fee = root.getByRole('region', { name: 'Before you pay' });
    expect(await fee.getByRole('listitem').allTextContents()).toEqual([
      'The fee is for one student and for the one course that you choose in the form.',
      'After the payment your receipt is shown on this page, and a confirmation goes to the e-mail address that you give.',
      cancellation,
    ]);
    const link = fee.getByRole('link', { name: 'Read how to cancel, and when a fee is returned' });
    const [policy] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await policy.getByRole('heading', { level: 1, name: 'Cancellation and Refund Policy' }).waitFor();
    await policy.close();
  });

  test.each([
    ['phone', /^Ten digits\. The student’s own number, or one at which we reach the student\./],
    ['phone', /Parents’ numbers have fields of their own\.$/],
    ['refrence', /^Ten digits\. If you have one phone, give its number again\.$/],
    ['refrenceSt', /^Ten digits\. If you have one phone, give its number again\.$/],
    ['father', /^If there is one parent, write a guardian’s name or a dash \(-\) for the other one\.$/],
    ['email', /^The student’s or a parent’s\. The confirmation goes to this address, and by it we find/],
  ])('says whose %s is meant', async (name, hint) => {
    const { root, control } = visitor();
    const id = await control(name).getAttribute('aria-describedby');
    expect(await root.locator(`[id="${id}"]`).textContent()).toMatch(hint);
  });

  test('§3 has these fields in this order, all empty at the start', async () => {
    const { root } = visitor();
    const fields = await root
      .locator('form label')
      .evaluateAll((labels) =>
        labels.map((label) =>
          label instanceof HTMLLabelElement ? [label.textContent, label.control?.getAttribute('name')] : [],
        ),
      );
    expect(fields).toEqual([
      ['Full Name', 'name'],
      ['Father Name', 'father'],
      ['Mother Name', 'mother'],
      ['Grade', 'grade'],
      ['Course', 'course'],
      ['Phone', 'phone'],
      ['Email', 'email'],
      ['City', 'city'],
      ["Parent's Phone", 'refrence'],
      ["Second Parent's Phone", 'refrenceSt'],
      [expect.stringMatching(/^I accept the terms and conditions/), 'acceptTerms'],
    ]);
    const empty = Object.fromEntries(Object.keys(details).map((name) => [name, '']));
    expect(await root.evaluate(readForm)).toEqual({ ...empty, acceptTerms: false });
  });

  test.each([
    ['grade', ['5th', '6th', '7th', '8th', '9th', '10th']],
    [
      'course',
      [
        'Future Ready & Exam Prep',
        'English Speaking & Writing',
        'Math Problem Solving',
        'JEE/NEET Foundation',
        'Exam Prep',
      ],
    ],
  ])('the options of %s', async (name, options) => {
    const { control } = visitor();
    expect(await control(name).locator('option:not([value=""])').allTextContents()).toEqual(options);
  });

  test('the terms link leads to /register-term', async () => {
    const { page, root, control } = visitor();
    const link = root.locator('form').getByRole('link', { name: /^terms and conditions/ });
    const [terms] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    expect(new URL(terms.url()).pathname).toBe('/register-term');
    expect(await control('acceptTerms').isChecked()).toBe(false);
    await terms.close();
  });
});

describe('§5 Registration', () => {
  test('asks for one thing after the other, with the focus on its field, and nothing leaves before', async () => {
    const { root, orders, control, fill, submit } = await registrant(newPage);
    const expectRefusal = async (name: string, message: string) => {
      await submit();
      await expect.poll(() => root.locator('.field-problem').allTextContents()).toEqual([message]);
      expect(await control(name).evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await root.locator('[aria-invalid="true"]').count()).toBe(1);
      expect(await control(name).getAttribute('aria-invalid')).toBe('true');
    };
    for (const [name, message, validValue] of nonEmpty(rules)) {
      await expectRefusal(name, message);
      await fill({ [name]: validValue });
      expect(await root.locator('.field-problem').count()).toBe(0);
    }
    await expectRefusal('acceptTerms', TERMS);
    expect(orders.requests).toEqual([]);
    await control('acceptTerms').check();
    await submit();
    await orders.isCalled();
  });
});

describe('§5 Registration, a value', () => {
  const visitor = sharedVisit(registrantOn);

  test.each([
    ['name', '   ', 'Full name is required.'],
    ['father', '   ', 'Father name is required.'],
    ['mother', '   ', 'Mother name is required.'],
    ['phone', '987654321', PHONE],
    ['email', 'asha', 'Valid email is required.'],
    ['email', 'asha@example', 'Valid email is required.'],
    ['email', '@example.com', 'Valid email is required.'],
    ['city', '   ', 'City is required.'],
    ['refrence', '912345678', PHONE],
    ['refrenceSt', '912345678', PHONE],
  ])('%s is not "%s"', async (name, value, message) => {
    const { root, orders, control, fill, submit } = visitor();
    await fill();
    await control('acceptTerms').check();
    expect(await root.locator('.field-problem').count()).toBe(0);
    await fill({ [name]: value });
    await submit();
    await root.getByText(message, { exact: true }).waitFor();
    expect(await control(name).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(orders.requests).toEqual([]);
  });

  test.each(['phone', 'refrence', 'refrenceSt'])(
    '§9 %s keeps exactly ten digits of what is pasted or typed',
    async (name) => {
      const { control } = visitor();
      await control(name).fill('+91 98765-43210');
      expect(await control(name).inputValue()).toBe('9876543210');
      await control(name).fill('');
      await control(name).pressSequentially('98765 4321099');
      expect(await control(name).inputValue()).toBe('9876543210');
      await control(name).fill('');
      await control(name).pressSequentially('९८७६५४३२१०');
      expect(await control(name).inputValue()).toBe('9876543210');
    },
  );
});

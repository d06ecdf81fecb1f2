import type { Page } from 'playwright-core';
import type { FormValues } from '../../../machines/checks/checks.types.ts';
import { registrationCases } from '../../../machines/registration/registration.cases.ts';
import { fillForm } from '../fillForm.ts';

/** A form as a visitor meets it on its page. */
export type Form = {
  flow: string;
  page: string;
  call: string;
  /** The values to fill in, by the names of the controls; with them the form is complete. */
  values: FormValues;
  button: string;
  /** The report of a success; none where the form is replaced by another page. */
  sent?: string;
  /** Brings the form into view. */
  show?: (page: Page) => Promise<void>;
};

export const contactForm: Form & { sent: string } = {
  flow: 'contact',
  page: '/contact',
  call: '/api/contact',
  values: {
    name: 'Asha Verma',
    email: 'asha@example.com',
    phone: '9876543210',
    message: 'When does Grade 8 start?\nAnd at what time?',
  },
  button: 'Send Message',
  sent: 'Message sent successfully!',
};

export const callBackForm: Form & { sent: string } = {
  flow: 'callBack',
  page: '/privacy',
  call: '/api/inquiry',
  values: { name: 'Meena Sharma', phone: '9988776655', messageUser: 'Please call after 6 pm.' },
  button: 'Request a Call Back',
  sent: 'Inquiry submitted successfully!',
  show: (page) => page.getByRole('button', { name: 'Get a Call Back', exact: true }).click(),
};

export const scholarshipForm: Form & { sent: string } = {
  flow: 'scholarship',
  page: '/applyPath',
  call: '/api/apply',
  values: {
    name: 'Ravi Kumar',
    grade: 'Grade 8',
    course: 'Science Concepts',
    phone: '9123456780',
    city: 'Patna',
  },
  button: 'Submit Application',
  sent: 'Application submitted successfully!',
};

export const registrationForm: Form = {
  flow: 'registration',
  page: '/register-re',
  call: '/create-order',
  values: registrationCases.events.changed['everything valid'].values,
  button: 'Register and pay ₹2000',
};

/** Shows a form on its page to a visitor, whose alert boxes are accepted. */
export async function openForm(page: Page, form: Form) {
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(form.page);
  const root = page.locator(`[data-flow="${form.flow}"]`);
  await root.waitFor({ state: 'attached' });
  await form.show?.(page);
  const button = root.getByRole('button', { name: form.button, exact: true });
  return {
    page,
    root,
    button,
    control: (name: string) => root.locator(`form [name="${name}"]`),
    fill: (values: FormValues = form.values) => fillForm(root, values),
    submit: () => button.click(),
    isSent: () =>
      root
        .getByRole('status')
        .getByText(form.sent ?? '', { exact: true })
        .waitFor(),
  };
}

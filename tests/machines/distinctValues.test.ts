import { expect, test } from 'vitest';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { jobApplicationCases } from '../../machines/jobApplication/jobApplication.cases.ts';
import { newsletterCases } from '../../machines/newsletter/newsletter.cases.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { FEE } from '../../machines/registration/registration.rules.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import * as spec from '../browser/spec/forms.ts';
import { details, order } from '../browser/spec/registrant.ts';
import { registrationDetails } from '../support/serverProcess.ts';

/**
 * The values with which tests fill in a form differ from each other, and none is part of another: one that is shown, sent
 * or stored in the place of another is noticed.
 */

const { events, outcomes } = registrationCases;
const { draft } = events.draftFound['a registration saved'];
const { output: openOrder } = outcomes.createOrder['an open order'];
const payment = events.paymentSucceeded['the customer pays'];

const given: Readonly<Record<string, object>> = {
  contact: contactCases.events.changed['everything valid'].values,
  'call-back': callBackCases.events.changed['everything valid'].values,
  scholarship: scholarshipCases.events.changed['everything valid'].values,
  'job application': {
    ...jobApplicationCases.events.changed['with a cover letter'].values,
    job: jobApplicationCases.events.opened['for Math Tutor'].job.title,
    resume: jobApplicationCases.events.fileChosen.PDF.name,
  },
  newsletter: {
    first: newsletterCases.events.changed['an e-mail address'].email,
    second: newsletterCases.events.changed['another e-mail address'].email,
  },
  'registration and its payment': {
    ...events.changed['everything valid'].values,
    fee: FEE.rupees,
    order: openOrder.id,
    key: openOrder.key,
    payment: payment.paymentId,
    signature: payment.signature,
  },
  'a saved registration': {
    ...draft.values,
    order: draft.order?.id,
    key: draft.order?.key,
    payment: draft.paymentId,
    signature: draft.signature,
    day: draft.registered.registeredOn,
  },
  'the registration in the browser': { ...details, order: order.id, key: order.key, payment: 'pay_1' },
  'the contact form in the browser': spec.contactForm.values,
  'the call-back in the browser': spec.callBackForm.values,
  'the scholarship in the browser': spec.scholarshipForm.values,
  'the registration of a server test': registrationDetails('asha@example.org'),
};

test.each(Object.entries(given))('%s: all values differ', (_, values) => {
  const texts = Object.entries(values)
    .filter(([, value]) => typeof value !== 'boolean')
    .map(([name, value]) => [name, String(value)] as const);
  const mixedUp = texts.flatMap(([name, value]) =>
    texts
      .filter(([other, text]) => other !== name && (value === '' || text.includes(value)))
      .map(([other]) => `${name} ("${value}") in ${other}`),
  );
  expect(mixedUp).toEqual([]);
});

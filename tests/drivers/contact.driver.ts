import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactChecks } from '../../machines/contact/contact.checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';

const PATH = '/api/contact';

const labels = {
  name: 'Full Name*',
  email: 'Email Address*',
  phone: 'Phone Number',
  message: 'Your Message*',
} as const;

export const contactDriver = defineDriver(contactCases, {
  events: {
    draftFound: async ({ browser }, { values }) => {
      await browser.saveDraft('contact', values);
      await browser.open('/contact');
    },
    changed: ({ screen, user }, { values }) => fillFields(screen, values, textSetters(user, values, labels)),
    submitted: ({ user }) => user.press('Send Message'),
    alertDismissed: ({ user }) => user.press('Close this message'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      accepted: ({ network }) =>
        network.reply(PATH, { status: 200, json: { success: true, message: 'Not for the visitor.' } }),
      'refused by the server': ({ network }) =>
        network.reply(PATH, { status: 503, json: { message: 'Messages cannot be taken at the moment.' } }),
      'refused without a message': ({ network }) => network.reply(PATH, { status: 500, json: {} }),
      'replied with an HTML page': ({ network }) =>
        network.reply(PATH, { status: 200, text: '<h1>Welcome</h1>' }),
      'connection broken': ({ network }) => network.reply(PATH, 'disconnected'),
    },
  },
  checks: contactChecks,
});

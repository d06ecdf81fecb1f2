import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { defineDriver } from './driver.ts';
import { fillIn, typing } from './fillIn.ts';
import { focusIn, seenIn } from './sendForm.ts';

const PATH = '/api/contact';

const labels = {
  name: 'Full Name*',
  email: 'Email Address*',
  phone: 'Phone Number',
  message: 'Your Message*',
} as const;

export const contactDriver = defineDriver(contactCases, {
  page: '/contact',
  events: {
    draftFound: async (hands, { values }) => {
      await hands.keepDraft('contact', values);
      await hands.open('/contact');
    },
    changed: (hands, { values }) => fillIn(hands, values, typing(hands, values, labels)),
    submitted: (hands) => hands.press('Send Message'),
    alertDismissed: (hands) => hands.press('Close this message'),
  },
  inParts: ['changed'],
  outcomes: {
    send: {
      taken: (hands) =>
        hands.answer(PATH, { status: 200, json: { success: true, message: 'Not for the visitor.' } }),
      'refused by the server': (hands) =>
        hands.answer(PATH, { status: 503, json: { message: 'Messages cannot be taken at the moment.' } }),
      'refused without a word': (hands) => hands.answer(PATH, { status: 500, json: {} }),
      'answered with a page': (hands) => hands.answer(PATH, { status: 200, text: '<h1>Welcome</h1>' }),
      'connection broken': (hands) => hands.answer(PATH, 'disconnected'),
    },
  },
  focus: focusIn(contactForm, 'Send Message'),
  states: seenIn(contactForm, {
    submit: 'Send Message',
    submitting: 'Sending...',
    texts: [
      'Message sent successfully!',
      'Failed to send message',
      'Invalid response from server',
      'Failed to fetch',
      'Messages cannot be taken at the moment.',
      'Please give your name.',
    ],
  }),
});

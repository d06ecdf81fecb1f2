import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackChecks } from '../../machines/callBack/callBack.checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';

const PATH = '/api/inquiry';
const OPENER = 'Get a Call Back';
const SUBMIT = 'Request a Call Back';

const labels = { name: 'Name', phone: 'Phone', messageUser: 'Message (optional)' } as const;

export const callBackDriver = defineDriver(callBackCases, {
  events: {
    draftFound: async ({ browser }, { values }) => {
      await browser.saveDraft('callBack', values);
      await browser.open('/shipping');
    },
    opened: ({ user }) => user.press(OPENER),
    closed: ({ user }) => user.press('Close'),
    cancelled: ({ user }) => user.pressKey('Escape'),
    changed: ({ screen, user }, { values }) => fillFields(screen, values, textSetters(user, values, labels)),
    submitted: ({ user }) => user.press(SUBMIT),
    alertDismissed: ({ user }) => user.press('Close this message'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      accepted: ({ network }) => network.reply(PATH, { status: 200, json: { success: true } }),
      'refused by the server': ({ network }) =>
        network.reply(PATH, { status: 503, json: { message: 'Inquiries cannot be taken at the moment.' } }),
      'refused without a message': ({ network }) =>
        network.reply(PATH, { status: 502, text: '<h1>Bad Gateway</h1>' }),
      'connection broken': ({ network }) => network.reply(PATH, 'disconnected'),
    },
  },
  checks: callBackChecks,
});

import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipChecks } from '../../machines/scholarship/scholarship.checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields } from './fillFields.ts';

const PATH = '/api/apply';

export const scholarshipDriver = defineDriver(scholarshipCases, {
  events: {
    draftFound: async ({ browser }, { values }) => {
      await browser.saveDraft('scholarship', values);
      await browser.open('/applyPath');
    },
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, [
        ['name', () => user.fill('Name', values.name)],
        ['grade', () => user.selectOption('Grade', values.grade)],
        ['course', () => user.selectOption('Course', values.course)],
        ['phone', () => user.fill('Phone', values.phone)],
        ['city', () => user.fill('City', values.city)],
      ]),
    submitted: ({ user }) => user.press('Submit Application'),
    alertDismissed: ({ user }) => user.press('Close this message'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      'accepted with a message': ({ network }) =>
        network.reply(PATH, { status: 200, json: { success: true, message: 'We have your application.' } }),
      'accepted without a message': ({ network }) => network.reply(PATH, { status: 201, json: {} }),
      'refused by the server': ({ network }) =>
        network.reply(PATH, { status: 503, json: { message: 'Applications are closed at the moment.' } }),
      'refused without a message': ({ network }) =>
        network.reply(PATH, { status: 500, json: { success: false } }),
      'replied with an HTML page': ({ network }) =>
        network.reply(PATH, { status: 200, text: '<h1>Welcome</h1>' }),
      'connection broken': ({ network }) => network.reply(PATH, 'disconnected'),
    },
  },
  checks: scholarshipChecks,
});

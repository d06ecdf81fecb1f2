import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { jobApplicationCases } from '../../machines/jobApplication/jobApplication.cases.ts';
import { newsletterCases } from '../../machines/newsletter/newsletter.cases.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { newsletterText } from '../../src/content/newsletter.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import type { PageDriver, Reply } from './pageDriver.ts';

/** The flows of the forms but that of the registration. */

/** Opens a page with a draft that an earlier visit has saved. */
async function openWithDraft({ browser }: PageDriver, form: string, draft: unknown, page: string) {
  await browser.saveDraft(form, draft);
  await browser.open(page);
}

/** The executor that replies to the call of a form. */
const replyTo =
  (path: string) =>
  (reply: Reply) =>
  ({ network }: PageDriver) =>
    network.reply(path, reply);

const closeMessage = ({ user }: PageDriver) => user.press('Close this message');
const htmlPage: Reply = { status: 200, text: '<h1>Welcome</h1>' };

const contactLabels = {
  name: 'Full Name*',
  email: 'Email Address*',
  phone: 'Phone Number',
  message: 'Your Message*',
} as const;

const replyToMessage = replyTo('/api/contact');

export const contactDriver = defineDriver(contactCases, {
  events: {
    draftFound: (page, { values }) => openWithDraft(page, 'contact', values, '/contact'),
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, textSetters(user, values, contactLabels)),
    submitted: ({ user }) => user.press('Send Message'),
    alertDismissed: closeMessage,
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      accepted: replyToMessage({ status: 200, json: { success: true, message: 'Not for the visitor.' } }),
      'refused by the server': replyToMessage({
        status: 503,
        json: { message: 'Messages cannot be taken at the moment.' },
      }),
      'refused without a message': replyToMessage({ status: 500, json: {} }),
      'replied with an HTML page': replyToMessage(htmlPage),
      'connection broken': replyToMessage('disconnected'),
    },
  },
  checks: checks.contact,
});

const callBackLabels = { name: 'Name', phone: 'Phone', messageUser: 'Message (optional)' } as const;

const replyToInquiry = replyTo('/api/inquiry');

export const callBackDriver = defineDriver(callBackCases, {
  events: {
    draftFound: (page, { values }) => openWithDraft(page, 'callBack', values, '/shipping'),
    opened: ({ user }) => user.press('Get a Call Back'),
    closed: ({ user }) => user.press('Close'),
    cancelled: ({ user }) => user.pressKey('Escape'),
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, textSetters(user, values, callBackLabels)),
    submitted: ({ user }) => user.press('Request a Call Back'),
    alertDismissed: closeMessage,
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      accepted: replyToInquiry({ status: 200, json: { success: true } }),
      'refused by the server': replyToInquiry({
        status: 503,
        json: { message: 'Inquiries cannot be taken at the moment.' },
      }),
      'refused without a message': replyToInquiry({ status: 502, text: '<h1>Bad Gateway</h1>' }),
      'connection broken': replyToInquiry('disconnected'),
    },
  },
  checks: checks.callBack,
});

const replyToApplication = replyTo('/api/apply');

export const scholarshipDriver = defineDriver(scholarshipCases, {
  events: {
    draftFound: (page, { values }) => openWithDraft(page, 'scholarship', values, '/applyPath'),
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, [
        ['name', () => user.fill('Name', values.name)],
        ['grade', () => user.selectOption('Grade', values.grade)],
        ['course', () => user.selectOption('Course', values.course)],
        ['phone', () => user.fill('Phone', values.phone)],
        ['city', () => user.fill('City', values.city)],
      ]),
    submitted: ({ user }) => user.press('Submit Application'),
    alertDismissed: closeMessage,
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      'accepted with a message': replyToApplication({
        status: 200,
        json: { success: true, message: 'We have your application.' },
      }),
      'accepted without a message': replyToApplication({ status: 201, json: {} }),
      'refused by the server': replyToApplication({
        status: 503,
        json: { message: 'Applications are closed at the moment.' },
      }),
      'refused without a message': replyToApplication({ status: 500, json: { success: false } }),
      'replied with an HTML page': replyToApplication(htmlPage),
      'connection broken': replyToApplication('disconnected'),
    },
  },
  checks: checks.scholarship,
});

const resumeLabel = 'Resume/CV*';
const jobApplicationLabels = {
  name: 'Full Name*',
  email: 'Email*',
  phone: 'Phone*',
  coverLetter: 'Cover Letter',
} as const;

export const jobApplicationDriver = defineDriver(jobApplicationCases, {
  events: {
    draftFound: (page, { draft }) => openWithDraft(page, 'jobApplication', draft, '/careers'),
    opened: ({ user }, { job }) => user.press('Apply Now', 'button', job.title),
    closed: ({ user }) => user.press('Close'),
    cancelled: ({ user }) => user.pressKey('Escape'),
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, textSetters(user, values, jobApplicationLabels)),
    fileChosen: ({ user }, { name }) => user.upload(resumeLabel, name),
    fileRemoved: ({ user }) => user.upload(resumeLabel, null),
    submitted: ({ user }) => user.press('Submit Application'),
  },
  multiEventTypes: ['changed'],
  // A visitor cannot reach the file field while the dialog is closed; a test can.
  untried: ['fileChosen', 'fileRemoved'],
  outcomes: {},
  checks: checks.jobApplication,
});

export const newsletterDriver = defineDriver(newsletterCases, {
  page: '/shipping',
  events: {
    changed: async ({ user }, { email }) => {
      await user.fill(newsletterText.emailLabel, email);
    },
    submitted: ({ user }) => user.press(newsletterText.button),
  },
  multiEventTypes: ['changed'],
  outcomes: {},
  checks: checks.newsletter,
});

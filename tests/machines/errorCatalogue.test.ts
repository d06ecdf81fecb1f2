import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { type CatalogueMessage, errorCatalogue, titleOf } from '../../src/visualiser/errorCatalogue.ts';
import { formMessages } from '../../src/visualiser/messages/formMessages.ts';
import { pageMessages } from '../../src/visualiser/messages/pageMessages.ts';
import { registrationFormMessages } from '../../src/visualiser/messages/registrationFormMessages.ts';
import { serverMessages } from '../../src/visualiser/messages/serverMessages.ts';
import { isShown, messagesShown } from '../../src/visualiser/messages/shown.ts';
import { pagePathOf } from '../../src/visualiser/messages/steps.ts';
import { messageRun, simulateMessage } from '../../src/visualiser/runSteps.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const flowWithId = (id: string) => {
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  return flow;
};

describe('each message', () => {
  test('has a name of its own', () => {
    const titles = errorCatalogue.map(titleOf);
    expect(nonEmpty(titles).filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test.each(errorCatalogue.map((message) => [titleOf(message), message] as const))(
    '%s: its steps lead to it, and not before the last one',
    (_, message) => {
      const run = messageRun(flowWithId(message.flow), message, 'tab');
      const snapshots = simulateMessage(flowWithId(message.flow), message);
      expect(run.steps).toHaveLength(snapshots.length);
      const shown = snapshots.map(({ snapshot, event }) => isShown(message, snapshot, event));
      expect(shown.indexOf(true)).toBe(shown.length - 1);
    },
  );
});

const listed = (messages: readonly CatalogueMessage[]) =>
  messages.map(({ where, condition, text }) => `${where}: ${condition}: ${text}`);

describe('the list tells the words of', () => {
  test('the forms that are sent once', () => {
    expect(listed(formMessages)).toEqual([
      'Contact: response not JSON: Invalid response from server',
      'Contact: status not ok, the server says why: Messages cannot be taken at the moment.',
      'Contact: status not ok, without a word: Failed to send message',
      'Contact: network failure: Failed to fetch',
      'Contact: success: Message sent successfully!',
      'Contact: time-out: The server did not answer in time. Please try again.',
      'Contact: advice: What you typed is kept. If trying again does not help, call',
      'Contact: offline: You seem to be offline.',
      'Contact: field: name: Please give your name.',
      'Contact: field: e-mail: Please give a valid email address.',
      'Contact: field: message: Please write a message.',
      'Call-back: non-OK response, the server says why: Inquiries cannot be taken at the moment.',
      'Call-back: non-OK response, without a word: Failed to submit inquiry',
      'Call-back: success: Inquiry submitted successfully!',
      'Call-back: time-out: The server did not answer in time. Please try again.',
      'Call-back: thanks, in a window of the browser: Thank you! Our expert will contact you soon.',
      'Call-back: field: name: Please give your name.',
      'Call-back: field: phone: Please give a phone number of exactly 10 digits.',
      'Scholarship: missing field: Please fill all required fields',
      'Scholarship: server failure, the server says why: Applications are closed at the moment.',
      'Scholarship: server failure, without a word: Failed to submit application',
      'Scholarship: server failure, no answer: An error occurred. Please try again later.',
      'Scholarship: success, with a word of the server: We have your application.',
      'Scholarship: success, without a word: Application submitted successfully!',
      'Scholarship: time-out: The server did not answer in time. Please try again.',
      'Scholarship: field: name, missing: Please fill all required fields',
      'Scholarship: field: grade, missing: Please fill all required fields',
      'Scholarship: field: course, missing: Please fill all required fields',
      'Scholarship: field: phone, missing: Please fill all required fields',
      'Scholarship: field: city, missing: Please fill all required fields',
      'Scholarship: field: phone: Please give a phone number of exactly 10 digits.',
    ]);
  });

  test('the registration', () => {
    expect(listed(registrationFormMessages)).toEqual([
      'Registration: order creation fails: Orders cannot be created at the moment.',
      'Registration: payment fails: Payment failed: Your payment was declined by the bank.',
      'Registration: registration call fails: Registrations cannot be stored at the moment.',
      'Registration: checkout script fails to load: Payment failed: the payment window could not be loaded. Please check your connection and try again.',
      'Registration: success: Registration Successful!',
      'Registration: no order, without a word: We could not start the payment. Please try again.',
      'Registration: no order, the server is not reached: We could not reach the server. You have not paid anything. Please check your connection and try again.',
      'Registration: no order, time-out: The server did not answer in time. You have not paid anything. Please try again.',
      'Registration: an order that may be paid, and the server is not reached: We could not reach the server. Please check your connection and try again.',
      'Registration: an order that may be paid, time-out: The server did not answer in time. Please try again.',
      'Registration: an order of another fee: We could not start the payment: the order that came back is not one of ₹2000. You have not paid anything. Please try again.',
      'Registration: the payment window did not start: Payment failed: the payment window did not start. A content blocker may be stopping it. Please allow it and try again.',
      'Registration: the payment window could not be opened: Payment failed: the payment window could not be opened. Please try again.',
      'Registration: payment declined, without a reason: Payment failed: the payment provider gave no reason. Please try again.',
      'Registration: the visitor closed the payment window: You closed the payment window. Your details are kept: submit again, and we will first ask whether a payment has arrived.',
      'Registration: the payment window vanished: The payment window closed without an answer. Your details are kept: submit again, and we will first check whether you have paid.',
      'Registration: the payment window was unclear: The payment window did not say which payment was made. Your details are kept: submit again, and we will first check whether you have paid.',
      'Registration: interrupted by a reload: Your details are kept. Submit again, and we will first check whether you have paid.',
      'Registration: paid but not saved: We have your payment, but could not save the registration. Please try again; you will not pay twice.',
      'Registration: paid, and the server is not reached: We could not reach the server. Please check your connection and try again.',
      'Registration: the payment window loads slowly: The payment window is taking longer than usual to load. Please wait.',
      'Registration: the payment window is loaded again: The payment window did not load. Trying again…',
      'Registration: the payment window is open: Please finish paying in the payment window.',
      'Registration: paid, and to be sent again: Your fee is paid. You will not be asked to pay again.',
      'Registration: paid twice: This student was registered and paid for before. We have noted this second payment, so that it is refunded. If you have questions, call or write to us with the payment reference.',
      'Registration: field: full name: Full name is required.',
      'Registration: field: father name: Father name is required.',
      'Registration: field: mother name: Mother name is required.',
      'Registration: field: grade: Please select your grade',
      'Registration: field: course: Please select a course',
      'Registration: field: phone: Valid phone number is required.',
      'Registration: field: e-mail: Valid email is required.',
      'Registration: field: city: City is required.',
      "Registration: field: parent's phone: Valid phone number is required.",
      "Registration: field: second parent's phone: Valid phone number is required.",
      'Registration: field: terms: You must accept the terms and conditions.',
      'Registration: the server refuses a field: The city is not known to us.',
    ]);
  });

  test('the other pages', () => {
    expect(listed(pageMessages)).toEqual([
      'Careers: empty category: No current openings in this category. Check back later!',
      'Careers: file of another kind: This kind of file is not taken. Please choose a PDF, DOC or DOCX file.',
      'Careers: file lost by a reload: The page was loaded again, and files are not kept. Please choose cv.pdf again.',
      "Careers: thanks, in a window of the browser: Thank you for applying to Math Tutor! We'll review your application and get back to you soon.",
      'Blog: empty category: No blog posts found in this category.',
      'Blog: unknown slug: Loading...',
      'Blog: post that loads: Loading...',
      'Blog: post not loaded: This post could not be loaded. Please check your connection and try again.',
      'Any page: slow: Loading the page…',
      'Any page: not loaded: The page could not be loaded. Please check your connection and try again.',
      'Newsletter: field: e-mail: Please enter an e-mail address such as name@example.com.',
      'Newsletter: thanks: Thank you for your interest. Our newsletter has not started yet, so you are not subscribed and your address was not kept.',
    ]);
  });

  test('the server', () => {
    expect(listed(serverMessages)).toEqual([
      'Server: 429, from one address: We have received too many requests from your connection. Please try again in a minute.',
      'Server: 429, with one phone number: We have received too many requests with this phone number. Please try again in a minute.',
      'Server: 429, with one e-mail address: We have received too many requests with this email address. Please try again in a minute.',
      'Server: 503, busy: We have too many requests at the moment. Please try again in a few seconds.',
      'Server: 503, restart: We are restarting. Please try again in a moment.',
      'Server: 503, too slow: That took too long. Please try again in a moment.',
      'Server: 503, no database: We cannot save anything at the moment. Please try again in a few minutes.',
      'Server: 503, the last request: We are still working on your last request. Please try again in a moment.',
      'Server: 500: Something went wrong on our side. Please try again later.',
      'Server: 403, from another site: This form can only be sent from our own site.',
      'Server: 400, cut off: The data did not arrive completely. Please try again.',
      'Server: 400, a proxy changed it: The request could not be understood.',
      'Server: 503, no payment provider: The payment provider cannot be reached. Please try again in a moment.',
      'Server: 409, paid for another student: The payment for this e-mail address goes with another student’s name or phone number. Please give those, or call or write to us: your registration is saved, and you do not need to pay again.',
      'Server: 409, registered with other details: This student is registered and paid for already, with other details. Your new details are saved: please call or write to us if they are the right ones. You do not need to pay again.',
      'Server: 503, payment not confirmed: We cannot confirm your payment yet, and another registration with this e-mail address waits for it. Yours is saved: please send it again in a minute, and do not pay again.',
    ]);
  });
});

test('the message of a registration has further texts beside it', () => {
  const [success] = registrationFormMessages.filter(({ more }) => more !== undefined);
  expect(success).toMatchObject({
    condition: 'success',
    more: [
      'Your payment was processed successfully.',
      'Thank you for registering. You will receive a confirmation email shortly.',
    ],
  });
});

test('a message is produced on the page of its flow', () => {
  expect([pagePathOf('contact'), pagePathOf('newsletter'), pagePathOf('no such flow')]).toEqual([
    '/contact',
    '/',
    '/',
  ]);
  const paths = Object.fromEntries(errorCatalogue.map((message) => [titleOf(message), message.path]));
  expect(paths).toMatchObject({
    'Call-back: success': '/shipping',
    'Blog: unknown slug': '/blog/no-such-post',
    'Blog: post that loads': '/blog/how-to-improve-math-skills',
  });
});

test('a message of a page that does not exist is simulated with its address', () => {
  const [message] = errorCatalogue.filter(({ input }) => input !== undefined);
  if (!message) throw new Error('There is no such message.');
  expect(titleOf(message)).toBe('Blog: unknown slug');
  const [open] = simulateMessage(flowWithId('blogPost'), message);
  expect(open?.snapshot.context).toMatchObject({ slug: 'no-such-post', slugs: [] });
});

test('a message starts its flow anew, and takes away the network, only where it says so', () => {
  const runOf = (message: CatalogueMessage) => messageRun(flowWithId(message.flow), message, 'a tab');
  const titlesOf = (isChosen: (message: CatalogueMessage) => boolean) =>
    errorCatalogue.filter(isChosen).map(titleOf);
  expect(titlesOf((message) => runOf(message).isOffline === true)).toEqual(['Contact: offline']);
  const startsAnew = (message: CatalogueMessage) => {
    const [open] = runOf(message).steps;
    return open?.command.kind === 'open' && open.command.snapshot !== null;
  };
  expect(titlesOf(startsAnew)).toEqual([
    'Blog: post that loads',
    'Blog: post not loaded',
    'Any page: slow',
    'Any page: not loaded',
  ]);
});

describe('a page shows', () => {
  const titles = (
    flow: string,
    value: Record<string, unknown> | string,
    context: object,
    event = 'x',
    isOnline = true,
  ) => messagesShown(flow, { value, context: { ...context } }, event, isOnline).map(titleOf);
  const error = (message: string) => ({ alert: { kind: 'error', message } });

  test('the message of the flow that has it, not of another with the same words', () => {
    const timedOut = error('The server did not answer in time. Please try again.');
    expect(titles('contact', 'failed', timedOut)).toEqual(['Contact: time-out', 'Contact: advice']);
    expect(titles('scholarship', 'failed', timedOut)).toEqual(['Scholarship: time-out']);
    expect(titles('contact', 'failed', error('Another one.'))).toEqual(['Contact: advice']);
    expect(titles('contact', 'idle', { alert: null })).toEqual([]);
  });

  test('that it has no network only without one', () => {
    const failed = error('Failed to fetch');
    expect(titles('contact', 'failed', failed, 'x', true)).toEqual([
      'Contact: network failure',
      'Contact: advice',
    ]);
    expect(titles('contact', 'failed', failed, 'x', false)).toEqual([
      'Contact: network failure',
      'Contact: advice',
      'Contact: offline',
    ]);
  });

  test.each([
    [{ name: ' ', city: '' }, ['missing field', 'field: name, missing', 'field: city, missing']],
    [{ name: ' ', city: 'Pune' }, ['field: name, missing']],
  ])('what is missing by the fields that are empty, also with spaces in them: %o', (changes, conditions) => {
    const values = { grade: '9', course: 'Maths', phone: '9', ...changes };
    const shown = titles('scholarship', 'invalid', { ...error('Please fill all required fields'), values });
    expect(shown).toEqual(conditions.map((condition) => `Scholarship: ${condition}`));
  });

  test('the problem of the field that has it, of those with the same words', () => {
    const problem = { field: 'refrence', message: 'Valid phone number is required.' };
    expect(titles('registration', { editing: 'invalid' }, { problem, alert: null })).toEqual([
      "Registration: field: parent's phone",
    ]);
  });

  test('a message that is a text', () => {
    const alert = 'Orders cannot be created at the moment.';
    expect(titles('registration', { editing: 'orderFailed' }, { alert, problem: null })).toEqual([
      'Registration: order creation fails',
    ]);
  });

  test('a window of the browser after the event that opens it', () => {
    const shown = { submitting: 'shown' };
    expect(titles('callBack', shown, {}, 'submitted')).toEqual([
      'Call-back: thanks, in a window of the browser',
    ]);
    expect(titles('callBack', shown, {}, 'opened')).toEqual([]);
  });

  test.each([
    [
      'jobApplication',
      { open: 'idle' },
      { resumeBeforeReload: 'cv.pdf' },
      ['Careers: file lost by a reload'],
    ],
    ['jobApplication', { open: 'idle' }, { resumeBeforeReload: null }, []],
    [
      'registration',
      'registered',
      { registered: { isPaidTwice: true } },
      ['Registration: success', 'Registration: paid twice'],
    ],
    ['registration', 'registered', { registered: { isPaidTwice: false } }, ['Registration: success']],
    ['registration', 'registered', { registered: null }, ['Registration: success']],
  ])('in %s, in the state %o with %o: %o', (flow, value, context, expected) => {
    expect(titles(flow, value, context)).toEqual(expected);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { payerOf, registrationFields } from '../../../machines/registration/registration.rules.ts';
import type { OrderListItem } from '../../../server/payments/listOrders.ts';
import type { Submission } from '../../../server/submissions/submissions.ts';
import { forms, requestBody, type Values } from '../../support/formValues.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { type ReceivedMail, startSmtpServer } from '../../support/smtp.ts';
import { mailOptions, OFFICE, readMail, shareFamily } from '../fixtures.ts';
import { fastestDatabase, listedOrders, listedSubmissions, waitUntil } from '../serviceFixture.ts';

/** The values of a visitor are in the mails and the lists under their own labels. */

const PAID_AT = '2026-02-03T04:05:06.000Z';
const SURPLUS_PAID_AT = '2026-03-04T05:06:07.000Z';

/** Each form with the kind of its submissions, in the order in which they are sent. */
const sent = [
  { path: '/api/contact', kind: 'contact', name: 'Contact message' },
  { path: '/api/inquiry', kind: 'inquiry', name: 'Call-back request' },
  { path: '/api/apply', kind: 'application', name: 'Scholarship application' },
  { path: '/api/register', kind: 'registration', name: 'Student registration' },
] as const;

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  father: 'Father',
  mother: 'Mother',
  grade: 'Grade',
  course: 'Course',
  phone: 'Phone',
  email: 'E-mail',
  city: 'City',
  refrence: 'Parent’s phone',
  refrenceSt: 'Second parent’s phone',
  acceptTerms: 'Terms accepted',
  message: 'Message',
  messageUser: 'Message',
};

function formOf(path: string) {
  const form = forms.find((each) => each.path === path);
  if (!form) throw new Error(`No form is sent to ${path}.`);
  return form;
}

/** Values with their labels in a mail. */
const labelled = (values: Values) =>
  Object.entries(values).map(([name, value]) => [labels[name], value === true ? 'yes' : value]);

const { valid: registration } = formOf('/api/register');
const email = String(registration.email);

let submissions: Submission[];
let orders: OrderListItem[];
let mails: readonly ReceivedMail[];
let paid: { orderId: string; paymentId: string };
let surplus: { orderId: string; paymentId: string };
const family = shareFamily(fastestDatabase);

beforeAll(async () => {
  const { fixture, provider, service } = family;
  const send = (path: string) => family.post(path, requestBody(formOf(path), formOf(path).valid));
  const pay = async (more: Record<string, unknown>) => {
    const orderId = (await family.create(email))?.id ?? '';
    const [name = '', phone = '', course = ''] = ['name', 'phone', 'course'].map((field) =>
      String(registration[field]),
    );
    const notes = payerOf({ name, phone, course });
    return { orderId, paymentId: provider.pay(orderId, { notes, ...more }) };
  };
  paid = await pay({ created_at: Date.parse(PAID_AT) / 1000 });
  for (const { path } of nonEmpty(sent)) expect((await send(path)).status, path).toBe(200);
  surplus = await pay({ created_at: Date.parse(SURPLUS_PAID_AT) / 1000, amount_refunded: 50_000 });
  expect((await send('/api/register')).body).toMatchObject({ surplus: true });
  submissions = await listedSubmissions(fixture);
  orders = await listedOrders(fixture);
  await service.close();
  const smtp = await startSmtpServer();
  await fixture.start({ payments: provider.options, mail: mailOptions(smtp) });
  await waitUntil(async () => smtp.received.length === expected.length);
  mails = smtp.received;
  await smtp.stop();
});

test('the list of submissions has every value under the name of its field', () => {
  expect(submissions).toEqual(
    sent.map(({ path, kind }) => ({
      kind,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ...formOf(path).valid,
      ...(kind === 'registration' && {
        ...{ paymentStatus: 'paid', paymentMode: 'live', ...paid },
        ...{ amount: 200_000, paidAt: PAID_AT, refunded: 0 },
      }),
    })),
  );
});

test('the list of payments has the amounts, the days and the references of each order', () => {
  const common = {
    amount: 200_000,
    currency: 'INR',
    email,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    paymentMode: 'live',
    registration: 4,
  };
  const { name: student, phone } = registration;
  const payment = { amount: 200_000, currency: 'INR', student, phone };
  expect(orders).toEqual([
    {
      ...common,
      orderId: paid.orderId,
      state: 'paid and registered',
      paidAt: PAID_AT,
      payments: [{ ...payment, id: paid.paymentId, refunded: 0, createdAt: PAID_AT }],
    },
    {
      ...common,
      orderId: surplus.orderId,
      state: 'surplus',
      paidAt: SURPLUS_PAID_AT,
      payments: [{ ...payment, id: surplus.paymentId, refunded: 50_000, createdAt: SURPLUS_PAID_AT }],
    },
  ]);
  expect(orders.map(({ createdAt }) => createdAt)).not.toContain(PAID_AT);
});

/** When a submission came in, as a mail says it. */
const received = expect.stringMatching(/^\d{1,2} \w+ \d{4} at .+ \(India\)$/);

const expected = [
  ...sent.map(({ path, kind, name }) => ({
    to: OFFICE,
    replyTo: formOf(path).valid.email,
    subject: `New: ${name}`,
    details: [
      ['Received', received],
      ...(kind === 'registration' ? [['Payment', () => `₹2000 paid, reference ${paid.paymentId}`]] : []),
      ...labelled(formOf(path).valid),
    ],
  })),
  {
    to: email,
    replyTo: OFFICE,
    subject: 'Your registration with Future Ready Academy',
    details: [
      ['Student', registration.name],
      ['Grade', registration.grade],
      ['Course', registration.course],
      ['Course fee paid', '₹2000'],
      ['Payment reference', () => paid.paymentId],
      ['Registered', received],
    ],
  },
  {
    to: OFFICE,
    replyTo: email,
    subject: 'To be refunded: a second payment for a registration',
    details: [
      ['To be refunded', () => `₹2000, payment ${surplus.paymentId}`],
      ['Counts', () => paid.paymentId],
      ['Registered', received],
      ...labelled(registration),
    ],
  },
  {
    to: email,
    replyTo: OFFICE,
    subject: 'Your refund from Future Ready Academy',
    details: [
      ['Student', registration.name],
      ['Course', registration.course],
      ['Amount', '₹500'],
      ['Refunded payment', () => surplus.paymentId],
    ],
  },
  {
    to: email,
    replyTo: OFFICE,
    subject: 'Your second payment to Future Ready Academy will be refunded',
    details: [
      ['Student', registration.name],
      ['Course', registration.course],
      ['Amount', '₹2000'],
      ['Payment to be refunded', () => surplus.paymentId],
    ],
  },
];

/** The labels and values of the plain text, which are its second paragraph. */
const textDetails = (text = '') =>
  text
    .trimEnd()
    .split('\n\n')[1]
    ?.split('\n')
    .map((line) => line.match(/^([^:]+): (.*)$/)?.slice(1));

const htmlDetails = (html = '') =>
  [...html.matchAll(/<tr><th[^>]*>(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(([, label, value]) => [
    label,
    value,
  ]);

test.each(expected)('the mail "$subject" has every value at its label', async ({ details, ...head }) => {
  const mail = await readMail(mails.find(({ headers }) => headers.get('subject') === head.subject));
  const addressOf = (field: typeof mail.to) => field?.[0]?.address;
  expect({ to: addressOf(mail.to), replyTo: addressOf(mail.replyTo), subject: mail.subject }).toEqual(head);
  const rows = details.map(([label, value]) => [label, typeof value === 'function' ? value() : value]);
  expect(textDetails(mail.text)).toEqual(rows);
  expect(htmlDetails(mail.html)).toEqual(rows);
});

test('every field of a registration has a label of its own', () => {
  const own = Object.keys(registrationFields).map((field) => labels[field]);
  expect(new Set(own).size).toBe(own.length);
});

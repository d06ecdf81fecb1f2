import { expect, test } from 'vitest';
import { composeMail } from '../../server/mail/compose.ts';
import type { OutboxItem } from '../../server/mail/outbox.ts';
import { SendError } from '../../server/mail/transport.ts';

const sender = {
  from: 'mail@academy.example',
  office: 'office@academy.example',
  site: { name: 'Academy of Tests', phone: '+91 12345', email: 'hello@academy.example' },
};
const fromSite = { name: 'Academy of Tests', address: 'mail@academy.example' };
const toOffice = { name: '', address: 'office@academy.example' };

const registration = {
  name: 'Asha Verma',
  father: 'Ravi Verma',
  mother: 'Meena Verma',
  grade: '8th',
  course: 'Vedic Maths',
  phone: '9876543210',
  email: 'asha@example.org',
  city: 'Jaipur',
  refrence: '9876543211',
  refrenceSt: '9876543212',
  acceptTerms: true,
};
const registrationLines = [
  'Name: Asha Verma',
  'Father: Ravi Verma',
  'Mother: Meena Verma',
  'Grade: 8th',
  'Course: Vedic Maths',
  'Phone: 9876543210',
  'E-mail: asha@example.org',
  'City: Jaipur',
  'Parent’s phone: 9876543211',
  'Second parent’s phone: 9876543212',
  'Terms accepted: yes',
];

const item: OutboxItem = {
  id: 1,
  kind: 'notice',
  reference: '',
  messageId: 'message-1',
  attempts: 1,
  form: 'registration',
  fields: registration,
  // In India the next day has begun.
  receivedAt: new Date('2026-04-01T20:35:00Z'),
  paymentId: null,
  paymentMode: null,
};

function composed(given: Partial<OutboxItem>) {
  const mail = composeMail({ ...item, ...given }, sender);
  if (!mail) throw new Error('There is no mail.');
  return { ...mail, text: mail.text.replace(/: 2 April 2026(?: at|,) 2:05\s[ap]m \(India\)/i, ': <time>') };
}

const CLOSING = 'If an e-mail address is given, a reply to this mail goes there.';

const noticeText = (form: string, lines: readonly string[]) =>
  `This came in through the website: ${form}.\n\nReceived: <time>\n${lines.join('\n')}\n\n${CLOSING}\n`;

test('a confirmation goes to the family and says what is paid, what comes next and whom to ask', () => {
  const mail = composed({ kind: 'confirmation', paymentId: 'pay_7', paymentMode: 'live' });
  expect(mail).toEqual({
    messageId: 'message-1',
    from: fromSite,
    to: { name: '', address: 'asha@example.org' },
    replyTo: { name: 'Academy of Tests', address: 'office@academy.example' },
    subject: 'Your registration with Academy of Tests',
    text: [
      'Thank you for registering with Academy of Tests. The registration and the payment have arrived.',
      [
        'Student: Asha Verma',
        'Grade: 8th',
        'Course: Vedic Maths',
        'Course fee paid: ₹2000',
        'Payment reference: pay_7',
        'Registered: <time>',
      ].join('\n'),
      'What comes next: we call or write to you about the start of the classes. Please keep this mail with the payment reference. Nothing else is to be paid now: please do not pay a second time.',
      'Is something missing or wrong, or do you have a question? Call +91 12345, write to hello@academy.example or answer this mail, and give the payment reference.',
      'If you did not register anybody, please tell us.\n',
    ].join('\n\n'),
    html: expect.stringMatching(
      /<title>Your registration with Academy of Tests<\/title>.*\n<p>Thank you .*<td>pay_7<\/td>.*<p>If you did/s,
    ),
  });
});

test('a confirmation is not written for a registration that is no longer paid', () => {
  expect(composeMail({ ...item, kind: 'confirmation' }, sender)).toBeUndefined();
});

test.each([undefined, true, '', 'asha@example.org,other@example.org'])(
  'a confirmation to the address %j is refused for good',
  (email) => {
    const { email: _former, ...others } = registration;
    const fields = email === undefined ? others : { ...others, email };
    expect(() => composed({ kind: 'confirmation', paymentId: 'pay_7', fields })).toThrow(
      new SendError('permanent', 'The address cannot be mailed.'),
    );
    expect(composed({ fields }).replyTo).toBeUndefined();
  },
);

test('a field that is missing is empty in a confirmation', () => {
  const fields = { email: 'asha@example.org' };
  const { text } = composed({ kind: 'confirmation', paymentId: 'pay_7', fields });
  expect(text).toContain('Student: \nGrade: \nCourse: \nCourse fee paid');
});

test('a notice of a registration goes to the office with every field and the payment', () => {
  const mail = composed({ paymentId: 'pay_7', paymentMode: 'live' });
  expect(mail).toEqual({
    messageId: 'message-1',
    from: fromSite,
    to: toOffice,
    replyTo: { name: '', address: 'asha@example.org' },
    subject: 'New: Student registration',
    text: noticeText('Student registration', ['Payment: ₹2000 paid, reference pay_7', ...registrationLines]),
    html: expect.stringMatching(/<title>New: Student registration<\/title>.*<td>Asha Verma<\/td>/s),
  });
  expect(composed({}).text).toBe(
    noticeText('Student registration', ['Payment: pending when this was written', ...registrationLines]),
  );
});

test.each([
  [null, 'pay_7'],
  ['live', 'pay_7'],
  ['unknown', 'pay_7'],
  ['test', 'pay_7 (test: no money was paid)'],
  ['simulated', 'pay_7 (simulated: no money was paid)'],
] as const)('the reference of a payment of mode %s is %s', (paymentMode, reference) => {
  const payment = { paymentId: 'pay_7', paymentMode };
  expect(composed(payment).text).toContain(`\nPayment: ₹2000 paid, reference ${reference}\n`);
  const confirmation = composed({ kind: 'confirmation', ...payment }).text;
  expect(confirmation).toContain(`\nPayment reference: ${reference}\n`);
});

test.each([
  [
    'contact',
    'Contact message',
    { name: 'Asha', email: '', message: 'One\nPayment: paid', other: false },
    ['Name: Asha', 'E-mail: ', 'Message: One\n    Payment: paid', 'other: no'],
  ],
  ['inquiry', 'Call-back request', { phone: '1', messageUser: 'Now' }, ['Phone: 1', 'Message: Now']],
  [
    'application',
    'Scholarship application',
    { grade: 'Grade 8', city: 'Jaipur' },
    ['Grade: Grade 8', 'City: Jaipur'],
  ],
] as const)('a notice of kind %s has every field, and no payment', (form, name, fields, lines) => {
  const mail = composed({ form, fields });
  expect([mail.to, mail.replyTo, mail.subject]).toEqual([toOffice, undefined, `New: ${name}`]);
  expect(mail.text).toBe(noticeText(name, lines));
});

test('a surplus payment is reported to the office with the one that counts', () => {
  const mail = composed({ kind: 'surplus', reference: 'pay_8', paymentId: 'pay_7' });
  const textFor = (counts: string) =>
    [
      'A registration that was paid has been paid once more. Please refund the second payment.',
      [
        'To be refunded: ₹2000, payment pay_8',
        `Counts: ${counts}`,
        'Registered: <time>',
        ...registrationLines,
      ].join('\n'),
      `${CLOSING}\n`,
    ].join('\n\n');
  expect(mail).toEqual({
    messageId: 'message-1',
    from: fromSite,
    to: toOffice,
    replyTo: { name: '', address: 'asha@example.org' },
    subject: 'To be refunded: a second payment for a registration',
    text: textFor('pay_7'),
    html: expect.stringContaining('<td>₹2000, payment pay_8</td>'),
  });
  expect(composed({ kind: 'surplus', reference: 'pay_8' }).text).toBe(textFor('none'));
});

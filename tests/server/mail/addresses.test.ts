import emailAddresses from 'email-addresses';
import { describe, expect } from 'vitest';
import { startSmtpServer } from '../../support/smtp.ts';
import { mailTest } from '../fixtures.ts';
import { OFFICE } from '../mailOptions.ts';
import { registrationBody, waitUntil } from '../serviceFixture.ts';
import { readMail } from './readMail.ts';

/** Reads the address in a header field strictly after RFC 5322, which has no character but those of ASCII. */
const addressIn = (field: string | undefined) =>
  field && emailAddresses.parseOneAddress({ input: field, rfc6532: false });

const REPLY = 'A reply to this mail goes to the e-mail address above.';
const NO_REPLY = 'A reply to this mail does not reach the e-mail address above: please write to it.';

describe('an SMTP server without SMTPUTF8', () => {
  const test = mailTest;

  test.for([
    ['asha@example.org', 'asha@example.org', REPLY],
    ["asha.o'neil+school@example.co.in", "asha.o'neil+school@example.co.in", REPLY],
    ['asha@bücher.example', 'asha@xn--bcher-kva.example', REPLY],
    ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c', REPLY],
    ['josé@example.org', undefined, NO_REPLY],
    ['आशा@उदाहरण.भारत', undefined, NO_REPLY],
  ] as const)(
    'takes the notice of a message from %s',
    async ([email, replyTo, sentence], { smtp, visitor }) => {
      await visitor.send('/api/contact', { name: 'Zoë आशा', email, message: 'Hello' });
      await waitUntil(async () => smtp.received.length === 1);
      const [mail] = smtp.received;
      expect(mail?.to).toEqual([OFFICE]);
      for (const name of ['from', 'to'])
        expect(addressIn(mail?.headers.get(name)), name).toMatchObject({ type: 'mailbox' });
      expect(addressIn(mail?.headers.get('reply-to'))).toEqual(
        replyTo && expect.objectContaining({ address: replyTo }),
      );
      const { text } = await readMail(mail);
      expect(text).toContain(`E-mail: ${email}\n`);
      expect(text).toContain(sentence);
    },
  );

  test('gets no sentence about a reply where no address was asked', async ({ smtp, visitor }) => {
    await visitor.send('/api/inquiry', { name: 'Asha', phone: '9876543210' });
    await waitUntil(async () => smtp.received.length === 1);
    const { text } = await readMail(smtp.received[0]);
    expect(text).not.toContain('reply');
  });

  test('takes the confirmation to a domain of other letters, and refuses the one to a mailbox of other letters', async ({
    operator,
    smtp,
    visitor,
  }) => {
    await visitor.enrol('asha@bücher.example');
    await visitor.enrol('आशा@उदाहरण.भारत');
    await waitUntil(async () => (await operator.mails()).every(({ state }) => state !== 'waiting'));
    const recipients = smtp.received.map(({ headers }) => addressIn(headers.get('to')));
    expect(recipients).toHaveLength(3);
    expect(recipients).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: 'asha@xn--bcher-kva.example' }),
        expect.objectContaining({ address: OFFICE }),
      ]),
    );
    expect(await operator.mails(['--failed'])).toMatchObject([
      { kind: 'confirmation', to: 'family', lastError: 'RCPT TO 553 5.6.7' },
    ]);
  });
});

describe('an SMTP server with SMTPUTF8', () => {
  const test = mailTest.extend('smtp', async ({}, { onCleanup }) => {
    const smtp = await startSmtpServer({ hasSmtpUtf8: true });
    onCleanup(smtp.stop);
    return smtp;
  });

  test('gets the confirmation to a mailbox of other letters', async ({ smtp, visitor }) => {
    await visitor.enrol('आशा@उदाहरण.भारत');
    await waitUntil(async () => smtp.received.length === 2);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([OFFICE, 'आशा@उदाहरण.भारत'].sort());
  });
});

mailTest.for(['a@x.in.', 'a@x..in', '.a@x.in', '<a@x.in>', 'a,b@x.in', 'as\u200bha@x.in', 'a@x'])(
  'the address %j, which cannot be mailed, is refused by every call that takes one',
  async (email, { operator, visitor }) => {
    const calls = [
      visitor.send('/api/contact', { name: 'Asha', email, message: 'Hello' }),
      visitor.send('/api/register', registrationBody(email)),
      visitor.send('/create-order', { amount: 2000, currency: 'INR', receipt_email: email }),
    ];
    const bodies = (await Promise.all(calls)).map(({ status, body: { message, field } }) => [
      status,
      message,
      field,
    ]);
    expect(bodies).toEqual([
      [400, 'Please give a valid email address.', 'email'],
      [400, 'Valid email is required.', 'email'],
      [400, 'Valid email is required.', 'receipt_email'],
    ]);
    expect([await operator.submissions(), await operator.payments()]).toEqual([[], []]);
  },
);

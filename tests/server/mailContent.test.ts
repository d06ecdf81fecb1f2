import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { cancellation, startOfClasses } from '../../machines/registration/registration.terms.ts';
import { composeMail } from '../../server/mail/compose.ts';
import type { MailKind, OutboxItem } from '../../server/mail/outbox.ts';
import { toNodemailerMessage } from '../../server/mail/transport.ts';
import type { StoredFields, SubmissionKind } from '../../server/submissions/submissions.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { registrationDetails } from '../support/serverProcess.ts';
import { FROM, mailOptions, OFFICE } from './mailOptions.ts';

const registration = registrationDetails('asha@example.org');

const outboxItem = (
  kind: MailKind,
  form: SubmissionKind,
  fields: StoredFields,
  more: Partial<OutboxItem> = {},
): OutboxItem => ({
  id: 1,
  kind,
  reference: '',
  messageId: '0b5e6a3c',
  attempts: 1,
  form,
  isSubmitted: true,
  fields,
  receivedAt: new Date('2026-04-01T20:30:00Z'),
  paymentId: null,
  paymentMode: null,
  ...more,
});

const composedMail = (each: OutboxItem) => {
  const mail = composeMail(each, mailOptions(undefined));
  if (!mail) throw new Error('There is no mail.');
  return mail;
};

/** Returns the header fields and the body of a mail as it is sent. */
async function renderedMail(each: OutboxItem) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await transport.sendMail(toNodemailerMessage(composedMail(each)));
  const source = message.toString();
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return { envelope, source, header: head.split('\r\n') };
}

describe('the confirmation', () => {
  const confirmation = outboxItem('confirmation', 'registration', registration, { paymentId: 'pay_7' });

  test('says what was registered, the fee, the reference, what comes next, what a cancellation pays back and whom to ask', () => {
    const { from, to, replyTo, subject, text } = composedMail(confirmation);
    expect({ from, to, replyTo, subject }).toEqual({
      from: { name: 'Future Ready Academy', address: FROM },
      to: { name: '', address: 'asha@example.org' },
      replyTo: { name: 'Future Ready Academy', address: OFFICE },
      subject: 'Your registration with Future Ready Academy',
    });
    for (const words of [
      'Student: Asha Verma\n',
      'Grade: 8th\n',
      'Course: Math Problem Solving\n',
      'Course fee paid: ₹2000\n',
      'Payment reference: pay_7\n',
      'Registered: 2 April 2026',
      `What comes next: ${startOfClasses}`,
      cancellation,
      'Call +91 00000 12345, write to hello@futurereadyacademy.example',
      'please do not pay a second time',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/9876543210|Ravi|Jaipur/);
  });

  test.each(['test', 'simulated'] as const)('says of a payment that is %s that no money was paid', (mode) => {
    const reference = `pay_7 (${mode}: no money was paid)`;
    expect(composedMail({ ...confirmation, paymentMode: mode }).text).toContain(
      `Payment reference: ${reference}\n`,
    );
    expect(composedMail({ ...confirmation, kind: 'notice', paymentMode: mode }).text).toContain(
      `paid, reference ${reference}\n`,
    );
  });

  test('is not written when the payment has gone to another registration', () => {
    expect(composeMail({ ...confirmation, paymentId: null }, mailOptions(undefined))).toBeUndefined();
  });

  test('fails for good when its address is more than an address', () => {
    const fields = { ...registration, email: 'asha@example.org,other@example.org' };
    expect(() => composedMail({ ...confirmation, fields })).toThrow('The address cannot be mailed.');
  });

  test('is plain text and HTML with one Message-ID, and is marked as automatic', async () => {
    const { header, source, envelope } = await renderedMail(confirmation);
    expect(envelope).toEqual({ from: FROM, to: ['asha@example.org'] });
    expect(header).toContain('Message-ID: <0b5e6a3c@academy.example>');
    expect(header).toContain('Auto-Submitted: auto-generated');
    expect(source).toMatch(
      /Content-Type: text\/plain; charset=utf-8[\s\S]*Content-Type: text\/html; charset=utf-8/,
    );
  });
});

describe('the notice', () => {
  const contact = { name: 'Asha', email: 'asha@example.org', phone: '12', message: 'One\nPayment: paid' };

  test.each([
    [
      'registration',
      registration,
      ['Second parent’s phone: 9876543212', 'Payment: pending', 'Terms accepted: yes'],
    ],
    ['contact', contact, ['E-mail: asha@example.org', 'Message: One\n    Payment: paid']],
    [
      'inquiry',
      { name: 'Asha', phone: '9876543210', messageUser: 'Now' },
      ['Phone: 9876543210', 'Message: Now'],
    ],
    ['application', { name: 'Asha', grade: 'Grade 8', city: 'Jaipur' }, ['Grade: Grade 8', 'City: Jaipur']],
  ] as const)('of kind %s has every field with its label', (form, fields, lines) => {
    const { to, subject, text } = composedMail(outboxItem('notice', form, fields));
    expect(to.address).toBe(OFFICE);
    expect(subject).toMatch(/^New: /);
    for (const line of nonEmpty([...lines, 'Received: 2 April 2026'])) expect(text).toContain(line);
    const texts = Object.values(fields).filter((value) => typeof value === 'string');
    for (const value of nonEmpty(texts)) expect(text.replace(/\n {4}/g, '\n')).toContain(value);
  });

  test('says that a registration is paid, and with which payment', () => {
    const { text } = composedMail(outboxItem('notice', 'registration', registration, { paymentId: 'pay_7' }));
    expect(text).toContain('Payment: ₹2000 paid, reference pay_7');
  });

  test('has the visitor’s address as Reply-To, where there is exactly one', () => {
    expect(composedMail(outboxItem('notice', 'contact', contact)).replyTo?.address).toBe('asha@example.org');
    const two = { ...contact, email: 'a@example.org,b@example.org' };
    expect(composedMail(outboxItem('notice', 'contact', two)).replyTo).toBeUndefined();
  });

  test('of a surplus payment names it, and the payment that counts', () => {
    const surplus = outboxItem('surplus', 'registration', registration, {
      paymentId: 'pay_7',
      reference: 'pay_8',
    });
    const { to, text } = composedMail(surplus);
    expect(to.address).toBe(OFFICE);
    expect(text).toContain('To be refunded: ₹2000, payment pay_8\nCounts: pay_7');
  });

  test('escapes what visitors wrote', () => {
    const evil = `<script>alert("1")</script> & 'x'`;
    const { html } = composedMail(
      outboxItem('notice', 'contact', { ...contact, name: evil, message: `${evil}\n${evil}` }),
    );
    expect(html).not.toContain('<script');
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;<br>&lt;script',
    );
  });
});

describe('no field of a visitor reaches the header', () => {
  const injections = [
    'x\r\nBcc: evil@example.net',
    'x\nTo: evil@example.net\n\nBody',
    'x\rBcc: evil@example.net',
    'x\u2028Bcc: evil@example.net',
    'evil@example.net>, <other@example.net',
    '=?utf-8?q?x=0D=0ABcc:_evil@example.net?=',
    '"evil@example.net" <asha@example.org>',
    'asha@example.org(evil@example.net)',
    'asha@example.org\r\nRCPT TO:<evil@example.net>',
  ];
  const kinds = [
    ['notice', 'registration'],
    ['notice', 'contact'],
    ['surplus', 'registration'],
    ['confirmation', 'registration'],
  ] as const;
  const fields = { ...registration, message: 'Hello', messageUser: 'Hello' };

  test.each(kinds)('%s of a %s', async (kind, form) => {
    const expected = (await renderedMail(outboxItem(kind, form, fields, { paymentId: 'pay_7' }))).header.map(
      nameOf,
    );
    const fieldsOfMail = Object.keys(fields).filter((name) => name !== 'email' || kind !== 'confirmation');
    for (const field of nonEmpty(fieldsOfMail))
      for (const attack of nonEmpty(injections)) {
        const each = outboxItem(kind, form, { ...fields, [field]: attack }, { paymentId: 'pay_7' });
        const { header, envelope } = await renderedMail(each);
        expect(header.join('\n')).not.toContain('evil');
        expect(header.map(nameOf)).toEqual(
          field === 'email' ? expected.filter((name) => name !== 'Reply-To') : expected,
        );
        expect(envelope.to).toEqual([kind === 'confirmation' ? 'asha@example.org' : OFFICE]);
      }
  });

  test.each(injections)('no confirmation goes to an address with another in it (%#)', (attack) => {
    const each = outboxItem(
      'confirmation',
      'registration',
      { ...fields, email: attack },
      { paymentId: 'pay_7' },
    );
    expect(() => composedMail(each)).toThrow('The address cannot be mailed.');
  });

  const nameOf = (line: string) => line.split(':', 1)[0];
});

import { expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { mailTest as test } from '../fixtures.ts';
import { FROM, mailOptions, OFFICE } from '../mailOptions.ts';
import { newEmail, registrationBody, waitUntil } from '../serviceFixture.ts';
import { visitorOf } from '../visitor.ts';
import { readMail } from './readMail.ts';

test('a confirmation says what is paid, what comes next and whom to ask, and names neither parents nor phones', async ({
  smtp,
  visitor,
}) => {
  const email = newEmail();
  const { paymentId } = await visitor.enrol(email);
  await waitUntil(async () => smtp.received.length === 2);
  const sent = smtp.received.find(({ to }) => to[0] === email);
  const mail = await readMail(sent);
  expect(mail).toMatchObject({
    from: { name: 'Future Ready Academy', address: FROM },
    replyTo: [{ name: 'Future Ready Academy', address: OFFICE }],
    subject: 'Your registration with Future Ready Academy',
    messageId: expect.stringMatching(/^<[\w-]{36}@academy\.example>$/),
  });
  expect(sent?.headers.get('auto-submitted')).toBe('auto-generated');
  for (const words of nonEmpty([
    'Student: Asha Verma\n',
    'Grade: 8th\n',
    'Course: Math Problem Solving\n',
    'Course fee paid: ₹2000\n',
    `Payment reference: ${paymentId}\n`,
    'What comes next: ',
    'Call +91 00000 12345, write to hello@futurereadyacademy.example',
    'please do not pay a second time',
  ]))
    expect(mail.text).toContain(words);
  expect(mail.text).not.toMatch(/9876543210|Ravi|Jaipur/);
});

test('a payment with test keys or in the simulator is said to be no money', async ({
  data,
  provider,
  smtp,
}) => {
  const testKeys = await data.start({
    payments: provider.optionsWithKey('rzp_test_key'),
    mail: mailOptions(smtp),
  });
  await visitorOf(testKeys, provider).enrol(newEmail());
  const simulated = await data.start({ mail: mailOptions(smtp) });
  expect(await payAndRegister(simulated.url, newEmail())).toBe(true);
  await waitUntil(async () => smtp.received.length === 4);
  const texts = (await Promise.all(smtp.received.map(readMail))).map(({ text }) => text);
  for (const mode of ['test', 'simulated'])
    expect(texts.filter((text) => text?.includes(`(${mode}: no money was paid)`))).toHaveLength(2);
});

test('the notice of a registration that is not paid yet says so', async ({ smtp, visitor }) => {
  await visitor.send('/api/register', registrationBody(newEmail(), { paymentStatus: 'pending' }));
  await waitUntil(async () => smtp.received.length === 1);
  expect((await readMail(smtp.received[0])).text).toContain('Payment: pending when this was written\n');
});

const LABELS = ['This came in through the website', 'Received', 'Name', 'Phone', 'Message'];

test('nothing that a visitor wrote reaches the header or the markup of a mail', async ({ smtp, visitor }) => {
  const attacks = [
    'x\r\nBcc: evil@example.net',
    'x\nTo: evil@example.net\n\nBody',
    'x\u2028Bcc: evil@example.net',
    'evil@example.net>, <other@example.net',
    '=?utf-8?q?x=0D=0ABcc:_evil@example.net?=',
    `<script>alert("evil")</script> & 'x'`,
  ];
  for (const attack of nonEmpty(attacks)) {
    const name = attack.replace(/[\r\n\u2028]+/g, ' ');
    expect(
      (await visitor.send('/api/inquiry', { name, phone: '9876543210', messageUser: attack })).status,
    ).toBe(200);
  }
  await waitUntil(async () => smtp.received.length === attacks.length);
  for (const mail of nonEmpty(smtp.received)) {
    expect(mail.to).toEqual([OFFICE]);
    expect([...mail.headers].flat().join('\n')).not.toContain('evil');
    const { html, text } = await readMail(mail);
    expect(html).not.toMatch(/<script|<[^>]*evil/);
    expect(text?.match(/^\w[\w -]*(?=: )/gm)).toEqual(LABELS);
  }
});

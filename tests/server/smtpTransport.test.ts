import { createTransport } from 'nodemailer';
import { beforeEach, expect, test, vi } from 'vitest';
import { smtpTransport } from '../../server/mail/smtpTransport.ts';
import { SendError } from '../../server/mail/transport.ts';

const sendMail = vi.fn();
vi.mock('nodemailer', () => ({ createTransport: vi.fn(() => ({ sendMail })) }));

beforeEach(() => {
  vi.clearAllMocks();
  sendMail.mockReset();
});

const timeouts = { connectTimeout: 10, socketTimeout: 30 };

const mail = {
  messageId: 'message-1',
  from: { name: 'Academy', address: 'mail@academy.example' },
  to: { name: '', address: 'asha@example.org' },
  replyTo: undefined,
  subject: 'Subject',
  text: 'Text',
  html: '<p>HTML</p>',
};
const signal = AbortSignal.any([]);

const times = { connectionTimeout: 10, greetingTimeout: 10, dnsTimeout: 10, socketTimeout: 30 };

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true }],
  ['smtp://mail.example:2525', { host: 'mail.example', port: 2525, secure: false }],
  ['smtps://[::1]:4650', { host: '::1', port: 4650, secure: true }],
  [
    'smtp://mail%40academy.example:p%40ss%3A@mail.example',
    {
      ...{ host: 'mail.example', port: 587, secure: false },
      auth: { user: 'mail@academy.example', pass: 'p@ss:' },
      requireTLS: true,
    },
  ],
])('the address %s is used, a password over TLS alone', (url, settings) => {
  smtpTransport(url, timeouts);
  // Certificates are verified, since nothing says otherwise.
  expect(vi.mocked(createTransport).mock.calls).toStrictEqual([[{ ...settings, ...times }]]);
});

test('a mail is sent until the signal is aborted, and leaves no file', async () => {
  const transport = smtpTransport('smtp://mail.example', timeouts);
  await transport.send(mail, signal);
  expect(sendMail.mock.calls).toEqual([
    [
      expect.objectContaining({
        messageId: '<message-1@academy.example>',
        to: mail.to,
        text: 'Text',
        signal,
      }),
    ],
  ]);
  expect(await transport.remove('message-1')).toBeUndefined();
});

const words = 'asha@example.org is unknown here';

test.each([
  // What concerns this mail alone: its recipient and its content.
  [
    'permanent',
    'RCPT TO 550 5.1.1',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: `550 5.1.1 ${words}` },
  ],
  [
    'permanent',
    'DATA 500',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 500, response: `500 ${words}` },
  ],
  [
    'temporary',
    'RCPT TO 451 4.7.100',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: `451-4.7.100 ${words}` },
  ],
  [
    'temporary',
    'DATA 499',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 499, response: `499 ${words}` },
  ],
  ['permanent', 'API EENVELOPE', { code: 'EENVELOPE', command: 'API' }],
  // What any mail would meet.
  [
    'unreachable',
    'MAIL FROM 550 5.7.1',
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: `550 5.7.1 ${words}` },
  ],
  ['unreachable', 'AUTH 535', { code: 'EAUTH', command: 'AUTH', responseCode: 535, response: '535 No' }],
  ['unreachable', 'API EOTHER', { code: 'EOTHER', command: 'API' }],
  ['unreachable', 'CONN EENVELOPE', { code: 'EENVELOPE', command: 'CONN' }],
  ['unreachable', 'CONN ECONNREFUSED', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }],
  ['unreachable', 'DATA ETIMEDOUT', { code: 'ETIMEDOUT', command: 'DATA' }],
  ['unreachable', 'EABORT', { code: 'EABORT' }],
  ['unreachable', 'CONN ETIMEDOUT', { code: 'ETIMEDOUT', command: 'CONN', response: '' }],
  ['unreachable', 'CONN EPROTOCOL', { code: 'EPROTOCOL', command: 'CONN', response: words }],
  ['unreachable', 'CONN EPROTOCOL', { code: 'EPROTOCOL', command: 'CONN', response: `x 550 ${words}` }],
  ['unreachable', 'CONN 421', { code: 'EX', command: 'CONN', response: `421 4.7 ${words}` }],
  ['unreachable', 'CONN 421', { code: 'EX', command: 'CONN', response: `421 4.1234.1 ${words}` }],
  ['unreachable', 'CONN 421 4.123.123', { code: 'EX', command: 'CONN', response: `421 4.123.123 ${words}` }],
  ['unreachable', 'DATA', { command: 'DATA', responseCode: '550' }],
  ['unreachable', '', {}],
] as const)('an error is %s, with the reason "%s" and nothing that the server wrote', async (...given) => {
  const [failure, reason, properties] = given;
  sendMail.mockRejectedValue(Object.assign(new Error(words), properties));
  const sending = smtpTransport('smtp://mail.example', timeouts).send(mail, signal);
  await expect(sending).rejects.toThrow(new SendError(failure, reason));
  const error: unknown = await sending.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure, message: reason });
  expect(error).not.toHaveProperty('cause');
});

test('what is thrown and is no error makes no mail possible', async () => {
  sendMail.mockRejectedValue(null);
  const sending = smtpTransport('smtp://mail.example', timeouts).send(mail, signal);
  await expect(sending).rejects.toMatchObject({ failure: 'unreachable', message: '' });
});

import { expect, test } from 'vitest';
import { toHtml, toText } from '../../server/mail/render.ts';
import { isMailable, SendError, toNodemailerMessage } from '../../server/mail/transport.ts';

const message = {
  subject: `"A" & <b> 'c'`,
  opening: ['First <1>.', 'Second.'],
  details: [
    ['Name', 'Asha & co.'],
    ['Message', 'one\r\ntwo\nthree\rfour\u2028five\u2029six\r\n\nseven'],
  ],
  closing: ['Third.', 'Fourth.'],
} as const;

test('a mail is rendered as text', () => {
  expect(toText(message)).toBe(
    [
      'First <1>.\n\nSecond.\n\nName: Asha & co.\nMessage: one\n    two\n    three\n    four\n    five\n    six',
      '    \n    seven\n\nThird.\n\nFourth.\n',
    ].join('\n'),
  );
});

test('a mail is rendered as HTML, escaped', () => {
  const cell = (label: string, value: string) =>
    `<tr><th align="left" valign="top">${label}</th><td>${value}</td></tr>`;
  expect(toHtml(message).split('\n')).toEqual([
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>&quot;A&quot; &amp; &lt;b&gt; &#39;c&#39;</title></head><body>',
    '<p>First &lt;1&gt;.</p>',
    '<p>Second.</p>',
    `<table>${cell('Name', 'Asha &amp; co.')}`,
    `${cell('Message', 'one<br>two<br>three<br>four<br>five<br>six<br><br>seven')}</table>`,
    '<p>Third.</p>',
    '<p>Fourth.</p>',
    '</body></html>',
  ]);
});

const mail = {
  messageId: 'id-1',
  from: { name: 'Academy', address: 'office@academy.example' },
  to: { name: '', address: 'a@b.example' },
  replyTo: undefined,
  subject: 'Subject',
  text: 'Text',
  html: '<p>HTML</p>',
};

test('a mail is marked as automatic and may read no file and no address', () => {
  const { replyTo: _none, messageId: _id, ...same } = mail;
  const expected = {
    ...same,
    messageId: '<id-1@academy.example>',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  expect(toNodemailerMessage(mail)).toStrictEqual(expected);
  const replyTo = { name: 'Asha', address: 'asha@b.example' };
  expect(toNodemailerMessage({ ...mail, replyTo })).toStrictEqual({ ...expected, replyTo });
});

const domain = '@b.example';

test.each([
  'a@b.example',
  'first.last+tag@b-c.d.example',
  `!#$%&'*+/=?^_\`{|}~-${domain}`,
  `!.#$%&'*+/=?^_\`{|}~-${domain}`,
  `a.b.c1${domain}`,
  'ज़ो@उदा.भारत',
  'e\u0301.e\u0301@e\u0301x.e\u0301x',
  '1.2@3.4',
  `${'a'.repeat(254 - domain.length)}${domain}`,
])('%s can be mailed', (address) => {
  expect(isMailable(address)).toBe(true);
});

test.each([
  '',
  'a',
  'a@b',
  '@b.example',
  'a@',
  'a@.example',
  'a@b.',
  'a@b..example',
  '.a@b.example',
  'a.@b.example',
  'a..b@b.example',
  'a b@b.example',
  'a@b.example ',
  ' a@b.example',
  'a@b.example,c@d.example',
  'a@b@c.example',
  '"a"@b.example',
  'a(b)@c.example',
  'a@b_c.example',
  'a@b.ex_ample',
  'a\n@b.example',
  `${'a'.repeat(255 - domain.length)}${domain}`,
])('"%s" cannot be mailed', (address) => {
  expect(isMailable(address)).toBe(false);
});

test('the error of a mail says what kind of failure it is', () => {
  const cause = new Error('Oh');
  expect(new SendError('temporary', 'Later.', { cause })).toMatchObject({
    name: 'SendError',
    failure: 'temporary',
    message: 'Later.',
    cause,
  });
});

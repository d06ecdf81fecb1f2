import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { callBackFlow } from '../../../machines/callBack/callBack.flow.ts';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { jobApplicationFlow } from '../../../machines/jobApplication/jobApplication.flow.ts';
import type { Flow } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { scholarshipFlow } from '../../../machines/scholarship/scholarship.flow.ts';
import { unmasked } from '../../../machines/visualiser/mask.ts';
import type { TimelineRecord } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { maskOf } from '../../../src/visualiser/tool/flows/mask.ts';
import { told } from '../../../src/visualiser/tool/model/index.ts';
import { createReport, type Picture, reportHtml } from '../../../src/visualiser/tool/report/index.ts';
import { recordingFromFragment } from '../../../src/visualiser/tool/storage/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

const { values } = contactCases.events.changed['everything valid'];
const typed = (changes: Partial<typeof values>) => ({ type: 'changed', values: { ...values, ...changes } });

const picture = (html: string) => ({ html, width: 390, height: 844 });

/** A message is typed key by key, sent and refused. */
const timeline = simulatedTimeline(contactFlow, [
  'changed: everything valid',
  typed({ name: 'Kiran' }),
  typed({ name: `Kiran Bedi` }),
  typed({ name: 'Kiran Bedi', message: HOSTILE }),
  'submitted: by the button',
  'send: refused by the server',
]);

const withFailure = (
  entries: readonly TimelineRecord[],
  message = 'no place for Kiran Bedi',
): TimelineRecord[] =>
  entries.map((entry, index) =>
    index === entries.length - 1 && entry.kind === 'event'
      ? {
          ...entry,
          entry: { ...entry.entry, failure: { message, event: 'x', state: 'y' } },
        }
      : entry,
  );

const maskOfTimeline = (timeline: TimelineRecord[]) => maskOf({ timeline, sessions: [], recorded: [] });

const reportOf = (
  entries: TimelineRecord[],
  isMasked: boolean,
  flow: Flow = contactFlow,
  shown: Picture | null = null,
) =>
  createReport(flow, entries, {
    pictureOf: async () => shown,
    mask: isMasked ? maskOfTimeline(entries) : unmasked,
    versions: { Site: 'commit abc', Browser: 'Chromium </script>' },
    origin: 'http://localhost:3000',
  });

const css = readFileSync('src/visualiser/tool/report/report.css', 'utf8');

const htmlOf = async (entries: TimelineRecord[], isMasked: boolean) =>
  reportHtml(await reportOf(entries, isMasked), css);

describe('a report', () => {
  test('a report tells the steps in plain words, with what each changed', async () => {
    const { steps } = await reportOf(timeline, false);
    expect(steps.map(({ number, who, text, state }) => `${number} ${who}: ${text} → ${state}`)).toEqual([
      '1 Page: the flow begins → idle',
      '2 Visitor: changed: everything valid → idle',
      '3 Visitor: changed: values.name → idle',
      '4 Visitor: changed: values.message → idle',
      '5 Visitor: submitted: by the button → submitting',
      '6 Server: send: refused by the server → failed',
    ]);
    expect(steps[2]?.changes).toEqual([
      { path: 'values.name', before: '"Asha Verma"', after: '"Kiran Bedi"' },
    ]);
  });

  test('a report names who does a step: the payment window and the clock too', async () => {
    const registration = simulatedTimeline(registrationFlow, [
      'changed: everything valid',
      'submitted: by the button',
      'createOrder: an open order',
      'after slowNotice',
      'loadCheckout: loaded',
      'checkoutDismissed: the customer closes the window',
    ]);
    const { steps } = await reportOf(registration, true, registrationFlow);
    expect(steps.map(({ who }) => who)).toEqual([
      'Page',
      'Visitor',
      'Visitor',
      'Server',
      'Clock',
      'Payment window',
      'Payment window',
    ]);
  });

  test('a report has the link that replays it, and the test that does so', async () => {
    const { link, recording, testCode, problem } = await reportOf(timeline, true);
    expect(problem).toBeNull();
    expect(await recordingFromFragment(new URL(link ?? '').hash)).toEqual(recording);
    expect(recording.steps).toHaveLength(5);
    expect(testCode).toContain('recordingDivergence(contactFlow, recording)');
  });

  test('a report is masked unless the tester says otherwise, errors included', async () => {
    const masked = await htmlOf(withFailure(timeline), true);
    expect(masked).not.toMatch(/Kiran|Bedi|onerror/i);
    expect(masked).toContain('no place for Xxxxx Xxxx');
    const shown = await htmlOf(withFailure(timeline), false);
    expect(shown).toContain('no place for Kiran Bedi');
    expect(shown).toContain('contains what was typed');
  });

  test('a report masks what is sent to the server, also where it equals a case', async () => {
    const sent = nonEmpty(timeline).map((entry): TimelineRecord => {
      const request = { id: 1, method: 'POST', path: '/api/contact', body: values };
      return { ...entry, kind: 'request', number: 100, flow: 'contact', request };
    });
    const { steps } = await reportOf([...timeline, ...sent.slice(0, 1)], true);
    expect(steps.at(-1)?.payload).toContain('"name": "Xxxx Xxxxx"');
    expect(steps.at(-1)?.payload).not.toMatch(new RegExp(Object.values(values).join('|')));
  });

  test.each([
    { flow: registrationFlow, field: 'father' },
    { flow: scholarshipFlow, field: 'city' },
    { flow: callBackFlow, field: 'name' },
    { flow: jobApplicationFlow, field: 'coverLetter' },
  ])(
    'a report masks what was typed as $field in another flow of the session, $flow.id',
    async ({ flow, field }) => {
      const text = 'Zorawar Oberoi';
      const before = simulatedTimeline(flow, [{ type: 'changed', values: { [field]: text } }]);
      const html = await htmlOf([...before, ...withFailure(timeline, `no place for ${text}`)], true);
      expect(html).toContain('no place for Xxxxxxx Xxxxxx');
      expect(html).not.toMatch(/Zorawar|Oberoi/i);
    },
  );
});

describe('its file', () => {
  test('the file of a report is valid HTML in which texts are text', async () => {
    const shown = picture(
      `<!doctype html><html lang="en"><title>x</title><p title="${'a"b'}">${HOSTILE}</p></html>`,
    );
    const typedTimeline = simulatedTimeline(contactFlow, [typed({ message: HOSTILE })]);
    const html = await reportHtml(await reportOf(typedTimeline, false, contactFlow, shown), css);
    expect(html).not.toMatch(/<img src=x|<\/script|<script/);
    expect(html).toContain('&lt;/script&gt;');
    const report = await new HtmlValidate({
      extends: ['html-validate:standard', 'html-validate:a11y'],
      rules: { 'attr-case': 'off', 'void-style': 'off', 'no-inline-style': 'off' },
    }).validateString(html);
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ message, ruleId }) => `${ruleId}: ${message}`),
      ),
    ).toEqual([]);
  });

  test('the file of a report loads, runs and sends nothing', async () => {
    const html = await htmlOf(timeline, true);
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/i.exec(html) ?? [];
    expect(policy).toContain('default-src &#x27;none&#x27;');
    expect(policy).not.toContain('script-src');
    const urls = [...html.matchAll(/(?:src|href)="([^"]+)/g)].map(([, url = '']) => url);
    expect(css).not.toMatch(/url\(|@import/);
    expect(
      nonEmpty(urls).filter(
        (url) => !url.startsWith('data:') && !url.startsWith('http://localhost:3000/visualiser/contact#'),
      ),
    ).toEqual([]);
  });
});

describe('the mask of texts', () => {
  const { text: mask } = maskOfTimeline(
    simulatedTimeline(contactFlow, [
      typed({
        name: 'Kiran Bedi',
        email: 'Kiran.B@Home.in',
        phone: '90000 11111',
        message: 'Call me at noon, by 9000022222',
      }),
    ]),
  );

  test.each([
    ['Thank you, Kiran!', 'Thank you, Xxxxx!'],
    ['KIRAN BEDI', 'Xxxxx Xxxx'],
    ['kiran.b@home.in', 'Xxxxx.X@Xxxx.xx'],
    ['noon', 'noon'],
  ])('a report has in place of %s: %s', (text, masked) => expect(mask(text)).toBe(masked));

  test.each(['call 9000022222 now', 'tel:+919000011111', 'Call me at noon, by 9000022222'])(
    'a report has nothing of %s',
    (text) => expect(mask(text)).not.toMatch(/90000|22222|me at/),
  );
});

test('a session stays masked after the timeline is cleared', () => {
  const page = {
    page: 'load',
    entry: 1,
    isWhole: true,
    events: '[{"type":2,"data":{"textContent":"Kiran"}}]',
  };
  const sessions = timeline.flatMap((record) => (record.kind === 'event' ? [record.entry] : [])).slice(-1);
  expect(maskOf({ timeline: [], sessions, recorded: [page] }).text('Kiran')).toBe('Xxxxx');
});

test('what a check of a run has found is masked', () => {
  const page = { id: 'load', tab: 'tab', path: '/contact', title: 'Contact' };
  const results = [{ check: 'the thanks are shown', problem: '"Thank you, Kiran" is not on the page.' }];
  const step = { kind: 'check' as const, check: 1, flow: 'contact', step: 'sent', results, focused: '' };
  const check = { ...step, number: 2, page, at: 0 };
  expect(told([], check, maskOfTimeline(timeline)).title).toBe(
    '✗ "Thank you, Xxxxx" is not on the page. after sent',
  );
});

test('a text that was there before typing stays, and is masked elsewhere', () => {
  const wholePage = (entry: number, textContent: string) => ({
    page: 'load',
    entry,
    isWhole: true,
    events: JSON.stringify([{ type: 2, data: { node: { type: 3, textContent } } }]),
  });
  const { text } = maskOf({
    timeline: simulatedTimeline(contactFlow, [typed({ name: 'Send' })]),
    sessions: [],
    recorded: [wholePage(1, 'Send'), wholePage(2, 'Dear Send')],
  });
  expect([text('Send'), text('Dear Send')]).toEqual(['Send', 'Dear Xxxx']);
});

test('every character of a typed text is only that character', () => {
  const message = String.raw`Anne-Marie/Jo (b) [c] {d} $5 ^e| f\g .* h+ i? #j &k ~l "m" 'n' <o> %p =q !r ,s ;t :u @v _w`;
  const { text: maskTyped } = maskOfTimeline(
    simulatedTimeline(contactFlow, [typed({ message, name: 'Al-B.' })]),
  );
  expect(maskTyped(`${message} and Al-B.`)).toMatch(/^Xxxx-Xxxxx\/Xx \(x\).* and \p{L}{2}-\p{L}\.$/u);
  expect(maskTyped('AlxBy')).toBe('AlxBy');
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { chartOf } from '../../machines/paths/index.ts';
import { PathSteps } from '../../src/visualiser/chart/PathSteps.tsx';
import { recordingFromFragment } from '../../src/visualiser/recordings.ts';
import { buildVersion } from '../../src/visualiser/report/buildVersion.ts';
import { createReport } from '../../src/visualiser/report/createReport.ts';
import { withPictures } from '../../src/visualiser/report/pictures.ts';
import { reportHtml } from '../../src/visualiser/report/reportHtml.tsx';
import { textMask, typedTextsIn } from '../../src/visualiser/report/typedTexts.ts';
import type { Report } from '../../src/visualiser/report/types.ts';
import type { TimelineEntry } from '../../src/visualiser/timeline/types.ts';
import { layOutInProcess } from '../support/chartLayout.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { simulatedTimeline } from '../support/simulatedTimeline.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

const { values } = contactCases.events.changed['everything valid'];
const typed = (changes: Partial<typeof values>) => ({ type: 'changed', values: { ...values, ...changes } });

const picture = (html: string) => ({ html, width: 390, height: 844, scroll: { x: 0, y: 0 } });

/** A message is typed key by key, sent and refused. */
const timeline = simulatedTimeline(contactFlow, [
  'changed: everything valid',
  typed({ name: 'Kiran' }),
  typed({ name: `Kiran Bedi` }),
  typed({ name: 'Kiran Bedi', message: HOSTILE }),
  'submitted: by the button',
  'send: refused by the server',
]);

const withFailure = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.map((entry, index) =>
    index === entries.length - 1 && entry.kind === 'event'
      ? {
          ...entry,
          entry: { ...entry.entry, failure: { message: 'no place for Kiran Bedi', event: 'x', state: 'y' } },
        }
      : entry,
  );

const reportOf = (entries: readonly TimelineEntry[], isMasked: boolean) =>
  createReport(contactFlow, entries, {
    isMasked,
    versions: { Site: 'commit abc', Browser: 'Chromium </script>' },
    origin: 'http://localhost:3000',
    draw: {
      chart: async () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
      sequence: async () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });

const css = readFileSync('src/visualiser/report/report.css', 'utf8');

const htmlOf = async (entries: readonly TimelineEntry[], isMasked: boolean) =>
  reportHtml(await reportOf(entries, isMasked), css);

describe('a report', () => {
  test('tells the steps in plain words, with typing in one field as one, and what each changed', async () => {
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
      { path: 'values.name', before: '"Asha Verma"', after: '"Kiran Bedi"', isChanged: true },
    ]);
  });

  test('has the link that replays it, and the test that does so', async () => {
    const { link, recording, testCode, problem } = await reportOf(timeline, true);
    expect(problem).toBeNull();
    expect(await recordingFromFragment(new URL(link ?? '').hash)).toEqual(recording);
    expect(recording.steps).toHaveLength(5);
    expect(testCode).toContain('recordingDivergence(contactFlow, recording)');
  });

  test('is masked unless the tester says otherwise, also in the words of an error', async () => {
    const masked = await htmlOf(withFailure(timeline), true);
    expect(masked).not.toMatch(/Kiran|Bedi|onerror/i);
    expect(masked).toContain('no place for Xxxxx Xxxx');
    const shown = await htmlOf(withFailure(timeline), false);
    expect(shown).toContain('no place for Kiran Bedi');
    expect(shown).toContain('contains what was typed');
  });

  test('tells the last session in which something happened, not one that only began', async () => {
    const [loaded, began] = simulatedTimeline(contactFlow, []);
    if (!loaded || began?.kind !== 'event') throw new Error('There is no start.');
    const later = { ...began, number: 50, entry: { ...began.entry, number: 50 } };
    const { steps } = await reportOf([...timeline, { ...loaded, number: 49 }, later], true);
    expect(steps).toHaveLength(6);
    const again = simulatedTimeline(contactFlow, ['changed: no phone']).map((entry) => ({
      ...entry,
      number: entry.number + 50,
    }));
    const { steps: last } = await reportOf([...timeline, ...again], true);
    expect(last.map(({ text }) => text)).toEqual(['the flow begins', 'changed: no phone']);
  });

  test('is empty where nothing happened in the flow', async () => {
    const [loaded] = timeline;
    if (!loaded) throw new Error('There is no entry.');
    const request = { id: 1, method: 'POST', path: '/api/contact', body: null };
    const { page } = loaded;
    const sent = {
      kind: 'request' as const,
      number: 9,
      at: 9,
      page,
      picture: null,
      flow: 'contact',
      request,
    };
    expect((await reportOf([...timeline, sent], true)).steps).toHaveLength(7);
    expect(await reportOf([loaded, sent], true)).toMatchObject({
      path: '/contact',
      steps: [],
      omittedSteps: 0,
    });
  });

  test('has the requests of the flow with their bodies', async () => {
    const [first] = timeline;
    if (!first) throw new Error('There is no entry.');
    const { page } = first;
    const common = { page, picture: null, at: 9_000, flow: 'contact' };
    const request = { id: 1, method: 'POST', path: '/api/contact', body: { name: 'Kiran Bedi' } };
    const response = { request: 1, status: 422, body: { error: 'No.' } };
    const { steps } = await reportOf(
      [
        ...timeline,
        { ...common, kind: 'request', number: 20, request },
        { ...common, kind: 'response', number: 21, response },
        { ...common, kind: 'request', number: 22, request, flow: 'newsletter' },
      ],
      true,
    );
    expect(steps.slice(6).map(({ who, text, payload }) => `${who}: ${text} ${payload}`)).toEqual([
      'Page: POST /api/contact {\n  "name": "Xxxxx Xxxx"\n}',
      expect.stringContaining('Server: response 422'),
    ]);
  });
});

describe('its file', () => {
  /** Returns the texts of the document of the report with changes, without its tags. */
  const textWith = async (changes: Partial<Report>) => {
    const html = await reportHtml({ ...(await reportOf(timeline, true)), ...changes }, '');
    return html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll(/\s+/g, ' ');
  };

  test('begins with the flow, its steps and the state to which they led', async () => {
    const { steps } = await reportOf(timeline, true);
    const text = await textWith({});
    expect(text).toContain('Bug report: Contact messageA visitor sends a message to the provider.');
    expect(text).toContain('6 steps on /contact led to failed. What was typed is masked');
    expect(text).not.toMatch(/threw|not shown/i);
    expect(await textWith({ steps: steps.slice(0, 1) })).toContain('1 step on /contact led to idle.');
    expect(await textWith({ steps: [] })).toContain('0 steps on /contact. What was typed');
  });

  const machineAlone = 'The machine alone replays it.';

  test.each<[string, Partial<Report>, string, string]>([
    [
      'that the test fails, and why',
      { problem: 'step 2 leads to "idle"' },
      'The machine alone does not replay it, so the test fails: step 2 leads to "idle"',
      machineAlone,
    ],
    [
      'that there is no link',
      { link: null },
      'The recording is too long for a link: open its file in the panel Recording',
      'Replay the 5 steps in the visualiser, where the site runs at that address.',
    ],
    ['how many steps it omits', { omittedSteps: 2 }, 'Not shown: 2 older steps.', machineAlone],
    ['that it omits one step', { omittedSteps: 1 }, 'Not shown: 1 older step.', machineAlone],
    [
      'how many pictures it omits',
      { omittedPictures: 3 },
      'Not shown, because the file would be too large: 3 older pictures.',
      machineAlone,
    ],
  ])('says %s', async (_, changes, sentence, otherwise) => {
    expect((await textWith(changes)).replaceAll('&quot;', '"')).toContain(sentence);
    const usual = await textWith({});
    expect(usual).toContain(otherwise);
    expect(usual).not.toContain(sentence);
  });

  test('is valid HTML in which texts are text', async () => {
    const withPicture = simulatedTimeline(contactFlow, [typed({ message: HOSTILE })], () =>
      picture(`<!doctype html><html lang="en"><title>x</title><p title="${'a"b'}">${HOSTILE}</p></html>`),
    );
    const html = await htmlOf(withPicture, false);
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

  test('loads, runs and sends nothing', async () => {
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

test('pictures that are as the one before are left out, and the oldest where they would be too much', () => {
  const pages = ['one page', 'one page', 'two pages', 'three pages'];
  const entries = simulatedTimeline(
    contactFlow,
    ['changed: everything valid', 'changed: no phone', 'changed: no name', 'changed: everything valid'],
    (index) => picture(pages[index] ?? ''),
  );
  return createReport(contactFlow, entries, {
    isMasked: false,
    versions: {},
    origin: 'http://localhost:3000',
    draw: { chart: async () => '', sequence: async () => '' },
  }).then(({ steps }) => {
    expect(steps.map((step) => step.picture?.html ?? null)).toEqual([
      null,
      'one page',
      null,
      'two pages',
      'three pages',
    ]);
    const { steps: few, omitted } = withPictures(steps, 20);
    expect(few.map((step) => step.picture?.html ?? null)).toEqual([
      null,
      null,
      null,
      'two pages',
      'three pages',
    ]);
    expect(omitted).toBe(1);
  });
});

describe('the mask of texts', () => {
  const mask = textMask(
    typedTextsIn(
      simulatedTimeline(contactFlow, [
        typed({
          name: 'Kiran Bedi',
          email: 'Kiran.B@Home.in',
          phone: '90000 11111',
          message: 'Call me at noon, by 9000022222',
        }),
      ]),
    ),
  );

  test.each([
    ['Thank you, Kiran!', 'Thank you, Xxxxx!'],
    ['KIRAN BEDI', 'Xxxxx Xxxx'],
    ['kiran.b@home.in', 'Xxxxx.X@Xxxx.xx'],
    ['noon', 'noon'],
  ])('%s becomes %s', (text, masked) => expect(mask(text)).toBe(masked));

  test.each(['call 9000022222 now', 'tel:+919000011111', 'Call me at noon, by 9000022222'])(
    'nothing of %s is left',
    (text) => expect(mask(text)).not.toMatch(/90000|22222|me at/),
  );
});

test('every character of a typed text is only that character', () => {
  const message = String.raw`Anne-Marie/Jo (b) [c] {d} $5 ^e| f\g .* h+ i? #j &k ~l "m" 'n' <o> %p =q !r ,s ;t :u @v _w`;
  const maskTyped = textMask(
    typedTextsIn(simulatedTimeline(contactFlow, [typed({ message, name: 'Al-B.' })])),
  );
  expect(maskTyped(`${message} and Al-B.`)).toMatch(/^Xxxx-Xxxxx\/Xx \(x\).* and \p{L}{2}-\p{L}\.$/u);
  expect(maskTyped('AlxBy')).toBe('AlxBy');
});

test('of a text that is typed key by key, the words of the page stay that only its beginning has', () => {
  const message = 'The class is at noon in Pune, and I ask for Al';
  const typing = [...message].map((_, index) => typed({ message: message.slice(0, index + 1), name: 'Al' }));
  const maskTyped = textMask(typedTextsIn(simulatedTimeline(contactFlow, typing)));
  const text = 'A class is the best at noon. Thank you, Al';
  expect(maskTyped(text)).toMatch(/^A class is the best at noon\. Thank you, \p{L}{2}$/u);
  expect(maskTyped(text)).not.toContain('Al');
  expect(maskTyped(message)).not.toMatch(/class|Pune|noon/);
});

test('the way on a chart marks each transition that was taken, with the numbers of its steps', async () => {
  const model = chartOf(contactFlow.machine);
  const layout = await layOutInProcess({
    model,
    folded: [],
    details: false,
    arrangement: { direction: 'down', breaks: [] },
  });
  const taken = timeline.flatMap((entry) => (entry.kind === 'event' ? [entry.entry.transitions] : []));
  const steps = taken.map((transitions, index) => ({ number: index + 1, transitions }));
  const markup = renderToStaticMarkup(
    createElement('svg', {}, createElement(PathSteps, { model, steps, layout })),
  );
  const marked = [...markup.matchAll(/data-path-step="([^"]+)".*?<text[^>]*>([^<]+)/g)].map(
    ([, id, text]) => `${id} ${text}`,
  );
  expect(marked).toEqual([
    'contact.idle · submitted[0] 6',
    'contact.submitting · xstate.error.actor.send 7',
    'contact.idle 2, 3, 4 …',
  ]);
});

test('the version of a build is its commit, or that of the package where there is no git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const versionIn = (cwd: string) => buildVersion('1.2.3', cwd);
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.in', ...args], { cwd: folder });
  expect(versionIn(folder)).toBe('version 1.2.3');
  git('init', '-q');
  writeFileSync(join(folder, 'file'), 'one');
  git('add', '.');
  git('commit', '-qm', 'first');
  expect(versionIn(folder)).toMatch(/^commit [0-9a-f]{12}$/);
  writeFileSync(join(folder, 'file'), 'two');
  expect(versionIn(folder)).toMatch(/^commit [0-9a-f]{12}-dirty$/);
  mkdirSync(join(folder, 'inside'));
  expect(versionIn(join(folder, 'inside'))).toBe('version 1.2.3');
});

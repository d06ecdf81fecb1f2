import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ReportDocument } from '../../../src/visualiser/report/ReportDocument.tsx';
import { reportHtml } from '../../../src/visualiser/report/reportHtml.tsx';
import { StepItem } from '../../../src/visualiser/report/StepItem.tsx';
import type { Report, ReportStep } from '../../../src/visualiser/report/types.ts';
import { reportStep as step } from '../../support/reportStep.ts';

/** The document of a bug report, as HTML. */

describe('the document', () => {
  const report: Report = {
    flow: { id: 'contact', title: 'Contact message', purpose: 'A visitor sends a message.' },
    path: '/contact',
    isMasked: true,
    steps: [step],
    omittedSteps: 0,
    omittedPictures: 0,
    versions: { Site: 'commit abc', Browser: 'Chromium' },
    chart: '<svg>é</svg>',
    sequence: '<svg/>',
    recording: { flow: 'contact', path: '/contact', start: null, steps: [] },
    link: 'http://localhost:3000/visualiser/contact#x',
    testCode: 'test();',
    testFolder: 'tests/machines',
    problem: null,
  };
  const documentOf = (changes: Partial<Report> = {}) =>
    renderToStaticMarkup(
      createElement(ReportDocument, { report: { ...report, ...changes }, styles: 'p {}' }),
    );
  const textOf = (changes: Partial<Report>) =>
    documentOf(changes)
      .replaceAll(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]+>/g, '')
      .replaceAll('&quot;', '"');

  test('is a file of its own', async () => {
    const html = await reportHtml(report, 'p {}');
    expect(html).toBe(`<!doctype html>\n${documentOf()}\n`);
  });

  test('has a head that forbids all but its own styles, images and fonts', () => {
    expect(documentOf()).toContain(
      '<html lang="en"><head><meta charSet="utf-8"/>' +
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>' +
        '<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;; ' +
        'style-src &#x27;unsafe-inline&#x27;; img-src data:; font-src data:; base-uri &#x27;none&#x27;; ' +
        'form-action &#x27;none&#x27;"/>' +
        '<title>Bug report: Contact message</title><style>p {}</style></head>',
    );
  });

  test('has headings, by which its sections are named', () => {
    expect(
      [...documentOf().matchAll(/<section aria-labelledby="(\w+)"><h2 id="\1">([^<]+)/g)].map(
        ([, id, title]) => `${id}: ${title}`,
      ),
    ).toEqual([
      'steps: What happened',
      'chart: The path on the chart',
      'sequence: The sequence',
      'replay: Replay',
      'versions: Versions',
    ]);
  });

  test('has its drawings as data, which the keyboard can scroll', () => {
    const html = documentOf();
    const chart = 'The states of Contact message, with the numbers of the steps';
    expect(html).toContain(
      `<section class="drawing" aria-label="${chart}" tabindex="0"><img src="data:image/svg+xml;base64,PHN2Zz7DqTwvc3ZnPg==" alt="${chart}; the steps say the same in words."/></section>`,
    );
    expect(html).toContain(
      '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="Who sent what to whom; the steps say the same in words."/>',
    );
  });

  test('has a table of the versions', () => {
    expect(documentOf()).toContain(
      '<table><tbody><tr><th scope="row">Site</th><td>commit abc</td></tr><tr><th scope="row">Browser</th><td>Chromium</td></tr></tbody></table>',
    );
  });

  test('has the link and the file of the recording, and the test', () => {
    const html = documentOf({ recording: { ...report.recording, steps: [{ name: 'x', state: 'y' }] } });
    expect(html).toContain(
      '<p><a href="http://localhost:3000/visualiser/contact#x">Replay the 1 step in the visualiser</a>, where the site runs at that address. Or open the file in its panel Recording.</p>',
    );
    const [, file = ''] =
      /<a download="contact-recorded.json" href="data:application\/json;base64,([^"]+)">Save the recording as a file<\/a>/.exec(
        html,
      ) ?? [];
    expect(JSON.parse(atob(file))).toEqual({ ...report.recording, steps: [{ name: 'x', state: 'y' }] });
    expect(atob(file)).toContain('\n  "path"');
    expect(html).toContain(
      '<p>As a test, to be put into <code>tests/machines</code>. The machine alone replays it.</p><pre><code>test();</code></pre>',
    );
  });

  test('says that there is no link, or that the test fails', () => {
    const text = textOf({ link: null, problem: 'step 2 leads to "idle"' });
    expect(text).toContain(
      'ReplayThe recording is too long for a link: open its file in the panel Recording of the visualiser.Save the recording as a file' +
        'As a test, to be put into tests/machines. The machine alone does not replay it, so the test fails: step 2 leads to "idle"test();',
    );
    expect(documentOf({ link: null })).not.toContain('<a href');
  });

  test('says how many steps led to which state, and what is masked', () => {
    const request = { ...step, number: 2, state: null };
    expect(textOf({ steps: [step, request] })).toContain(
      'Bug report: Contact messageA visitor sends a message.2 steps on /contact led to submitting. What was typed is masked: its letters and digits are replaced.What happened',
    );
    expect(textOf({ steps: [request], isMasked: false })).toContain(
      '1 step on /contact. This report contains what was typed, as it was typed. The recording and the test do not.What happened',
    );
  });

  test('says which step threw which error last', () => {
    const failed = (number: number, failure: string) => ({ ...step, number, failure });
    expect(textOf({ steps: [failed(1, 'one'), failed(2, 'two'), { ...step, number: 3 }] })).toContain(
      'A visitor sends a message.Step 2 threw the error “two”.3 steps on',
    );
    expect(documentOf({ steps: [failed(1, 'one')] })).toContain('<p class="failure">Step 1 threw');
  });

  test('says what is not shown only where something is not', () => {
    expect(textOf({ omittedSteps: 2, omittedPictures: 1 })).toContain(
      'What happenedNot shown: 2 older steps.Not shown, because the file would be too large: 1 older picture.1Visitor',
    );
    expect(textOf({})).toContain('What happened1Visitor');
  });
});

describe('a step in the document', () => {
  const item = (changes: Partial<ReportStep> = {}) =>
    renderToStaticMarkup(createElement(StepItem, { step: { ...step, ...changes } }));

  test('says who did what and when, and where it led', () => {
    expect(item()).toBe(
      '<li class="step"><div><p><span class="number">1</span><strong>Visitor</strong>: submitted: by the button <small>1.23 s</small></p>' +
        '<p>→ <code>submitting</code> <span class="soft">The form is being sent.</span></p></div></li>',
    );
    expect(item({ state: null })).not.toContain('→');
  });

  test('says the error that it threw in place of the state', () => {
    const html = item({ failure: 'no place' });
    expect(html).toContain('</p><p class="failure">Threw the error “no place”.</p></div>');
    expect(html).not.toContain('→');
  });

  test('has a table of what changed', () => {
    const changes = [{ path: 'values.name', before: '""', after: '"K"', isChanged: true }];
    expect(item({ changes })).toContain('<th scope="col">Changed in the context</th>');
    expect(item({ changes })).toContain('<th scope="row">values.name</th>');
    expect(item()).not.toContain('<table>');
  });

  const SUMMARY = '<details><summary>Guards, transitions and payload</summary>';

  test.each<[string, Partial<ReportStep>, string]>([
    ['guards', { guards: ['isValid: no'] }, `${SUMMARY}<ul><li>isValid: no</li></ul></details>`],
    [
      'transitions, each once',
      { transitions: ['a', 'b', 'a'] },
      `${SUMMARY}<ul><li><code>a</code></li><li><code>b</code></li></ul></details>`,
    ],
    ['a payload', { payload: '{}' }, `${SUMMARY}<pre>{}</pre></details>`],
  ])('has %s folded', (_, changes, html) => {
    expect(item(changes)).toContain(html);
  });

  test('has a picture in which nothing runs, smaller where the page is wide', () => {
    const html = (width: number) =>
      item({ picture: { html: '<p>x</p>', width, height: 844, scroll: { x: 0, y: 0 } } });
    expect(html(600)).toContain(
      '<div class="picture"><label><input type="checkbox"/> Full size, step 1</label>' +
        '<section class="frame" aria-label="Picture of step 1" tabindex="0">' +
        '<iframe sandbox="" srcDoc="&lt;p&gt;x&lt;/p&gt;" title="The page after step 1" width="600" height="844"></iframe></section></div></li>',
    );
    expect(html(601)).toContain('<iframe class="is-wide" sandbox=""');
  });
});

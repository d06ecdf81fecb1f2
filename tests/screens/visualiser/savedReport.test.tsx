import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { LinkContext, TimelineRecord } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { downloadFile } from '../../../src/browser/downloadAndClipboard.ts';
import { exportSvg } from '../../../src/visualiser/chart/index.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { createLoad, inlineResources } from '../../../src/visualiser/report/inlineResources.ts';
import { ReportButton } from '../../../src/visualiser/report/ReportButton.tsx';
import { saveReport } from '../../../src/visualiser/report/saveReport.ts';
import { versionsOf } from '../../../src/visualiser/report/versions.ts';
import { exportSequenceSvg } from '../../../src/visualiser/sequence/export.tsx';
import type { TimelineEntry } from '../../../src/visualiser/timeline/types.ts';
import { flow as shelfFlow } from '../../support/flowFixture.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';
import { load, page, request } from '../../support/timelineRecords.ts';
import { linkIn, viewIn, visualiserFlows } from '../../support/visualiserFixture.ts';

/** How a bug report is saved: its button, its drawings, its resources, and the versions that it names. */

vi.mock('../../../src/browser/downloadAndClipboard.ts', () => ({ downloadFile: vi.fn() }));
vi.mock('../../../src/visualiser/chart/index.ts', () => ({
  exportSvg: vi.fn(async () => '<svg>chart</svg>'),
}));
vi.mock('../../../src/visualiser/sequence/export.tsx', () => ({
  exportSequenceSvg: vi.fn(async () => '<svg>sequence</svg>'),
}));

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const typed = {
  type: 'changed',
  values: { name: 'Kiran', email: 'k@b.in', phone: '', message: 'Hello' },
};
const simulated = simulatedTimeline(contactFlow, [typed, 'submitted: by the button']);
const [, , , submitted] = simulated;
const timeline: TimelineRecord[] = [...simulated, { ...request(9), page: submitted?.page ?? page }];
const log = simulated.flatMap((entry) => (entry.kind === 'event' ? [entry.entry] : []));

const own = (context: Partial<LinkContext> = {}, areValuesShown = false) =>
  visualiserFlows({
    link: linkIn({ following: 'responsive' }, { timeline, log, followedPage: page, ...context }),
    view: viewIn({}, { areValuesShown }),
  });

/** Adds the frame of the visualiser's own page. */
function addFrame(tag: 'iframe' | 'div' = 'iframe') {
  const frame = document.createElement(tag);
  frame.setAttribute('name', connection.id);
  const contentWindow = {
    innerWidth: 360,
    innerHeight: 640,
    navigator: { userAgent: 'Framed', languages: ['hi', 'en'] },
  };
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow });
  document.body.append(frame);
  return frame;
}

const inOwnFrame = { followedPage: { ...page, tab: connection.id } };

describe('the button', () => {
  test('saves the report of a flow in which something happened', async () => {
    render(<ReportButton flow={contactFlow} own={own()} />);
    const button = screen.getByRole('button', { name: 'Bug report' });
    expect(button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(button);
    await waitFor(() => expect(downloadFile).toHaveBeenCalledOnce());
  });

  test('says that typed values are in it', () => {
    render(<ReportButton flow={contactFlow} own={own({}, true)} />);
    expect(screen.getByRole('button').textContent).toBe('Bug report with typed values');
  });

  test.each([
    ['anything happened', contactFlow, []],
    ['anything happened in its flow', shelfFlow, log],
  ])('is disabled before %s', (_, flow, entries) => {
    render(<ReportButton flow={flow} own={own({ log: entries })} />);
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the file', () => {
  const save = async (...args: Parameters<typeof saveReport>) => {
    await saveReport(...args);
    const [name, blob] = vi.mocked(downloadFile).mock.lastCall ?? [];
    return { name, type: blob?.type, html: (await blob?.text()) ?? '' };
  };
  const dataOf = (svg: string) => `data:image/svg+xml;base64,${btoa(svg)}`;

  test('is an HTML file of the flow, with its styles and drawings', async () => {
    const { name, type, html } = await save(contactFlow, own());
    expect([name, type]).toEqual(['contact-report.html', 'text/html']);
    expect(html).toContain('Bug report: Contact message');
    expect(html).toContain('<style>');
    expect(html).toContain(dataOf('<svg>chart</svg>'));
    expect(html).toContain(dataOf('<svg>sequence</svg>'));
    expect(html).toContain(window.location.origin);
    expect(exportSequenceSvg).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'Who sent what to whom');
  });

  test('draws the states with the transitions of the steps, and the last state', async () => {
    await save(contactFlow, own());
    const [model, drawing] = vi.mocked(exportSvg).mock.lastCall ?? [];
    expect(model?.id).toBe('contact');
    expect(drawing).toEqual({
      title: 'Contact message',
      active: expect.arrayContaining(['contact.submitting']),
      path: [
        { number: 1, transitions: [] },
        { number: 2, transitions: ['contact.idle · changed'] },
        { number: 3, transitions: ['contact.idle · submitted[0]'] },
        { number: 4, transitions: [] },
      ],
    });
  });

  test('draws a chart without a path where nothing happened, and none without a model', async () => {
    await save(contactFlow, own({ timeline: [] }));
    expect(vi.mocked(exportSvg).mock.lastCall?.[1]).toEqual({
      title: 'Contact message',
      active: [],
      path: [],
    });
    vi.clearAllMocks();
    const { html } = await save(shelfFlow, own({ timeline: [] }));
    expect(exportSvg).not.toHaveBeenCalled();
    expect(html).toContain('src="data:image/svg+xml;base64,"');
  });

  test('is masked unless typed values are shown', async () => {
    const masked = (await save(contactFlow, own())).html;
    expect(masked).toContain('What was typed is masked');
    expect(masked).not.toContain('Kiran');
    const shown = (await save(contactFlow, own({}, true))).html;
    expect(shown).toContain('This report contains what was typed');
    expect(shown).toContain('Kiran');
  });

  test('has the images of its pictures as data, each loaded once', async () => {
    const fetched = vi.fn(
      async (_address: string) => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
    );
    vi.stubGlobal('fetch', fetched);
    const picture = (entry: number) => ({
      ...{
        texts: [],
        styleSheets: [],
        width: 390,
        height: 844,
        scroll: { x: 0, y: 0 },
        page: page.id,
        entry,
      },
      html: `<html><head></head><body><img data-picture-src="/a.svg">${entry}</body></html>`,
    });
    const { html } = await save(contactFlow, own({ pictures: [picture(2), picture(3)] }));
    expect(html.split(`src=&quot;${dataOf('<svg/>')}&quot;`)).toHaveLength(3);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('names the viewport of the frame of the visualiser, where that has the page', async () => {
    addFrame();
    expect((await save(contactFlow, own(inOwnFrame))).html).toContain('360 × 640 px');
    expect((await save(contactFlow, own())).html).toContain('unknown, the page is in another tab');
    document.body.replaceChildren();
    addFrame('div');
    expect((await save(contactFlow, own(inOwnFrame))).html).toContain('unknown, the page is in another tab');
  });
});

describe('the versions', () => {
  const picture = (width: number) => ({ html: '', width, height: 844, scroll: { x: 0, y: 0 } });
  const pictured = (width: number | null): TimelineEntry => ({
    ...load(1),
    picture: width === null ? null : picture(width),
  });

  test('are those of the browser', () => {
    vi.stubEnv('VITE_BUILD_VERSION', 'commit abc');
    const versions = versionsOf(null, []);
    expect(versions).toEqual({
      Site: 'commit abc',
      Address: window.location.origin,
      Browser: navigator.userAgent,
      Viewport: 'unknown, the page is in another tab',
      Locale: navigator.languages.join(', '),
      'Time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      'Reported at': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test('are those of the frame of the page', () => {
    vi.stubEnv('VITE_BUILD_VERSION', undefined);
    const frame = addFrame();
    if (!(frame instanceof HTMLIFrameElement)) throw new Error('That is no frame.');
    expect(versionsOf(frame, [pictured(390)])).toMatchObject({
      Site: 'unknown',
      Browser: 'Framed',
      Viewport: '360 × 640 px',
      Locale: 'hi, en',
    });
  });

  test('have the size of the last picture where there is no frame', () => {
    expect(versionsOf(null, [pictured(390), pictured(768), pictured(null)]).Viewport).toBe('768 × 844 px');
  });
});

describe('the resources of a picture', () => {
  const bytes = new Uint8Array([0, 65, 200, 255]);
  const base64 = 'AEHI/w==';
  const respondWith = (response: () => Response) => {
    const fetched = vi.fn(async (_address: string) => response());
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };

  test('are loaded from the site alone, byte by byte', async () => {
    const fetched = respondWith(() => new Response(bytes, { headers: { 'content-type': 'image/png; q=1' } }));
    const loadResource = createLoad();
    expect(await loadResource('/a.png')).toBe(`data:image/png;base64,${base64}`);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/a.png`);
    expect(await loadResource('https://other.test/a.png')).toBeNull();
    expect(await loadResource('/a.png')).toBe(`data:image/png;base64,${base64}`);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('may have no type, and may not be found', async () => {
    respondWith(() => new Response(bytes));
    expect(await createLoad()('/a.png')).toBe(`data:;base64,${base64}`);
    respondWith(() => new Response(bytes, { status: 404 }));
    expect(await createLoad()('/a.png')).toBeNull();
    respondWith(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await createLoad()('/a.png')).toBeNull();
  });

  const inline = (head: string, body: string, hasFonts = true) =>
    inlineResources(`<head>${head}</head>${body}`, hasFonts, async (address) =>
      address.includes('gone') ? null : `[${address}]`,
    );

  test.each([
    ['url(a.png)', 'url("[a.png]")'],
    ['url("a.png")', 'url("[a.png]")'],
    ["url('a.png')", 'url("[a.png]")'],
    ['url(a.png) url(gone.png) url(b.png)', 'url("[a.png]") url(gone.png) url("[b.png]")'],
    ['url(data:image/png;base64,AA)', 'url(data:image/png;base64,AA)'],
    ['url(a.woff)', 'url("[a.woff]")'],
    [' data-picture-src="a.png"', ' data-picture-src="a.png"'],
  ])('of its styles: %s becomes %s', async (style, inlined) => {
    expect(await inline(style, 'url(c.png)')).toBe(`<head>${inlined}</head>url(c.png)`);
  });

  test.each(['a.woff', 'a.woff2', 'a.ttf', 'a.otf', 'a.woff2?x'])(
    'may be without the font %s',
    async (address) => {
      const style = `url(${address})`;
      expect(await inline(style, '', false)).toBe(`<head>${style}</head>`);
      expect(await inline(style, '', true)).toBe(`<head>url("[${address}]")</head>`);
    },
  );

  test.each(['a.woff2x', 'awoff', 'a.png'])('without fonts still have %s', async (address) => {
    expect(await inline(`url(${address})`, '', false)).toBe(`<head>url("[${address}]")</head>`);
  });

  test.each([
    ['<img data-picture-src="a.png?b=1&amp;c=2&amp;d">', '<img src="[a.png?b=1&c=2&d]">'],
    ['<img data-picture-src="">', '<img src="[]">'],
    ['<img data-picture-src="gone">', '<img data-picture-src="gone">'],
    ['<img data-picture-src="data:x">', '<img data-picture-src="data:x">'],
  ])('of its body: %s becomes %s', async (html, inlined) => {
    expect(await inline('', html)).toBe(`<head></head>${inlined}`);
  });
});

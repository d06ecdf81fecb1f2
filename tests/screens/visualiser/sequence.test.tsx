import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { exportSequenceSvg } from '../../../src/visualiser/sequence/export.tsx';
import type { SequenceLayout } from '../../../src/visualiser/sequence/layout.ts';
import { SequenceDrawing } from '../../../src/visualiser/sequence/SequenceDrawing.tsx';
import { SequencePanel } from '../../../src/visualiser/sequence/SequencePanel.tsx';
import type { Sequence } from '../../../src/visualiser/sequence/types.ts';
import type { TimelineEntry } from '../../../src/visualiser/timeline/types.ts';
import { shapesIn } from '../../support/renderInSvg.tsx';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';

/** The drawing of a sequence, its panel and its files. */

vi.mock('../../../src/browser/imageExport.ts', () => ({
  fetchAsDataUrl: async () => 'data:font/woff2;base64,YQ==',
  resolveColours: (names: readonly string[], scheme: string) =>
    Object.fromEntries(names.map((name) => [name, `${scheme}-${name}`])),
}));

const saved: { name: string; type: string; text: Promise<string> }[] = [];
vi.mock('../../../src/browser/downloadAndClipboard.ts', () => ({
  downloadFile: (name: string, content: Blob) =>
    saved.push({ name, type: content.type, text: content.text() }),
}));

beforeEach(() => {
  saved.length = 0;
});

afterEach(cleanup);

const lifelines = [
  { id: 'visitor', name: 'Visitor' },
  { id: 'page', name: 'Page' },
];
const message = { kind: 'message' as const, times: 1, isReply: false };

const sequence: Sequence = {
  lifelines,
  rows: [
    { ...message, id: '0', from: 'visitor', to: 'page', text: 'sent' },
    { ...message, id: '1', from: 'page', to: 'visitor', text: 'shown', isReply: true },
    { id: '2', kind: 'note', over: 'page', text: 'idle', isFailure: false },
    { id: '3', kind: 'note', over: 'page', text: 'threw', isFailure: true },
    { id: '4', kind: 'pageLoaded', text: '/contact is loaded' },
  ],
};

const layout: SequenceLayout = {
  ...{ width: 300, height: 400, columns: { visitor: 50, page: 150 }, heads: { visitor: 60, page: 40 } },
  rows: sequence.rows.map((row, index) => ({
    row,
    ...{ y: 100 + index * 50, text: row.text.toUpperCase(), width: 80 },
  })),
};

describe('the drawing of a sequence', () => {
  test('has a line and a name for each who takes part, and what each sends', () => {
    expect(shapesIn(<SequenceDrawing sequence={sequence} layout={layout} />)).toEqual([
      'g.sequence-drawing',
      'g',
      'path.sequence-lifeline d=M50 30V383',
      'rect.sequence-head x=20 y=2 width=60 height=24 rx=4',
      'text x=50 y=18 "Visitor"',
      'g',
      'path.sequence-lifeline d=M150 30V383',
      'rect.sequence-head x=130 y=2 width=40 height=24 rx=4',
      'text x=150 y=18 "Page"',
      'g',
      'text x=100 y=94 "SENT"',
      'path.sequence-arrow d=M50 100H142',
      'path.sequence-arrow-head d=M150 100l-8 -4v8z',
      'g.is-reply',
      'text x=100 y=144 "SHOWN"',
      'path.sequence-arrow d=M150 150H58',
      'path.sequence-arrow-head d=M50 150l8 -4v8z',
      'g',
      'rect.sequence-note x=110 y=185 width=80 height=22 rx=4',
      'text x=150 y=200 "IDLE"',
      'g.is-failure',
      'rect.sequence-note x=110 y=235 width=80 height=22 rx=4',
      'text x=150 y=250 "THREW"',
      'g',
      'path.sequence-load d=M0 296H300',
      'rect.sequence-load-label x=110 y=285 width=80 height=22',
      'text x=150 y=300 "/CONTACT IS LOADED"',
    ]);
  });
});

describe('the file of a sequence', () => {
  test('is the drawing on paper, with its styles', async () => {
    const svg = await exportSequenceSvg(sequence, 'Sequence of x');
    const [, width, height] =
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(\d+)" height="(\d+)" /.exec(svg) ?? [];
    expect(Number(width)).toBeGreaterThan(0);
    expect(svg).toContain(
      ` viewBox="0 0 ${width} ${height}" role="img" aria-label="Sequence of x"><title>Sequence of x</title><style>@font-face `,
    );
    expect(svg).toContain(
      `</style><rect width="${width}" height="${height}" fill="light-paper"></rect><g class="sequence-drawing">`,
    );
  });
});

describe('the panel of a sequence', () => {
  const onAllFlows = vi.fn<(areShown: boolean) => void>();
  const timeline = simulatedTimeline(contactFlow, ['changed: everything valid', 'submitted: by the button']);
  const other = timeline.map(
    (entry): TimelineEntry =>
      entry.kind === 'event' ? { ...entry, entry: { ...entry.entry, flow: 'callBack' } } : entry,
  );

  const show = (entries: readonly TimelineEntry[], areAllFlowsShown = false) => {
    onAllFlows.mockReset();
    return render(
      <SequencePanel
        flow={contactFlow}
        entries={entries}
        areAllFlowsShown={areAllFlowsShown}
        onAllFlows={onAllFlows}
      />,
    ).container;
  };
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const list = () => screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);

  test('draws the flow, and says the same in a list', () => {
    const container = show(timeline);
    expect(container.firstElementChild).toHaveClass('sequence-panel');
    const picture = screen.getByRole('img', {
      name: `Sequence of ${contactFlow.title}; the list below says the same.`,
    });
    const [width, height] = ['width', 'height'].map((name) => picture.getAttribute(name));
    expect(picture).toHaveAttribute('viewBox', `0 0 ${width} ${height}`);
    expect(picture.querySelector('.sequence-drawing')).not.toBeNull();
    const region = screen.getByRole('region', { name: `Sequence of ${contactFlow.title}` });
    expect(region).toHaveClass('sequence-scroll');
    expect(region.tabIndex).toBe(0);
    expect(screen.getByText('As a list').tagName).toBe('SUMMARY');
    expect(container.querySelector('ol')).toHaveClass('steps');
    expect(list()).toEqual([
      '/contact is loaded',
      'Page → Machine: the flow begins',
      'Machine is in idle',
      'Visitor → Page: changed: everything valid',
      'Page → Machine: changed',
      'Visitor → Page: submitted: by the button',
      'Page → Machine: submitted',
      'Machine is in submitting',
      'Machine → Server: send',
    ]);
    expect(container.querySelector('.note')).toBeNull();
  });

  test('has this flow, or every flow of the page', () => {
    const entries = [...timeline, ...other];
    show(entries);
    expect(list().join()).not.toContain('Machine callBack');
    const choices = screen.getByRole('group', { name: 'Flows in the sequence' });
    expect(choices).toHaveTextContent('This flowEvery flow');
    expect(screen.getByRole('button', { name: 'This flow' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Every flow' }));
    fireEvent.click(screen.getByRole('button', { name: 'This flow' }));
    expect(onAllFlows.mock.calls).toEqual([[true], [false]]);
    cleanup();
    show(entries, true);
    expect(list().join()).toContain('Machine callBack');
    expect(screen.getByRole('button', { name: 'Every flow' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('says that nothing has happened, also after a page was loaded, and saves nothing then', async () => {
    const container = show(timeline.slice(0, 1));
    expect(screen.getByText('Nothing has happened on the page yet.')).toHaveClass('note');
    expect(container.querySelector('svg')).toBeNull();
    await press('Save as SVG');
    await press('Save as Mermaid');
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Save as SVG' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Save as Mermaid' })).toHaveAttribute('aria-disabled', 'true');
  });

  /** A timeline of so many entries, each of which has another text than the one before it. */
  const long = (length: number) =>
    Array.from({ length }, (_, index): TimelineEntry => {
      const entry = timeline[index % 2 === 0 ? 2 : 3];
      if (!entry) throw new Error('There is no entry.');
      return entry;
    });

  test('draws the last hundred entries, and says how many it leaves out', () => {
    show(long(103));
    expect(screen.getByText('The 3 oldest entries are not drawn here; the files have them.')).toHaveClass(
      'note',
    );
    // Two rows for what is changed; four for what is sent.
    expect(list()).toHaveLength(300);
    cleanup();
    show(long(100));
    expect(screen.queryByText(/oldest entries/)).toBeNull();
    expect(list()).toHaveLength(300);
  });

  test('saves all entries as Mermaid and as SVG', async () => {
    show(long(103));
    await press('Save as Mermaid');
    expect(saved[0]).toMatchObject({ name: 'contact-sequence.mmd', type: 'text/plain' });
    const mermaid = (await saved[0]?.text)?.split('\n') ?? [];
    expect(mermaid[0]).toBe('sequenceDiagram');
    expect(mermaid.filter((line) => line.includes('changed#58; everything valid'))).toHaveLength(52);
    await press('Save as SVG');
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toMatchObject({ name: 'contact-sequence.svg', type: 'image/svg+xml' });
    const svg = (await saved[1]?.text) ?? '';
    expect(svg).toContain(`aria-label="Sequence of ${contactFlow.title}"`);
    expect(svg.match(/changed: everything valid/g)).toHaveLength(52);
  });
});

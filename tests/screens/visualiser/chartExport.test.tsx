import { beforeEach, describe, expect, test, vi } from 'vitest';
import { chartViewportCases } from '../../../machines/chartViewport/chartViewport.cases.ts';
import type { Layout, LayoutRequest } from '../../../machines/chartViewport/chartViewport.types.ts';
import { exportPng, exportSvg, standaloneStyles } from '../../../src/visualiser/chart/export.tsx';
import { svgShapes } from '../../support/svgShapes.ts';

/** The picture of a chart as a file of its own. */

const mocks = vi.hoisted(() => ({
  layOut: vi.fn<(request: LayoutRequest) => Promise<readonly Layout[]>>(),
  svgToPng: vi.fn<(svg: string, size: object, scale: number) => Promise<Blob>>(),
}));
vi.mock('../../../src/visualiser/chart/elk.ts', () => ({ layOut: mocks.layOut }));
vi.mock('../../../src/browser/imageExport.ts', () => ({
  fetchAsDataUrl: async () => 'data:font/woff2;base64,YQ==',
  resolveColours: (names: readonly string[], scheme: string) =>
    Object.fromEntries(names.map((name) => [name, `${scheme}-${name}`])),
  svgToPng: mocks.svgToPng,
}));

const { model } = chartViewportCases.input;
const [layout] = chartViewportCases.outcomes.layOut['laid out'].output;
if (!layout) throw new Error('Nothing is laid out.');

beforeEach(() => {
  mocks.layOut.mockReset().mockResolvedValue([layout]);
  mocks.svgToPng.mockReset();
});

const FONT =
  '@font-face { font-family: "Anek"; font-weight: 400 700; src: url("data:font/woff2;base64,YQ=="); }';

/** Returns what is drawn in a file, without its styles. */
function shapesOf(svg: string): string[] {
  const parent = document.createElement('div');
  parent.innerHTML = svg.replace(/<style>.*<\/style>/s, '');
  return svgShapes(parent);
}

describe('the styles of a file', () => {
  const css =
    '/* a var(--note)\n* of two lines */.a { fill: var(--ink-soft); font: 1px var(--font-text); }\n/* b */.b { fill: var(--ink-soft) }';

  test('have the font, and colours in place of tokens', async () => {
    expect(await standaloneStyles(css)).toBe(
      `${FONT}\n.a { fill: light-ink-soft; font: 1px "Anek", "Noto Sans", system-ui, sans-serif; }\n.b { fill: light-ink-soft }`,
    );
    expect(await standaloneStyles(css, 'dark')).toContain('.b { fill: dark-ink-soft }');
  });
});

describe('the file of a chart', () => {
  test('is the whole chart with a margin, on paper', async () => {
    const svg = await exportSvg(model, { layout: { ...layout, width: 400.2, height: 300.2 } });
    expect(svg.slice(0, svg.indexOf('<title>'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="433" height="333" viewBox="-16 -16 433 333" role="img" aria-label="lamp">',
    );
    const shapes = shapesOf(svg);
    expect(shapes.slice(1, 4)).toEqual([
      'title "lamp"',
      'rect x=-16 y=-16 width=433 height=333 fill=light-paper',
      'g.chart-drawing',
    ]);
    expect(shapes).toContain('g.chart-state.is-compound data-state=lamp.on');
    expect(svg).toContain(`<style>${FONT}\n`);
    expect(svg).toContain('\n.chart-fold, .chart-hit-area { display: none; }</style>');
    expect(svg).not.toContain('chart-path');
    expect(mocks.layOut).not.toHaveBeenCalled();
  });

  test('has what is marked on the chart', async () => {
    const svg = await exportSvg(model, {
      ...{ layout, scheme: 'dark', title: 'A lamp', active: ['lamp.off'], selected: 'lamp.on' },
      ...{ taken: 'lamp.off · pressed', found: ['lamp.on.bright'], coverage: { lamp: 'covered' } },
      path: [{ number: 1, transitions: ['lamp.off · pressed'] }],
    });
    const shapes = shapesOf(svg);
    for (const shape of [
      'title "A lamp"',
      'rect x=-16 y=-16 width=432 height=332 fill=dark-paper',
      'g.chart-state.is-compound.is-even.is-covered data-state=lamp',
      'g.chart-state.is-atomic.is-active data-state=lamp.off',
      'g.chart-state.is-compound.is-selected data-state=lamp.on',
      'g.chart-state.is-atomic.is-even.is-found data-state=lamp.on.bright',
      'g.chart-transition.is-taken.is-adjacent data-transition=lamp.off · pressed',
      'g data-path-step=lamp.off · pressed',
    ])
      expect(shapes).toContain(shape);
    expect(svg).toContain('aria-label="A lamp"');
  });

  test('shows folded states and actions as the chart does', async () => {
    const [transition] = model.transitions;
    if (!transition) throw new Error('There is no transition.');
    const acting = { ...model, transitions: [{ ...transition, actions: ['note'] }] };
    const plain = await exportSvg(acting, { layout });
    expect(plain).toContain('Fold on');
    expect(plain).not.toContain('/ note');
    const folded = await exportSvg(acting, { layout, folded: ['lamp.on'], details: true });
    expect(folded).toContain('Unfold on');
    expect(folded).toContain('/ note');
  });

  test('has the layout that fits a page in landscape, where the chart is not drawn', async () => {
    const tall = { ...layout, width: 1_000, height: 2_000 };
    const fitting = { ...layout, width: 2_000, height: 1_400 };
    mocks.layOut.mockResolvedValue([tall, fitting]);
    expect(await exportSvg(model)).toContain('width="2032" height="1432"');
    expect(mocks.layOut.mock.calls).toEqual([
      [{ model, folded: [], details: false, direction: null, arrangement: null }],
    ]);
    await exportSvg(model, { folded: ['lamp.on'], details: true });
    expect(mocks.layOut).toHaveBeenLastCalledWith({
      ...{ model, folded: ['lamp.on'], details: true, direction: null, arrangement: null },
    });
  });

  test('is none where the chart has no layout', async () => {
    mocks.layOut.mockResolvedValue([]);
    await expect(exportSvg(model)).rejects.toThrow(/^No layout of lamp\.$/);
  });

  test('is a picture of points as well, two to a unit by default', async () => {
    const picture = new Blob(['png']);
    mocks.svgToPng.mockResolvedValue(picture);
    expect(await exportPng(model, { layout })).toBe(picture);
    await exportPng(model, { layout, scale: 3 });
    await exportPng(model);
    const svg = await exportSvg(model, { layout });
    const size = { width: 432, height: 332 };
    expect(mocks.svgToPng.mock.calls).toEqual([
      [svg, size, 2],
      [svg, size, 3],
      [svg, size, 2],
    ]);
  });
});

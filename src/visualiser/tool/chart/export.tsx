import type { ChartModel } from '../../../../machines/paths/index.ts';
import { bestLayout } from '../../../../machines/visualiser/chartViewport/chartViewport.rules.ts';
import type {
  Layout,
  LayoutRequest,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { fetchAsDataUrl, resolveColours, svgToPng } from '../../../browser/imageExport.ts';
import fontUrl from '../../../styles/fonts/anek-latin.woff2?url';
import { Drawing } from './Drawing.tsx';
import css from './drawing.css?raw';
import { layOut } from './elk.ts';
import { PathSteps } from './PathSteps.tsx';
import type { ExportOptions } from './types.ts';

const MARGIN = 16;
/** The shape of a picture of a chart that is not drawn: that of a page in landscape. */
const PAGE = { width: 1414, height: 1000 };

const sizeOf = ({ width, height }: Layout) => ({
  width: Math.ceil(width + 2 * MARGIN),
  height: Math.ceil(height + 2 * MARGIN),
});

/** Returns styles for a standalone file: colours in place of tokens, and the font embedded. */
export async function standaloneStyles(css: string, scheme: 'light' | 'dark' = 'light'): Promise<string> {
  const names = [...new Set([...css.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => String(name)))];
  const values: Record<string, string> = {
    ...resolveColours(names, scheme),
    'font-text': '"Anek", "Noto Sans", system-ui, sans-serif',
  };
  const font = `@font-face { font-family: "Anek"; font-weight: 400 700; src: url("${await fetchAsDataUrl(fontUrl)}"); }`;
  const own = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/var\(--([a-z-]+)\)/g, (token, name: string) => values[name] ?? token);
  return `${font}\n${own}`;
}

async function firstLayout(request: LayoutRequest): Promise<Layout> {
  const layout = bestLayout(await layOut(request), PAGE);
  if (!layout) throw new Error(`No layout of ${request.model.id}.`);
  return layout;
}

async function pictureOf(
  model: ChartModel,
  options: ExportOptions,
): Promise<{ svg: string; layout: Layout }> {
  const { scheme = 'light', title = model.id, active = [], folded = [], details = false } = options;
  const [layout, styles, { renderToStaticMarkup }] = await Promise.all([
    options.layout ?? firstLayout({ model, folded, details, direction: null, arrangement: null }),
    standaloneStyles(css, scheme),
    import('react-dom/server'),
  ]);
  const { width, height } = sizeOf(layout);
  const { taken, selected, coverage, found } = options;
  const { paper } = resolveColours(['paper'], scheme);
  const svg = renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <style>{`${styles}\n.chart-fold, .chart-hit-area { display: none; }`}</style>
      <rect x={-MARGIN} y={-MARGIN} width={width} height={height} fill={paper} />
      <Drawing
        model={model}
        layout={layout}
        active={active}
        taken={taken}
        selected={selected}
        folded={folded}
        coverage={coverage}
        found={found}
        details={details}
      />
      {options.path && <PathSteps model={model} steps={options.path} layout={layout} />}
    </svg>,
  );
  return { svg, layout };
}

/** Renders a chart as a standalone SVG file. */
export async function exportSvg(model: ChartModel, options: ExportOptions = {}): Promise<string> {
  const { svg } = await pictureOf(model, options);
  return svg;
}

/** Renders a chart as a PNG file. `scale` is in pixels per unit of the chart, 2 by default. */
export async function exportPng(
  model: ChartModel,
  options: ExportOptions & { scale?: number } = {},
): Promise<Blob> {
  const { svg, layout } = await pictureOf(model, options);
  return svgToPng(svg, sizeOf(layout), options.scale ?? 2);
}

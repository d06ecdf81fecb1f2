import { type ChartModel, type Flow, toMermaid } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { fetchAsDataUrl, resolveColours } from '../../../browser/imageExport.ts';
import fontUrl from '../../../styles/fonts/anek-latin.woff2?url';
import { Drawing } from './Drawing.tsx';
import css from './drawing.css?raw';
import { layoutsOf } from './elk.ts';
import { foldingOf } from './folding.ts';
import type { Layout } from './layout.types.ts';
import { PathSteps } from './PathSteps.tsx';
import type { ChartProps, ExportOptions } from './types.ts';
import { largestLayout } from './view.ts';

const MARGIN = 16;
/** The shape of a picture of a chart that is not drawn: that of a page in landscape. */
const PAGE = { width: 1414, height: 1000 };

const sizeOf = ({ width, height }: Layout) => ({
  width: Math.ceil(width + 2 * MARGIN),
  height: Math.ceil(height + 2 * MARGIN),
});

/** Returns styles for a standalone file: colours in place of tokens, and the font embedded. */
async function standaloneStyles(css: string): Promise<string> {
  const names = [...new Set([...css.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => String(name)))];
  const values: Record<string, string> = {
    ...resolveColours(names, 'light'),
    'font-text': '"Anek", "Noto Sans", system-ui, sans-serif',
  };
  const font = `@font-face { font-family: "Anek"; font-weight: 400 700; src: url("${await fetchAsDataUrl(fontUrl)}"); }`;
  const own = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/var\(--([a-z-]+)\)/g, (token, name: string) => values[name] ?? token);
  return `${font}\n${own}`;
}

async function wholeLayout(model: ChartModel): Promise<Layout> {
  const { layouts } = await layoutsOf({ model, folded: [], isExact: true }, false);
  const layout = largestLayout(layouts, 'guards', PAGE);
  if (!layout) throw new Error(`No layout of ${model.id}.`);
  return layout;
}

/** Renders a chart as a standalone SVG file. */
export async function exportSvg(model: ChartModel, options: ExportOptions = {}): Promise<string> {
  const { title = model.id, active = [], folded = [], taken, selected, coverage, path } = options;
  const [layout, styles, { renderToStaticMarkup }] = await Promise.all([
    options.layout ?? wholeLayout(model),
    standaloneStyles(css),
    import('react-dom/server'),
  ]);
  const { width, height } = sizeOf(layout);
  const { paper } = resolveColours(['paper'], 'light');
  return renderToStaticMarkup(
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
        held={[]}
        coverage={coverage}
      />
      {path && <PathSteps model={model} steps={path} layout={layout} />}
    </svg>,
  );
}

/** Saves a chart as it is laid out, folded and marked on the screen; in the layout of the whole chart where it is not drawn. */
export async function saveSvg(flow: Flow, chart: ChartProps, layout: Layout | null): Promise<void> {
  const options = { ...chart, title: flow.title, folded: foldingOf(chart).folded };
  const svg = await exportSvg(chart.model, { ...options, layout: layout ?? undefined });
  downloadFile(`${flow.id}.svg`, svg, 'image/svg+xml');
}

/** Saves the machine of a chart in the language of Mermaid. */
export const saveMermaid = (flow: Flow, { model }: ChartProps): void =>
  downloadFile(`${flow.id}.mmd`, toMermaid(model), 'text/plain');

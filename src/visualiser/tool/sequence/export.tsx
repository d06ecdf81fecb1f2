import { resolveColours } from '../../../browser/imageExport.ts';
import { standaloneStyles } from '../chart/index.ts';
import { layOutSequence } from './layout.ts';
import { SequenceDrawing } from './SequenceDrawing.tsx';
import css from './sequence.css?raw';
import type { Sequence } from './types.ts';

/** Renders a sequence as a standalone SVG file. */
export async function exportSequenceSvg(sequence: Sequence, title: string): Promise<string> {
  const [styles, { renderToStaticMarkup }] = await Promise.all([
    standaloneStyles(css),
    import('react-dom/server'),
  ]);
  const layout = layOutSequence(sequence);
  const { width, height } = layout;
  const { paper } = resolveColours(['paper'], 'light');
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <style>{styles}</style>
      <rect width={width} height={height} fill={paper} />
      <SequenceDrawing sequence={sequence} layout={layout} />
    </svg>,
  );
}

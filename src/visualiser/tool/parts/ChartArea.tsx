import type { Flow } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { toggleFullScreen } from '../../../browser/fullScreen.ts';
import { useHolder } from '../../../browser/useHolder.ts';
import { foldingOf } from '../chart/folding.ts';
import { Chart, type ChartProps, exportSvg, Outline, toMermaid } from '../chart/index.ts';
import type { Layout } from '../chart/layout.types.ts';
import { Choices } from './Choices.tsx';

type Props = ChartProps & {
  id: string;
  flow: Flow;
  drawing: 'chart' | 'outline';
  onDrawing: (drawing: 'chart' | 'outline') => void;
  onDetails: () => void;
};

/** The chart of a flow or its outline, with the buttons that export the chart. */
export function ChartArea({ id, flow, drawing, onDrawing, onDetails, ...chart }: Props) {
  const drawnRef = useHolder<Layout>();
  const save = (ending: string, text: string, type: string) =>
    downloadFile(`${flow.id}.${ending}`, new Blob([text], { type }));
  /** Saves the chart on the screen, as it is laid out, folded and marked there. */
  const saveSvg = async () => {
    const options = { ...chart, title: flow.title, folded: foldingOf(chart).folded };
    const layout = drawnRef.current ?? undefined;
    save('svg', await exportSvg(chart.model, { ...options, layout }), 'image/svg+xml');
  };
  return (
    <section className="chart-area" id={id} tabIndex={-1} aria-label={`States of ${flow.title}`}>
      <div className="chart-toolbar">
        <Choices
          label="Drawn as"
          choices={[
            { id: 'chart', label: 'Chart' },
            { id: 'outline', label: 'Outline' },
          ]}
          chosen={drawing}
          onChoose={onDrawing}
        />
        <button type="button" className="toggle" aria-pressed={chart.details} onClick={onDetails}>
          Actions
        </button>
        <fieldset className="choices" aria-label="Export">
          <button type="button" onClick={saveSvg}>
            SVG
          </button>
          <button type="button" onClick={() => save('mmd', toMermaid(chart.model), 'text/plain')}>
            Mermaid
          </button>
        </fieldset>
        <button type="button" onClick={() => toggleFullScreen(id)}>
          Full screen
        </button>
      </div>
      {drawing === 'chart' ? <Chart {...chart} drawnRef={drawnRef} /> : <Outline {...chart} />}
    </section>
  );
}

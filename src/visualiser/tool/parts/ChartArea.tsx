import type { Flow } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { toggleFullScreen } from '../../../browser/fullScreen.ts';
import { useHolder } from '../../../browser/useHolder.ts';
import {
  Chart,
  type ChartProps,
  type DrawnPicture,
  type ExportOptions,
  exportPng,
  exportSvg,
  Outline,
  toMermaid,
} from '../chart/index.ts';
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
  const { model, active, folded, details, coverage, taken, selected } = chart;
  const drawnRef = useHolder<DrawnPicture>();
  /** The chart on the screen: as a whole, as it is laid out, folded and marked there. */
  const optionsNow = (): ExportOptions => ({
    title: flow.title,
    active,
    folded,
    details,
    coverage,
    taken,
    selected,
    ...drawnRef.current,
  });
  const save = (ending: string, content: Blob) => downloadFile(`${flow.id}.${ending}`, content);
  const saveSvg = async () =>
    save('svg', new Blob([await exportSvg(model, optionsNow())], { type: 'image/svg+xml' }));
  const savePng = async () => save('png', await exportPng(model, optionsNow()));
  const saveMermaid = () => save('mmd', new Blob([toMermaid(model)], { type: 'text/plain' }));
  return (
    <section className="chart-area" id={id} tabIndex={-1} aria-label={`States of ${flow.title}`}>
      <div className="chart-header">
        <Choices
          label="Drawn as"
          choices={[
            { id: 'chart', label: 'Chart' },
            { id: 'outline', label: 'Outline' },
          ]}
          chosen={drawing}
          onChoose={onDrawing}
        />
        <button type="button" className="toggle" aria-pressed={details} onClick={onDetails}>
          Actions
        </button>
        <fieldset className="choices" aria-label="Export">
          <button type="button" onClick={saveSvg}>
            SVG
          </button>
          <button type="button" onClick={savePng}>
            PNG
          </button>
          <button type="button" onClick={saveMermaid}>
            Mermaid
          </button>
        </fieldset>
        <button type="button" onClick={() => toggleFullScreen(id)}>
          Full screen
        </button>
      </div>
      <div className="chart-body">
        {drawing === 'chart' ? <Chart {...chart} drawnRef={drawnRef} /> : <Outline {...chart} />}
      </div>
    </section>
  );
}

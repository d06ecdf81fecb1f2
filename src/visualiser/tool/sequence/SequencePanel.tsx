import type { Flow } from '../../../../machines/paths/index.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { Button } from '../parts/Button.tsx';
import { Choices } from '../parts/Choices.tsx';
import type { TimelineEntry } from '../timeline/types.ts';
import { exportSequenceSvg } from './export.tsx';
import { layOutSequence } from './layout.ts';
import { sequenceAsMermaid } from './mermaid.ts';
import { SequenceDrawing } from './SequenceDrawing.tsx';
import { entriesOfFlow, rowAsText, sequenceOf } from './sequence.ts';
import type { Sequence } from './types.ts';
import './sequence.css';

/** The number of timeline entries that are drawn; exports have them all. */
const SHOWN_ENTRIES = 100;

const titleOf = (flow: Flow) => `Sequence of ${flow.title}`;

function Drawn({ flow, sequence }: { flow: Flow; sequence: Sequence }) {
  const layout = layOutSequence(sequence);
  const { width, height } = layout;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it. */}
      <section className="sequence-scroll" aria-label={titleOf(flow)} tabIndex={0}>
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${titleOf(flow)}; the list below says the same.`}
        >
          <SequenceDrawing sequence={sequence} layout={layout} />
        </svg>
      </section>
      <details>
        <summary>As a list</summary>
        <ol className="steps">
          {sequence.rows.map((row) => (
            <li key={row.id}>{rowAsText(sequence, row)}</li>
          ))}
        </ol>
      </details>
    </>
  );
}

type Props = {
  flow: Flow;
  entries: readonly TimelineEntry[];
  areAllFlowsShown: boolean;
  onAllFlows: (areShown: boolean) => void;
};

/** Who sent what to whom: visitor, page, machine, server, payment window and clock; drawn, as a list and as files. */
export function SequencePanel({ flow, entries, areAllFlowsShown, onAllFlows }: Props) {
  const chosen = areAllFlowsShown ? entries : entriesOfFlow(entries, flow.id);
  const leftOut = Math.max(0, chosen.length - SHOWN_ENTRIES);
  const hasEvents = chosen.some(({ kind }) => kind !== 'pageLoaded');
  const save = (ending: string, content: string, type: string) =>
    downloadFile(`${flow.id}-sequence.${ending}`, new Blob([content], { type }));
  const saveSvg = async () =>
    save('svg', await exportSequenceSvg(sequenceOf(chosen), titleOf(flow)), 'image/svg+xml');
  return (
    <div className="sequence-panel">
      <div className="row">
        <Choices
          label="Flows in the sequence"
          choices={[
            { id: 'this', label: 'This flow' },
            { id: 'all', label: 'Every flow' },
          ]}
          chosen={areAllFlowsShown ? 'all' : 'this'}
          onChoose={(choice) => onAllFlows(choice === 'all')}
        />
        <Button isDisabled={!hasEvents} onClick={saveSvg}>
          Save as SVG
        </Button>
        <Button
          isDisabled={!hasEvents}
          onClick={() => save('mmd', sequenceAsMermaid(sequenceOf(chosen)), 'text/plain')}
        >
          Save as Mermaid
        </Button>
      </div>
      {!hasEvents && <p className="note">Nothing has happened on the page yet.</p>}
      {leftOut > 0 && (
        <p className="note">The {leftOut} oldest entries are not drawn here; the files have them.</p>
      )}
      {hasEvents && <Drawn flow={flow} sequence={sequenceOf(chosen.slice(-SHOWN_ENTRIES))} />}
    </div>
  );
}

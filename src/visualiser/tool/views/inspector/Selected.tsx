import { lazy, Suspense } from 'react';
import { fileOf } from '../../../../../machines/folders.ts';
import type { ChartModel, Flow } from '../../../../../machines/paths/index.ts';
import { type Command, stopOn } from '../../commands/commands.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { nameIn } from '../../model/chart/names.ts';
import { Button } from '../../parts/Button.tsx';

/** It brings the text of every machine, and so is loaded with the first thing that is selected. */
const SourceLine = lazy(() => import('./SourceLine.tsx').then((code) => ({ default: code.SourceLine })));

type Props = {
  flow: Flow;
  model: ChartModel;
  flows: VisualiserFlows;
  id: string;
  /** Whether it is in the selected state. */
  isActive: boolean;
  onClose: () => void;
  /** Runs the path to the selected state, or through the selected transition; null where none can be run. */
  onGoTo: Command['act'];
};

/** The selected state or transition, with the button that leads the page there. */
export function Selected({ flow, model, flows, id, isActive, onClose, onGoTo }: Props) {
  const { snapshot, send } = flows.visualiser;
  const { stop } = snapshot.context;
  const isStop = stop !== null && 'id' in stop && stop.id === id;
  const state = model.states.find((known) => known.id === id);
  const transition = model.transitions.find((known) => known.id === id);
  if (!state && !transition) return null;
  return (
    <aside className="row selected" aria-label="Selected">
      <p>
        <strong>{nameIn(model, id)}</strong> {state?.description}
        {transition?.guard && `if ${transition.guard}`}
      </p>
      <Suspense fallback={<code>{fileOf(flow, 'machine')}</code>}>
        <SourceLine flow={flow} model={model} id={id} />
      </Suspense>
      {isActive && <span className="note">The page is there.</span>}
      <Button isDisabled={onGoTo === null} onClick={() => onGoTo?.()}>
        Lead the page there
      </Button>
      <button
        type="button"
        aria-pressed={isStop}
        onClick={() => send({ type: 'stopChosen', stop: isStop ? null : stopOn(flow, model, id) })}
      >
        Stop there
      </button>
      <button type="button" onClick={onClose} aria-label="Close what is selected">
        ×
      </button>
    </aside>
  );
}

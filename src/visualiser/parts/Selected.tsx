import type { ChartModel } from '../chart/index.ts';
import { Button } from './Button.tsx';

type Props = {
  model: ChartModel;
  id: string;
  isBusy: boolean;
  /** The page is in the state that is selected. */
  isActive: boolean;
  onClose: () => void;
  /** Leads the page to the state, or through the transition. */
  onGoTo: () => void;
};

/** What is known of the state or transition that is selected. */
export function Selected({ model, id, isBusy, isActive, onClose, onGoTo }: Props) {
  const state = model.states.find((known) => known.id === id);
  const transition = model.transitions.find((known) => known.id === id);
  if (!state && !transition) return null;
  return (
    <aside className="selected" aria-label="Selected">
      <p>
        <strong>{id.startsWith(`${model.id}.`) ? id.slice(model.id.length + 1) : id}</strong>{' '}
        {state?.description}
        {transition?.guard && `if ${transition.guard}`}
      </p>
      {isActive && <span className="note">The page is there.</span>}
      <Button isDisabled={isBusy || isActive} onClick={onGoTo}>
        Lead the page there
      </Button>
      <button type="button" onClick={onClose} aria-label="Close what is selected">
        ×
      </button>
    </aside>
  );
}

import type { Flow } from '../../../machines/paths/flow.ts';

type Props = {
  flow: Flow;
  /** The name of the current state; null where the flow does not run. */
  state: string | null;
  areValuesShown: boolean;
  onValues: () => void;
  isPageShown: boolean;
  onPage: () => void;
  arePanelsShown: boolean;
  onPanels: () => void;
};

/** The title and purpose of a flow, its current state, and the switches that show typed values, the page and the panels. */
export function FlowHeader({ flow, state, areValuesShown, onValues, ...shown }: Props) {
  return (
    <header className="flow-head">
      <h1>{flow.title}</h1>
      <p className="purpose">{flow.purpose}</p>
      <p className="current" role="status">
        {state ? (
          <>
            <span className="visually-hidden">State: </span>
            <code>{state}</code>
          </>
        ) : (
          'not running'
        )}
      </p>
      <button type="button" className="toggle" aria-pressed={areValuesShown} onClick={onValues}>
        Show typed values
      </button>
      <fieldset className="choices" aria-label="Beside the chart">
        <button type="button" aria-pressed={shown.isPageShown} onClick={shown.onPage}>
          Page
        </button>
        <button type="button" aria-pressed={shown.arePanelsShown} onClick={shown.onPanels}>
          Panels
        </button>
      </fieldset>
    </header>
  );
}

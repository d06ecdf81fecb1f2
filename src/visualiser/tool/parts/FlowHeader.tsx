import type { ReactNode } from 'react';
import type { Flow } from '../../../../machines/paths/index.ts';
import type { Failure } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusPage } from '../../../browser/focus.ts';
import { Button } from './Button.tsx';

type Props = {
  flow: Flow;
  /** The name of the current state; null where the flow does not run. */
  state: string | null;
  areValuesShown: boolean;
  onValues: () => void;
  /** The error that has stopped the flow on the page. */
  failure: Failure | null;
  onReload: () => void;
  /** The path of the page on which the flow runs; null where there is none. */
  page: string | null;
  /** The path of the followed page. */
  shownPage: string | null;
  onOpen: (path: string) => void;
  isPageShown: boolean;
  onPage: () => void;
  arePanelsShown: boolean;
  onPanels: () => void;
  /** A button that saves what happened. */
  children: ReactNode;
};

/**
 * The title and purpose of a flow, its current state, the switches that show typed values, the page and the panels, and the
 * error that has stopped it, with a button that loads the page again; and the buttons that load any page again, and lead
 * back to that of the flow.
 */
export function FlowHeader(props: Props) {
  const { flow, state, areValuesShown, onValues, failure, onReload, page, shownPage, onOpen } = props;
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
      {props.children}
      <fieldset className="choices" aria-label="Beside the chart">
        <button type="button" aria-pressed={props.isPageShown} onClick={props.onPage}>
          Page
        </button>
        <button type="button" aria-pressed={props.arePanelsShown} onClick={props.onPanels}>
          Panels
        </button>
      </fieldset>
      {page !== null && (
        <div className="page-buttons">
          <button type="button" onClick={() => onOpen(shownPage ?? page)}>
            Reload the page
          </button>
          <Button isDisabled={shownPage === page} onClick={() => onOpen(page)}>
            Back to {page}
          </Button>
        </div>
      )}
      {failure && (
        <div className="broken" role="alert">
          <p>
            This flow is broken: <code>{failure.event}</code> in <code>{failure.state}</code> threw the error
            “{failure.message}”.
          </p>
          <button
            type="button"
            onClick={() => {
              onReload();
              focusPage();
            }}
          >
            Load the page again
          </button>
        </div>
      )}
    </header>
  );
}

import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { visualiserLinkMachine } from '../../../../machines/visualiser/visualiserLink/visualiserLink.machine.ts';
import { missingMicrosteps } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import { flowWithId } from '../flowModels.ts';

export type LinkSnapshot = SnapshotFrom<typeof visualiserLinkMachine>;
export type LinkSend = (event: EventFromLogic<typeof visualiserLinkMachine>) => void;

const nameOf = ({ path, title }: { path: string; title: string }) => (title ? `${title} (${path})` : path);

function statusText(snapshot: LinkSnapshot): string {
  const { followedPage } = snapshot.context;
  const page = followedPage ? nameOf(followedPage) : 'The page';
  if (snapshot.matches({ disconnected: 'searching' })) return 'Looking for a page of the site…';
  if (snapshot.matches('disconnected')) return 'No page of the site answers.';
  if (snapshot.matches({ following: 'unresponsive' }))
    return `${page} does not answer. It may be frozen, or stopped in a debugger.`;
  return snapshot.matches('closed') ? `${page} was closed.` : `Following ${page}`;
}

const indicator = (snapshot: LinkSnapshot) =>
  snapshot.matches({ following: 'responsive' }) ? 'on' : snapshot.matches('disconnected') ? 'off' : 'lost';

/** Returns in a sentence that the environment of a flow is paused, or that an actor waits; null where neither is so. */
function pauseText({ context: { paused, invokedActors } }: LinkSnapshot): string | null {
  const waiting = invokedActors.find(({ state }) => state === 'waiting');
  const titleOf = (flow: string) => flowWithId(flow)?.title ?? flow;
  if (paused !== null) return `The environment of "${titleOf(paused)}" is paused.`;
  return waiting ? `"${waiting.actor}" of "${titleOf(waiting.flow)}" waits for you.` : null;
}

/** Moves the focus from a button to the status when the button is removed. */
const moveFocusWhenRemoved = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button)
    button.closest('.link-status')?.querySelector<HTMLElement>('.link-status-text')?.focus();
};

type Props = { snapshot: LinkSnapshot; send: LinkSend; onResume: () => void };

/**
 * The status of the connection to the followed page, whether its environment is paused, the choice of pages, and a note
 * if other visualisers are open.
 */
export function LinkStatus({ snapshot, send, onResume }: Props) {
  const { pages, followedPage, otherVisualisers, counted } = snapshot.context;
  const pause = pauseText(snapshot);
  const names = pages.map(nameOf);
  const copies = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const missingCount = missingMicrosteps(snapshot.context);
  return (
    <div className="link-status">
      <p className="link-status-text" role="status" tabIndex={-1}>
        <span className={`indicator indicator-${indicator(snapshot)}`} aria-hidden="true" />
        {statusText(snapshot)}
      </p>
      {snapshot.matches('following') && counted > 0 && (
        <p className={missingCount === 0 ? 'microstep-count' : 'microstep-count is-short'}>
          {counted} {counted === 1 ? 'microstep' : 'microsteps'}, {missingCount === 0 ? 'none' : missingCount}{' '}
          missing
        </p>
      )}
      <p className="pause-status" role="status">
        {pause}
      </p>
      {pause !== null && (
        <button ref={moveFocusWhenRemoved} type="button" onClick={onResume}>
          Resume the environment
        </button>
      )}
      {copies.size > 0 && (
        <p className="note">
          {[...copies].join(', ')} {copies.size === 1 ? 'is' : 'are'} open in several tabs: what happens in
          one does not happen in the others.
        </p>
      )}
      {otherVisualisers.length > 0 && (
        <p className="note">Another visualiser is open: both can steer the same page.</p>
      )}
      {pages.length > 0 && (
        <fieldset className="choices" aria-label="Pages of the site">
          {pages.map((page, index) => (
            <button
              key={page.id}
              ref={moveFocusWhenRemoved}
              type="button"
              aria-pressed={page.id === followedPage?.id}
              onClick={() => send({ type: 'pageChosen', page: page.id })}
            >
              {nameOf(page)}
              {copies.has(nameOf(page)) &&
                ` – ${names.slice(0, index + 1).filter((name) => name === nameOf(page)).length}`}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

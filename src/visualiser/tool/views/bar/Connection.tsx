import { missingMicrosteps } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { Menu } from '../../parts/Menu.tsx';

type Link = VisualiserFlows['link'];

const nameOf = ({ path, title }: { path: string; title: string }) => (title ? `${title} (${path})` : path);

function statusText(snapshot: Link['snapshot']): string {
  const { followedPage } = snapshot.context;
  const page = followedPage?.path ?? 'The page';
  if (snapshot.matches({ disconnected: 'searching' })) return 'Looking for a page of the site…';
  if (snapshot.matches('disconnected')) return 'No page of the site answers.';
  if (snapshot.matches({ following: 'unresponsive' }))
    return `${page} does not answer. It may be frozen, or stopped in a debugger.`;
  if (snapshot.matches('closed')) return `${page} was closed.`;
  return isBroken(snapshot) ? `Following ${page}, with an error` : `Following ${page}`;
}

/** Whether the followed page has reported an error, or the machine of a flow of it has thrown one. */
const isBroken = ({ context: { sessions, timeline, followedPage } }: Link['snapshot']): boolean =>
  sessions.some(({ failure }) => failure) ||
  timeline.some(
    (record) => record.kind === 'problem' && record.problem.isError && record.page.id === followedPage?.id,
  );

const indicator = (snapshot: Link['snapshot']) => {
  if (isBroken(snapshot)) return 'lost';
  return snapshot.matches({ following: 'responsive' })
    ? 'on'
    : snapshot.matches('disconnected')
      ? 'off'
      : 'lost';
};

function notesOf(snapshot: Link['snapshot'], copies: ReadonlySet<string>): string[] {
  const { otherVisualisers, counted } = snapshot.context;
  const missing = snapshot.matches('following') ? missingMicrosteps(snapshot.context) : 0;
  return [
    missing > 0 ? `${missing} of ${counted} microsteps are missing.` : '',
    copies.size > 0
      ? `${[...copies].join(', ')} ${copies.size === 1 ? 'is' : 'are'} open in several tabs: what happens in one does not happen in the others.`
      : '',
    otherVisualisers.length > 0 ? 'Another visualiser is open: both can steer the same page.' : '',
  ].filter(Boolean);
}

const moveFocusWhenRemoved = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button)
    button.closest('.connection')?.querySelector<HTMLElement>('.link-status-text')?.focus();
};

/** The status of the connection to the followed page, with a menu of the pages where there is a choice. */
export function Connection({ link: { snapshot, send } }: { link: Link }) {
  const { pages, followedPage } = snapshot.context;
  const names = pages.map(nameOf);
  const copies = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const notes = notesOf(snapshot, copies);
  const [first] = pages;
  const isOnlyPage = pages.length === 1 && first?.id === followedPage?.id && notes.length === 0;
  return (
    <div className="line connection">
      <p className="link-status-text cut" role="status" tabIndex={-1} title={statusText(snapshot)}>
        <span className={`indicator indicator-${indicator(snapshot)}`} aria-hidden="true" />
        {statusText(snapshot)}
      </p>
      {!isOnlyPage && (
        <Menu
          id="pages"
          label={notes.length > 0 ? 'Pages (to be noted)' : 'Pages'}
          sign={notes.length > 0 ? '▾ !' : '▾'}
          buttonRef={moveFocusWhenRemoved}
        >
          {notes.map((note) => (
            <p key={note} className="note">
              {note}
            </p>
          ))}
          {pages.length === 0 && (
            <p className="note">Open a page of the site in another tab of this browser.</p>
          )}
          <fieldset className="dropdown-items" aria-label="Pages of the site">
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
        </Menu>
      )}
    </div>
  );
}

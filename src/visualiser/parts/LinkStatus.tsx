import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { visualiserLinkMachine } from '../../../machines/visualiserLink/visualiserLink.machine.ts';
import { missing } from '../../../machines/visualiserLink/visualiserLink.rules.ts';

export type LinkSnapshot = SnapshotFrom<typeof visualiserLinkMachine>;
export type LinkSend = (event: EventFromLogic<typeof visualiserLinkMachine>) => void;

const nameOf = ({ path, title }: { path: string; title: string }) => (title ? `${title} (${path})` : path);

function sentence(snapshot: LinkSnapshot): string {
  const { chosen } = snapshot.context;
  const page = chosen ? nameOf(chosen) : 'The page';
  if (snapshot.matches({ unlinked: 'searching' })) return 'Looking for a page of the site…';
  if (snapshot.matches('unlinked')) return 'No page of the site answers.';
  if (snapshot.matches({ following: 'silent' }))
    return `${page} does not answer. It may be frozen, or stopped in a debugger.`;
  return snapshot.matches('closed') ? `${page} was closed.` : `Following ${page}`;
}

const light = (snapshot: LinkSnapshot) =>
  snapshot.matches({ following: 'answering' }) ? 'on' : snapshot.matches('unlinked') ? 'off' : 'lost';

type Props = { snapshot: LinkSnapshot; send: LinkSend };

/** Which page is followed and how it does, which others there are, and whether somebody else follows them too. */
export function LinkStatus({ snapshot, send }: Props) {
  const { pages, chosen, others, told } = snapshot.context;
  const lost = missing(snapshot.context);
  return (
    <div className="link-status">
      <p className="link-sentence" role="status">
        <span className={`light light-${light(snapshot)}`} aria-hidden="true" />
        {sentence(snapshot)}
      </p>
      {snapshot.matches('following') && told > 0 && (
        <p className={lost === 0 ? 'tally' : 'tally tally-short'}>
          {told} microsteps, {lost === 0 ? 'none' : lost} missing
        </p>
      )}
      {others.length > 0 && <p className="note">Another visualiser is open: both can steer the same page.</p>}
      {pages.length > 0 && (
        <fieldset className="choices" aria-label="Pages of the site">
          {pages.map((page) => (
            <button
              key={page.id}
              type="button"
              aria-pressed={page.id === chosen?.id}
              onClick={() => send({ type: 'chosen', page: page.id })}
            >
              {nameOf(page)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

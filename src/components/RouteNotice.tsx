import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { routeLoadingMachine } from '../../machines/routeLoading/routeLoading.machine.ts';
import { routeLoadingMessages } from '../../machines/routeLoading/routeLoading.messages.ts';
import { useScrollIntoViewOnMessage } from '../browser/scrollIntoView.ts';
import { noticeId } from '../flows/routeLoading.ts';

type Props = {
  snapshot: SnapshotFrom<typeof routeLoadingMachine>;
  send: (event: EventFromLogic<typeof routeLoadingMachine>) => void;
};

/**
 * Says that a page loads slowly or could not be loaded. A failure is scrolled into view, because many links are at the
 * end of the page; a page that loads slowly also shows a line along the top of the window.
 */
export function RouteNotice({ snapshot, send }: Props) {
  const isSlow = snapshot.matches({ loading: 'slow' });
  const hasFailed = snapshot.matches('failed');
  const notice = useScrollIntoViewOnMessage<HTMLDivElement>(hasFailed ? routeLoadingMessages.failed : null);
  return (
    <div
      ref={notice}
      id={noticeId}
      className="route-notice"
      tabIndex={-1}
      {...(hasFailed && { role: 'region', 'aria-label': routeLoadingMessages.region })}
    >
      <p role="status" className="route-progress">
        {isSlow && routeLoadingMessages.slow}
      </p>
      <div role="alert" className="route-failure">
        {hasFailed && <p>{routeLoadingMessages.failed}</p>}
      </div>
      {hasFailed && (
        <p className="actions">
          <button type="button" className="button" onClick={() => send({ type: 'retried' })}>
            {routeLoadingMessages.retry}
          </button>
          <a className="button secondary" href={snapshot.context.requested.to}>
            {routeLoadingMessages.reload}
          </a>
        </p>
      )}
    </div>
  );
}

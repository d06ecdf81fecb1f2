import type { Flow } from '../../../../../machines/paths/index.ts';
import { pendingIn, restoredSnapshot } from '../../../../../machines/paths/index.ts';
import type { Session } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../../browser/focus.ts';
import { shownMask } from '../../flows/mask.ts';
import { sendToFollowedPage, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { Button } from '../../parts/Button.tsx';
import { InvokedActorItem } from './InvokedActorItem.tsx';

const ACTORS_HEADING = 'invoked-actors';

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`;

type Timer = { name: string; delay: number };

function Timers({ timers: [next, ...later], onFire }: { timers: readonly Timer[]; onFire: () => void }) {
  return (
    <p>
      <Button isDisabled={!next} onClick={onFire}>
        {next ? `Fire ${next.name} (${seconds(next.delay)}) now` : 'No timer runs'}
      </Button>{' '}
      {later.length > 0 && (
        <span className="hint">
          then {later.map(({ name, delay }) => `${name} (${seconds(delay)})`).join(', ')}
        </span>
      )}
    </p>
  );
}

type Props = { flow: Flow; flows: VisualiserFlows; session: Session };

/** The things that a flow waits for: the invoked actors with their outcomes, and the timers. */
export function Pending({ flow, flows, session: { session, snapshot } }: Props) {
  const pending = pendingIn(restoredSnapshot(flow, snapshot));
  const ofSession = flows.link.snapshot.context.invokedActors.filter((known) => known.session === session);
  return (
    <>
      <h2 id={ACTORS_HEADING} tabIndex={-1}>
        What it waits for
      </h2>
      {ofSession.length === 0 && (
        <p className="note">
          {pending.actors.length > 0
            ? 'The page has not reported its invoked actors yet.'
            : 'No invoked actor is running.'}
        </p>
      )}
      <ul className="stack invoked-actors">
        {ofSession.map((invokedActor) => (
          <InvokedActorItem
            key={invokedActor.id}
            invokedActor={invokedActor}
            flow={flow}
            persistedSnapshot={snapshot}
            mask={shownMask(flows)}
            sendCommand={(command) => {
              sendToFollowedPage(flows, command);
              // An actor that has its outcome leaves the list: the focus moves to the heading.
              focusById(ACTORS_HEADING);
            }}
          />
        ))}
      </ul>
      <Timers
        timers={snapshot.status === 'active' ? pending.timers : []}
        onFire={() => sendToFollowedPage(flows, { type: 'fireTimer', session })}
      />
    </>
  );
}

import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { pendingIn, restoredSnapshot } from '../../../../machines/paths/index.ts';
import type { InvokedActorInfo } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../browser/focus.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import { Button } from '../parts/Button.tsx';
import { InvokedActorItem } from './InvokedActorItem.tsx';

const ACTORS_HEADING = 'invoked-actors';

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`;

type Timer = { name: string; delay: number };

/** The timers that run, with a button that fires the first one. */
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

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot;
  /** The session of the flow on the followed page. */
  session: string;
  invokedActors: readonly InvokedActorInfo[];
  isMasked: boolean;
  sendCommand: (command: PageCommand) => void;
};

/** The things that a flow waits for: the invoked actors with their outcomes, and the timers. */
export function Pending({ flow, persistedSnapshot, session, invokedActors, isMasked, sendCommand }: Props) {
  const pending = pendingIn(restoredSnapshot(flow, persistedSnapshot));
  const ofSession = invokedActors.filter((invokedActor) => invokedActor.session === session);
  // An actor that has its outcome leaves the list: the focus moves to the heading.
  const sendAndFocus = (command: PageCommand) => {
    sendCommand(command);
    focusById(ACTORS_HEADING);
  };
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
            persistedSnapshot={persistedSnapshot}
            isMasked={isMasked}
            sendCommand={sendAndFocus}
          />
        ))}
      </ul>
      <Timers
        timers={persistedSnapshot.status === 'active' ? pending.timers : []}
        onFire={() => sendCommand({ type: 'fireTimer', session })}
      />
    </>
  );
}

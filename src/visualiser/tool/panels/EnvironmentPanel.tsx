import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { pendingIn, restoredSnapshot } from '../../../../machines/paths/index.ts';
import type { InvokedActorInfo } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../browser/focus.ts';
import type { PageCommand } from '../../shared/channel/types.ts';
import { Button } from '../parts/Button.tsx';
import { isSimulated } from '../simulations.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';
import { EnvironmentFields } from './EnvironmentFields.tsx';
import { InvokedActorItem } from './InvokedActorItem.tsx';

const ACTORS_HEADING = 'invoked-actors';

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`;

type Timer = { name: string; delay: number };

/** The timers that run, with a button that fires the first one. */
function Timers({ timers: [next, ...later], onFire }: { timers: readonly Timer[]; onFire: () => void }) {
  return (
    <>
      <h2>Timers</h2>
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
    </>
  );
}

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot | null;
  /** The session of the flow on the followed page. */
  session: string | null;
  invokedActors: readonly InvokedActorInfo[];
  isPaused: boolean;
  isMasked: boolean;
  sendCommand: (command: PageCommand) => void;
  environment: VisualiserFlows['environment'];
};

/** The environment of a flow: the switch that pauses it, the invoked actors with their outcomes, and the timers. */
export function EnvironmentPanel(props: Props) {
  const { flow, environment } = props;
  return (
    <div className="environment-panel">
      {isSimulated(flow) ? (
        <p className="note">The server runs this flow: it waits for no actor and has no timer.</p>
      ) : (
        <FlowEnvironment {...props} />
      )}
      {flow.page !== null && <EnvironmentFields flow={flow} environment={environment} />}
    </div>
  );
}

function FlowEnvironment(props: Props) {
  const { flow, persistedSnapshot, session, invokedActors, isPaused, isMasked, sendCommand } = props;
  if (!persistedSnapshot || session === null)
    return <p className="note">The flow does not run on the page that is followed.</p>;
  const pending = pendingIn(restoredSnapshot(flow, persistedSnapshot));
  const ofSession = invokedActors.filter((invokedActor) => invokedActor.session === session);
  // An actor that has its outcome leaves the list: the focus moves to the heading.
  const sendAndFocus = (command: PageCommand) => {
    sendCommand(command);
    focusById(ACTORS_HEADING);
  };
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="toggle"
          aria-pressed={isPaused}
          onClick={() => sendCommand({ type: 'pause', flow: isPaused ? null : flow.id })}
        >
          Pause the environment
        </button>
        <p className="hint">
          {isPaused
            ? 'Invoked actors wait for you, and the clock of this flow is paused.'
            : 'The server, the payment window and the clock run by themselves. Pause them to choose their outcomes.'}
        </p>
      </div>
      <h2 id={ACTORS_HEADING} tabIndex={-1}>
        Invoked actors
      </h2>
      {ofSession.length === 0 && (
        <p className="note">
          {pending.actors.length > 0
            ? 'The page has not reported its invoked actors yet.'
            : 'No invoked actor is running.'}
        </p>
      )}
      <ul className="invoked-actors">
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

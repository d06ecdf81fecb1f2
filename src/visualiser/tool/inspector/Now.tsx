import type { Flow } from '../../../../machines/paths/index.ts';
import type { LogEntry } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../browser/focus.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import type { ChartModel } from '../chart/index.ts';
import { displayedValues } from '../displayedValues.ts';
import type { Moment } from '../moment.ts';
import type { ShownRecord } from '../timeline/checks.ts';
import { eventTitle } from '../timeline/displayed.ts';
import { sendToFollowedPage, type VisualiserFlows } from '../visualiserFlows.ts';
import { ContextTree } from './ContextTree.tsx';
import { EntryDetails, isUnderWay } from './EntryDetails.tsx';
import { EnvironmentFields } from './EnvironmentFields.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { Pending } from './Pending.tsx';

type Props = { flow: Flow; model: ChartModel; flows: VisualiserFlows; moment: Moment };

/** The state, what it is for, and what led to it. */
function State({ model, moment: { name, active, last } }: Pick<Props, 'model' | 'moment'>) {
  const { description } = model.states.findLast(({ id }) => active.includes(id)) ?? {};
  return (
    <>
      <h2>{name}</h2>
      {description && <p>{description}</p>}
      {last && <p className="note">Last: {eventTitle(last)}</p>}
    </>
  );
}

/** The context at the moment, with what the last event changed. */
function Context({
  moment: { snapshot, last },
  isMasked,
  flow,
}: Pick<Props, 'moment' | 'flow'> & { isMasked: boolean }) {
  const displayed = (data: Record<string, unknown>) => displayedValues(flow, data, isMasked);
  if (!snapshot) return null;
  const context = displayed(snapshot.context);
  return (
    <section aria-label="Context">
      <h2>Context</h2>
      <ContextTree context={context} before={last?.before ? displayed(last.before.context) : context} />
    </section>
  );
}

/** The events that the flow can take now, and the actors that it waits for. */
function Present({ flow, flows, moment, isMasked }: Omit<Props, 'model'> & { isMasked: boolean }) {
  const { session } = moment;
  if (!session) return <p className="note">The flow does not run on the page that is followed.</p>;
  const send = (command: PageCommand) => sendToFollowedPage(flows, command);
  return (
    <>
      <Pending
        flow={flow}
        persistedSnapshot={session.snapshot}
        session={session.session}
        invokedActors={flows.link.snapshot.context.invokedActors}
        isMasked={isMasked}
        sendCommand={send}
      />
      <h2>What can happen</h2>
      <EventsPanel
        flow={flow}
        persistedSnapshot={session.snapshot}
        send={(event) => send({ type: 'send', session: session.session, event })}
      />
    </>
  );
}

/** The settings of the page's environment; it is open while something is set for the flow. */
function Environment({ flow, flows: { environment } }: Pick<Props, 'flow' | 'flows'>) {
  return (
    <details className="environment-panel" open={environment.snapshot.context.flow === flow.id}>
      <summary>Network, answers and browser of the page</summary>
      <EnvironmentFields flow={flow} environment={environment} />
    </details>
  );
}

/** The flow at the moment of the timeline: its state, what can happen, what it waits for, its context and its environment. */
export function Now({ flow, model, flows, moment }: Props) {
  const { context } = flows.link.snapshot;
  const isMasked = !flows.view.snapshot.context.areValuesShown;
  const restart = ({ page }: ShownRecord, event: LogEntry | null) => {
    // An actor of the state would start again, and lead the flow on.
    if (event && isUnderWay(event)) sendToFollowedPage(flows, { type: 'pause', flow: event.flow });
    sendToFollowedPage(flows, {
      type: 'open',
      path: page.path,
      draftsToClear: [event?.flow ?? flow.id],
      restart: event && { flow: event.flow, snapshot: event.snapshot },
    });
    flows.link.send({ type: 'entryShown', number: null });
    // The pressed button is gone.
    focusById('inspector');
  };
  return (
    <div className="stack now">
      <p className="note">{flow.purpose}</p>
      {moment.name !== null && <State model={model} moment={moment} />}
      {moment.record ? (
        <EntryDetails
          timeline={context.timeline}
          record={moment.record}
          isMasked={isMasked}
          paused={context.paused}
          onRestart={restart}
        />
      ) : (
        <Present flow={flow} flows={flows} moment={moment} isMasked={isMasked} />
      )}
      <Context flow={flow} moment={moment} isMasked={isMasked} />
      {flow.page !== null && <Environment flow={flow} flows={flows} />}
    </div>
  );
}

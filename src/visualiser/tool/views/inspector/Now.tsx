import type { ChartModel, Flow } from '../../../../../machines/paths/index.ts';
import { shownMask } from '../../flows/mask.ts';
import type { Moment } from '../../flows/moment.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { eventTitle } from '../../model/entries/displayed.ts';
import { ContextTree } from './ContextTree.tsx';
import { EntryDetails } from './EntryDetails.tsx';
import { EnvironmentFields } from './EnvironmentFields.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { Pending } from './Pending.tsx';
import { showChange } from './Watch.tsx';

type Props = { flow: Flow; model: ChartModel; flows: VisualiserFlows; moment: Moment };

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

/** The context of the flow at the moment, with the differences that the last event made. */
export function Context(props: Omit<Props, 'model'>) {
  const { flow, flows, moment } = props;
  const { snapshot, last } = moment;
  const mask = shownMask(flows);
  const displayed = (data: Record<string, unknown>) => mask.data(flow, data);
  const context = displayed(snapshot?.context ?? {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
    <section className="context" aria-label="Context" tabIndex={0}>
      <h2>Context</h2>
      {snapshot ? (
        <ContextTree
          context={context}
          before={last?.before ? displayed(last.before.context) : context}
          onPress={(path) => showChange(props, path)}
        />
      ) : (
        <p className="note">It is shown while the flow runs.</p>
      )}
    </section>
  );
}

function Present({ flow, flows, moment: { session } }: Omit<Props, 'model'>) {
  if (!session)
    return (
      <p className="note">
        The flow does not run on the page that is followed.{' '}
        {flow.page === null
          ? 'A page that runs it fills this.'
          : `Its page, ${flow.page}, does: open it in the region of the page.`}
      </p>
    );
  return (
    <>
      <Pending flow={flow} flows={flows} session={session} />
      <h2>What can happen</h2>
      <EventsPanel flow={flow} flows={flows} session={session} />
    </>
  );
}

/** The flow at the moment: its state, possible events, pending actors and environment. */
export function Now({ flow, model, flows, moment }: Props) {
  const { record, name } = moment;
  const { environment } = flows;
  return (
    <div className="stack now">
      {name !== null && <State model={model} moment={moment} />}
      {record ? (
        <EntryDetails flow={flow} flows={flows} record={record} />
      ) : (
        <Present flow={flow} flows={flows} moment={moment} />
      )}
      {flow.page !== null && (
        <details className="environment-panel" open={environment.snapshot.context.flow === flow.id}>
          <summary>Network, answers and translation</summary>
          <EnvironmentFields flow={flow} environment={environment} />
        </details>
      )}
    </div>
  );
}

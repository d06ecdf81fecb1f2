import { useLocation } from 'react-router-dom';
import type { LinkEvent } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { useSubscription } from '../../../browser/subscription.ts';
import { useOnChange } from '../../../browser/useOnChange.ts';
import { connection } from '../connection/connection.ts';
import { type CatalogueMessage, errorCatalogue, titleOf } from '../errorCatalogue.ts';
import { flowWithId } from '../flowModels.ts';
import { messageRun } from '../runSteps.ts';
import { isRunOver } from '../useNextRun.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';
import { messagesStore } from './messagesStore.ts';
import { messagesShown } from './shown.ts';

/** Returns the run to a message on the page in a tab. */
export function runToMessage(message: CatalogueMessage, tab: string): Run {
  const flow = flowWithId(message.flow);
  if (!flow) throw new Error(`There is no flow "${message.flow}".`);
  return { ...messageRun(flow, message, tab), message: titleOf(message) };
}

/** Returns why a run did not lead to its message; null where it did. */
function failureOf({ snapshot }: VisualiserFlows['run']): string | null {
  const { actualState, error } = snapshot.context;
  if (snapshot.matches({ inactive: 'done' })) return null;
  return error ?? `The page is in "${actualState}".`;
}

/** Ticks the messages that pages show, and produces those of the queue one after the other. */
export function useMessages({ run }: VisualiserFlows, tab: string, start: (run: Run) => void): void {
  const { pathname } = useLocation();
  const { queue } = useSnapshot(messagesStore).context;

  useSubscription<LinkEvent>(connection.listen, (event) => {
    if (event.type !== 'observed') return;
    const titles = event.entries.flatMap((entry) =>
      messagesShown(entry.flow, entry.snapshot, entry.event.type).map(titleOf),
    );
    if (titles.length > 0) messagesStore.send({ type: 'shown', titles });
  });
  useOnChange(isRunOver(run) ? run.snapshot.context.run : null, (ended) => {
    if (ended?.message === undefined) return;
    messagesStore.send({ type: 'ran', title: ended.message, failure: failureOf(run) });
    const [next] = messagesStore.getSnapshot().context.queue;
    const message = errorCatalogue.find((known) => titleOf(known) === next);
    if (message) start({ ...runToMessage(message, tab), pausedBefore: ended.pausedBefore ?? null });
  });
  // The frame of the page is on the list.
  useOnChange(pathname, () => {
    if (queue.length > 0) messagesStore.send({ type: 'stopped' });
  });
}

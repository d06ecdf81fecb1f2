import { useActorRef } from '@xstate/react';
import { useCallback } from 'react';
import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { stateName } from '../../machines/paths/index.ts';
import { saveDraft, useSavedDraft } from '../browser/draft.ts';
import { useSnapshot } from '../browser/snapshot.ts';
import { useOnMount } from '../browser/useOnMount.ts';
import { useWhileMounted } from '../browser/useWhileMounted.ts';
import { noteRunning, pageInspection } from './inspection.ts';
import { FlowError, type Recovery } from './recovery.ts';

const DETAILS_KEPT = 'Your details are kept. Please try again.';
const TRY_AGAIN = 'Please try again.';

/** A flow of the site: its machine with all implementations provided, and how its draft is saved. */
export type SiteFlow<Machine extends AnyStateMachine> = {
  id: string;
  machine: Machine;
  /** Whether a change of the snapshot is rendered with a cross-fade. Must be a stable function. */
  shouldCrossFade?: (before: SnapshotFrom<Machine>, after: SnapshotFrom<Machine>) => boolean;
  draft?: {
    /** The draft to save in this tab; null removes it. */
    toDraft: (snapshot: SnapshotFrom<Machine>) => object | null;
    /** The event that restores a saved draft; null where the draft is invalid. */
    toEvent: (saved: unknown) => EventFromLogic<Machine> | null;
  };
  /** The message after an error, and the event of its button; null for the usual message. */
  recovery?: (
    snapshot: SnapshotFrom<Machine>,
  ) => { text: string; verb: string; event: EventFromLogic<Machine> } | null;
};

/** A running flow: its snapshot, `send`, and the props of its root element, which put its state on the DOM. */
export type RunningFlow<Machine extends AnyStateMachine> = {
  snapshot: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
  rootProps: { 'data-flow': string; 'data-state': string };
};

/** Lets an actor go on where the flow has ended with an error, by the id of the flow. */
const restarts = new Map<string, (actor: AnyActorRef) => void>();

/**
 * Runs a flow as long as the component is mounted. The only hook that connects machines with React.
 * `input` is the input of the machine; later changes are sent as events. With `initialSnapshot` it starts
 * in another state than its initial one.
 *
 * @throws FlowError where the machine has ended with an error: mounted again, the flow starts from its draft.
 */
export function useFlow<Machine extends AnyStateMachine>(
  { id, machine, shouldCrossFade, draft, recovery: recoveryOf }: SiteFlow<Machine>,
  input?: InputFrom<Machine>,
  initialSnapshot?: SnapshotFrom<Machine>,
): RunningFlow<Machine> & { /** How the visitor goes on after its view has thrown. */ recovery: Recovery } {
  // Read first: the initial, empty draft is saved as soon as the actor starts.
  const savedDraft = useSavedDraft(id);
  const restoreDraft = (to: AnyActorRef, saved: unknown) => {
    const event = saved === null ? null : draft?.toEvent(saved);
    if (event) to.send(event);
  };
  const options = { input, snapshot: initialSnapshot, ...pageInspection.actorOptions?.(id, machine) };
  const actor = useActorRef(machine, options, {
    next: (snapshot: SnapshotFrom<Machine>) => {
      if (draft) saveDraft(id, draft.toDraft(snapshot));
    },
    // Is thrown below.
    error: () => {},
  });
  useWhileMounted(useCallback(() => noteRunning(id, actor), [id, actor]));
  useOnMount(() => {
    const restart = restarts.get(id);
    restarts.delete(id);
    if (restart) restart(actor);
    else restoreDraft(actor, savedDraft.current);
  });
  const snapshot = useSnapshot(actor, shouldCrossFade);
  const special = recoveryOf?.(snapshot);
  const { status, error }: AnyMachineSnapshot = snapshot;
  const hasEnded = status === 'error';
  const sendAgain = (to: AnyActorRef) => special && to.send(special.event);
  // Not from the storage, which may be blocked.
  const restart = (next: AnyActorRef) => {
    restoreDraft(next, draft?.toDraft(snapshot) ?? null);
    sendAgain(next);
  };
  const recovery: Recovery = {
    text: special?.text ?? (draft ? DETAILS_KEPT : TRY_AGAIN),
    verb: special?.verb ?? 'Try again',
    recover: () => (hasEnded ? restarts.set(id, restart) : sendAgain(actor)),
  };
  if (hasEnded) throw new FlowError(error, recovery);
  return {
    snapshot,
    send: actor.send,
    rootProps: { 'data-flow': id, 'data-state': stateName(snapshot) },
    recovery,
  };
}

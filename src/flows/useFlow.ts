import { useActorRef } from '@xstate/react';
import { useCallback } from 'react';
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import { stateName } from '../../machines/paths/index.ts';
import { saveDraft, useSavedDraft } from '../browser/draft.ts';
import { useSnapshot } from '../browser/snapshot.ts';
import { useOnMount } from '../browser/useOnMount.ts';
import { useWhileMounted } from '../browser/useWhileMounted.ts';
import { noteRunning, pageInspection } from './inspection.ts';

/** A flow of the site: its machine with all implementations provided, and how its draft is saved. */
export type SiteFlow<Machine extends AnyStateMachine> = {
  id: string;
  machine: Machine;
  /** Whether a change of the snapshot is rendered with a cross-fade. Must be a stable function. */
  shouldCrossFade?: (before: SnapshotFrom<Machine>, after: SnapshotFrom<Machine>) => boolean;
  draft?: {
    /** Returns the draft to save in this tab; null removes it. */
    toDraft: (snapshot: SnapshotFrom<Machine>) => object | null;
    /** Returns the event that restores a saved draft; null where the draft is invalid. */
    toEvent: (saved: unknown) => EventFromLogic<Machine> | null;
  };
};

/** A running flow: its snapshot, `send`, and the props of its root element, which put its state on the DOM. */
export type RunningFlow<Machine extends AnyStateMachine> = {
  snapshot: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
  rootProps: { 'data-flow': string; 'data-state': string };
};

/**
 * Runs a flow as long as the component is mounted. The only hook that connects machines with React.
 * `input` is the input of the machine; later changes are sent as events. With `initialSnapshot` it starts
 * in another state than its initial one.
 */
export function useFlow<Machine extends AnyStateMachine>(
  { id, machine, shouldCrossFade, draft }: SiteFlow<Machine>,
  input?: InputFrom<Machine>,
  initialSnapshot?: SnapshotFrom<Machine>,
): RunningFlow<Machine> {
  // Read first: the initial, empty draft is saved as soon as the actor starts.
  const savedDraft = useSavedDraft(id);
  const options = { input, snapshot: initialSnapshot, ...pageInspection.actorOptions?.(id, machine) };
  const actor = useActorRef(machine, options, (snapshot: SnapshotFrom<Machine>) => {
    if (draft) saveDraft(id, draft.toDraft(snapshot));
  });
  useWhileMounted(useCallback(() => noteRunning(id, actor), [id, actor]));
  useOnMount(() => {
    const event = savedDraft.current === null ? null : draft?.toEvent(savedDraft.current);
    if (event) actor.send(event);
  });
  const snapshot = useSnapshot(actor, shouldCrossFade);
  return { snapshot, send: actor.send, rootProps: { 'data-flow': id, 'data-state': stateName(snapshot) } };
}

import { useActorRef } from '@xstate/react';
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import { stateName } from '../../machines/stateName.ts';
import { keep, useKept } from '../browser/draft.ts';
import { useOnMount } from '../browser/mount.ts';
import { useSnapshot } from '../browser/snapshot.ts';
import { inspection } from './inspection.ts';

/** A flow as the site runs it: its machine with everything provided, and what of it outlives a reload. */
export type SiteFlow<Machine extends AnyStateMachine> = {
  id: string;
  machine: Machine;
  /** Whether what is shown after a change comes with a cross-fade. Always the same function. */
  fades?: (before: SnapshotFrom<Machine>, after: SnapshotFrom<Machine>) => boolean;
  draft?: {
    /** What to keep of a state in this tab; null to forget it. */
    of: (snapshot: SnapshotFrom<Machine>) => object | null;
    /** The event that brings back what was kept; null where it cannot be used. */
    found: (kept: unknown) => EventFromLogic<Machine> | null;
  };
};

/** A running flow: its state, its door for events, and the marks that show its state on the element that renders it. */
export type RunningFlow<Machine extends AnyStateMachine> = {
  snapshot: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
  marks: { 'data-flow': string; 'data-state': string };
};

/**
 * The one door between machines and React: runs a flow as long as the component is there.
 * `input` is what its machine is started with; the machine hears of later changes by events. With `from` it starts
 * in another state than its initial one.
 */
export function useFlow<Machine extends AnyStateMachine>(
  { id, machine, fades, draft }: SiteFlow<Machine>,
  input?: InputFrom<Machine>,
  from?: SnapshotFrom<Machine>,
): RunningFlow<Machine> {
  // Read first: the first state of the actor, which is empty, is kept as soon as it starts.
  const kept = useKept(id);
  const options = { input, snapshot: from, ...inspection?.watch(id, machine) };
  const actor = useActorRef(machine, options, (snapshot: SnapshotFrom<Machine>) => {
    if (draft) keep(id, draft.of(snapshot));
  });
  useOnMount(() => {
    const event = kept.current === null ? null : draft?.found(kept.current);
    if (event) actor.send(event);
  });
  const snapshot = useSnapshot(actor, fades);
  return { snapshot, send: actor.send, marks: { 'data-flow': id, 'data-state': stateName(snapshot) } };
}

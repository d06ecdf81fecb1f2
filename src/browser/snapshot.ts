import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

/** The state of an actor, which renders again at each change. */
export function useSnapshot<Actor extends AnyActorRef>(actor: Actor): SnapshotFrom<Actor> {
  const subscribe = useCallback((told: () => void) => actor.subscribe(told).unsubscribe, [actor]);
  const read = () => actor.getSnapshot();
  return useSyncExternalStore(subscribe, read, read);
}

import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { crossFade } from './crossFade.ts';

/** The snapshot of an actor. Renders each change, also to an error; `shouldCrossFade` adds a cross-fade. */
export function useSnapshot<Actor extends AnyActorRef>(
  actor: Actor,
  shouldCrossFade?: (before: SnapshotFrom<Actor>, after: SnapshotFrom<Actor>) => boolean,
): SnapshotFrom<Actor> {
  const subscribe = useCallback(
    (onStoreChange: () => void) => {
      let before = actor.getSnapshot();
      return actor.subscribe({
        next: (after: SnapshotFrom<Actor>) => {
          const isCrossFaded = shouldCrossFade?.(before, after);
          before = after;
          if (isCrossFaded) crossFade(onStoreChange);
          else onStoreChange();
        },
        error: onStoreChange,
      }).unsubscribe;
    },
    [actor, shouldCrossFade],
  );
  const read = () => actor.getSnapshot();
  return useSyncExternalStore(subscribe, read, read);
}

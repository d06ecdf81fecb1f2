import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { crossFade } from './crossFade.ts';

/** The state of an actor, which renders again at each change; with a cross-fade where it `fades`. */
export function useSnapshot<Actor extends AnyActorRef>(
  actor: Actor,
  fades?: (before: SnapshotFrom<Actor>, after: SnapshotFrom<Actor>) => boolean,
): SnapshotFrom<Actor> {
  const subscribe = useCallback(
    (told: () => void) => {
      let before = actor.getSnapshot();
      return actor.subscribe((after: SnapshotFrom<Actor>) => {
        const isFading = fades?.(before, after);
        before = after;
        if (isFading) crossFade(told);
        else told();
      }).unsubscribe;
    },
    [actor, fades],
  );
  const read = () => actor.getSnapshot();
  return useSyncExternalStore(subscribe, read, read);
}

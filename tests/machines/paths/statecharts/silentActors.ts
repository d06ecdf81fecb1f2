import type { EventObject, InspectionEvent, Snapshot } from 'xstate';

type SilentSnapshot = Snapshot<unknown> & { input?: unknown; context?: unknown };

/** The events by which a silent actor is told what to do. */
export const finish = (output: unknown): EventObject & { output: unknown } => ({
  type: 'silent.finish',
  output,
});
export const fail = (error: unknown): EventObject & { error: unknown } => ({ type: 'silent.fail', error });
export const show = (context: unknown): EventObject & { context: unknown } => ({
  type: 'silent.show',
  context,
});

/** The logic of an actor that does nothing until it is told. */
const silentLogic = {
  getInitialSnapshot: (_: unknown, input: unknown): SilentSnapshot => ({
    status: 'active',
    output: undefined,
    error: undefined,
    context: undefined,
    input,
  }),
  transition: (snapshot: SilentSnapshot, event: EventObject): SilentSnapshot => {
    switch (event.type) {
      case 'silent.finish':
        return { ...snapshot, status: 'done', output: Reflect.get(event, 'output'), error: undefined };
      case 'silent.fail':
        return { ...snapshot, status: 'error', error: Reflect.get(event, 'error'), output: undefined };
      case 'silent.show':
        return { ...snapshot, context: Reflect.get(event, 'context') };
      case 'xstate.stop':
        return { ...snapshot, status: 'stopped', output: undefined, error: undefined };
      default:
        return snapshot;
    }
  },
  getPersistedSnapshot: (snapshot: SilentSnapshot): SilentSnapshot => snapshot,
};

/** Whether logic acts by itself: promises, callbacks and observables have a start; reducers have none. */
const actsByItself = (logic: unknown): boolean =>
  typeof logic === 'object' && logic !== null && 'start' in logic && !('__xstatenode' in logic);

/** Returns an inspector that makes each new promise, callback and observable silent, and a test for such actors. */
export function silenceActors(): {
  inspect: (event: InspectionEvent) => void;
  isSilent: (actor: object) => boolean;
} {
  const silent = new WeakSet<object>();
  return {
    isSilent: (actor) => silent.has(actor),
    inspect: ({ type, actorRef }) => {
      // Sent by the constructor of the actor, before it uses its logic.
      if (type !== '@xstate.actor' || !actsByItself(Reflect.get(actorRef, 'logic'))) return;
      Reflect.set(actorRef, 'logic', silentLogic);
      silent.add(actorRef);
    },
  };
}

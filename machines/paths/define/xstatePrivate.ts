import { type AnyActor, createActor, fromTransition } from 'xstate';

/** The private members of XState that the library needs, each with the public function that is missing. */

const [RUNNING, STOPPED] = [1, 2];

/** The parts of an actor that change while it runs. Missing: a checkpoint of a running actor, to which it can be set back. */
export type Checkpoint = { snapshot: unknown; processing: unknown; mailbox: unknown; observers: unknown[] };

const observersOf = (actor: AnyActor): unknown[] => {
  const observers: unknown = Reflect.get(actor, 'observers');
  return observers instanceof Set ? [...observers] : [];
};

/** Returns what changes in an actor; nothing may be in its mailbox. */
export const checkpointOf = (actor: AnyActor): Checkpoint => ({
  snapshot: actor.getSnapshot(),
  processing: Reflect.get(actor, '_processingStatus'),
  mailbox: Reflect.get(actor, 'mailbox'),
  observers: observersOf(actor),
});

/** Sets an actor back. */
export function setBack(actor: AnyActor, { snapshot, processing, mailbox, observers }: Checkpoint): void {
  if (actor.getSnapshot() === snapshot && Reflect.get(actor, '_processingStatus') === processing) return;
  Reflect.set(actor, '_snapshot', snapshot);
  Reflect.set(actor, '_processingStatus', processing);
  Reflect.set(actor, 'mailbox', mailbox);
  Reflect.set(actor, 'observers', new Set(observers));
  // What an actor that breaks has not done any more.
  Reflect.set(actor, '_deferred', []);
}

/** Returns whether an actor has started and not ended. Missing: the status of an actor, which is not that of its snapshot. */
export const isRunning = (actor: AnyActor): boolean => Reflect.get(actor, '_processingStatus') === RUNNING;

/** Returns whether an actor has ended, also before it was started. */
export const isStopped = (actor: AnyActor): boolean => Reflect.get(actor, '_processingStatus') === STOPPED;

type Executor = (action: { type: string; params: unknown; info: { context: unknown } }) => void;

/** Calls a function before each action of an actor. Missing: the context of an action in its inspection event. */
export function onAction(actor: AnyActor, note: Executor): void {
  const scope: object = Reflect.get(actor, '_actorScope');
  const execute: Executor = Reflect.get(scope, 'actionExecutor');
  Reflect.set(scope, 'actionExecutor', (action: Parameters<Executor>[0]) => {
    note(action);
    execute(action);
  });
}

/** Makes actors the only ones that a system knows by their system ids. Missing: `system.set`. */
export function setRegistered(system: AnyActor['system'], actors: Readonly<Record<string, AnyActor>>): void {
  const registered = Object.values(system.getAll());
  for (const actor of registered) Reflect.apply(Reflect.get(system, '_unregister'), system, [actor]);
  for (const [id, actor] of Object.entries(actors))
    Reflect.apply(Reflect.get(system, '_set'), system, [id, actor]);
}

/** Sends every event of a system through a function. Missing: an inspector that can hold an event back. */
export function relayThrough(
  system: AnyActor['system'],
  through: (target: AnyActor, relay: () => void) => void,
): void {
  const relay: unknown = Reflect.get(system, '_relay');
  if (typeof relay !== 'function') throw new Error('XState has no relay of events.');
  Reflect.set(system, '_relay', (...sent: [source: unknown, target: AnyActor, event: unknown]) =>
    through(sent[1], () => Reflect.apply(relay, system, sent)),
  );
}

/** Gives an actor a parent while it is constructed. Missing: a parent for the actor at the root of a system. */
export function giveParent(actor: AnyActor, parent: AnyActor): void {
  Reflect.set(actor, '_parent', parent);
  // One with a parent cannot be stopped from outside.
  Reflect.set(actor, 'stop', Reflect.get(actor, '_stop'));
}

/** Gives a system other timers. Missing: the clock of a running system. */
export function newScheduler(
  system: AnyActor['system'],
  clock: AnyActor['clock'],
): AnyActor['system']['scheduler'] {
  const { system: other } = createActor(
    fromTransition((state) => state, null),
    { clock },
  );
  Reflect.set(other, '_relay', Reflect.get(system, '_relay'));
  return other.scheduler;
}

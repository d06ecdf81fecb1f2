import { type AnyActor, createActor, fromTransition } from 'xstate';

// The private members of XState that the library needs, each with the public function that is missing.

type System = AnyActor['system'];
const PARTS = ['_snapshot', '_processingStatus', 'mailbox'] as const;
const STATUS = ['created', 'running', 'ended'] as const;

/** The changing parts of an actor. Missing: a checkpoint of an actor, to which it can be set back. */
export type Checkpoint = Readonly<Record<(typeof PARTS)[number], unknown>> & { observers: Iterable<unknown> };

/** The parts of an actor that change; its mailbox must be empty. */
export function checkpointOf(actor: AnyActor): Checkpoint {
  const [_snapshot, _processingStatus, mailbox] = PARTS.map((part): unknown => Reflect.get(actor, part));
  return { _snapshot, _processingStatus, mailbox, observers: new Set(Reflect.get(actor, 'observers')) };
}

export const isUnchanged = (actor: AnyActor, checkpoint: Checkpoint): boolean =>
  Reflect.get(actor, PARTS[0]) === checkpoint[PARTS[0]] &&
  Reflect.get(actor, PARTS[1]) === checkpoint[PARTS[1]];

/** Sets an actor back. What it has not done because it broke is forgotten. */
export function setBack(actor: AnyActor, to: Checkpoint): void {
  if (!isUnchanged(actor, to)) Object.assign(actor, to, { observers: new Set(to.observers), _deferred: [] });
}

/** The status of an actor, which is not that of its snapshot. Missing: such a property. */
export const statusOf = (actor: AnyActor) =>
  STATUS[Number(Reflect.get(actor, '_processingStatus'))] ?? 'ended';

/** Lets a function decide when a method runs. */
function around(of: object, method: string, decide: (run: () => void, ...args: never[]) => void): void {
  const original = Reflect.get(of, method);
  Reflect.set(of, method, (...args: never[]) => decide(() => Reflect.apply(original, of, args), ...args));
}

type Action = { type: string; params: unknown; info: { context: unknown } };
/** Calls a function before each action of an actor. Missing: the context of an action in its inspection event. */
export const onAction = (actor: AnyActor, note: (action: Action) => void): void =>
  around(Reflect.get(actor, '_actorScope'), 'actionExecutor', (run, action: Action) => [note(action), run()]);

/** Sends every event of a system through a function. Missing: an inspector that can hold an event back. */
export const relayThrough = (system: System, through: (target: AnyActor, relay: () => void) => void): void =>
  around(system, '_relay', (relay, _: unknown, target: AnyActor) => through(target, relay));

/** Makes actors the only ones that a system knows by their system ids. Missing: `system.set`. */
export function setRegistered(system: System, actors: Readonly<Record<string, AnyActor>>): void {
  for (const actor of Object.values(system.getAll())) Object(system)._unregister(actor);
  for (const [id, actor] of Object.entries(actors)) Object(system)._set(id, actor);
}

/** Gives an actor a parent, and lets it be stopped. Missing: a parent for the root of a system. */
export const giveParent = (actor: AnyActor, _parent: AnyActor): object =>
  Object.assign(actor, { _parent, stop: Reflect.get(actor, '_stop') });

/** Timers for a running system. Missing: its clock. */
export function newScheduler(system: System, clock: AnyActor['clock']): System['scheduler'] {
  const { system: other } = createActor(fromTransition(Number, 0), { clock });
  return Object.assign(other, { _relay: Reflect.get(system, '_relay') }).scheduler;
}

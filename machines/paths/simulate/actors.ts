import { type AnyActor, createActor, isMachineSnapshot, type Snapshot } from 'xstate';
import type { Flow } from '../define/types.ts';
import { isActor } from '../define/xstateInternals.ts';
import { checkpointOf, giveParent, isUnchanged, statusOf } from '../define/xstatePrivate.ts';
import { actorPath, modelOf, nameOf, pathKey, silentLogic } from './actorModels.ts';
import type { ActorState } from './system.types.ts';

const isWalked = (value: object): boolean => {
  const prototype: unknown = Reflect.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
};

const actorsInValue = new WeakMap<object, readonly AnyActor[]>();

/** The actors in a value. Values do not change, so each is read once. */
function actorsIn(value: unknown): readonly AnyActor[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isActor(value)) return [value];
  const known = actorsInValue.get(value);
  if (known) return known;
  actorsInValue.set(value, []);
  const parts =
    value instanceof Map || value instanceof Set ? [...value] : isWalked(value) ? Object.values(value) : [];
  const found = parts.flatMap(actorsIn);
  actorsInValue.set(value, found);
  return found;
}

/** The actors in a context; none in an unreadable one. */
function actorsInContext(context: unknown): readonly AnyActor[] {
  try {
    return actorsIn(context);
  } catch {
    return [];
  }
}

const actorsOf = (snapshot: Snapshot<unknown>): readonly AnyActor[] => [
  ...(isMachineSnapshot(snapshot) ? Object.values(snapshot.children).filter(isActor) : []),
  ...actorsInContext(Reflect.get(snapshot, 'context')),
];

/** The actors of a running system. It is told of each constructed one; unreachable ones are forgotten. */
export class Actors {
  readonly #flow: Flow;
  readonly #states = new Map<AnyActor, ActorState>();

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /**
   * Notes an actor while it is constructed, and silences it where it has no pure logic.
   * @throws ExploreError where it cannot be explored
   */
  add(actor: AnyActor): void {
    // A machine that somebody else runs as a child has a parent that listens.
    if (!actor._parent && this.#flow.placeholders)
      giveParent(actor, createActor(silentLogic, { id: 'parent' }).start());
    const parent = actor._parent;
    const above = isActor(parent) ? this.#states.get(parent) : undefined;
    const ids = above ? [...above.ids, nameOf(actor)] : [];
    const model = above ? modelOf(this.#flow, actor, ids) : null;
    if (model?.kind === 'silent') actor.logic = silentLogic;
    else if (model) actor.logic = model.logic;
    this.#states.set(actor, {
      actor,
      model: model ?? { kind: 'pure', logic: actor.logic, src: '' },
      ids,
      path: [],
      input: actor.options.input,
      snapshot: { status: 'active', output: undefined, error: undefined },
      status: 'created',
      checkpoint: null,
    });
  }

  /** The path of an actor; during its construction, the names that lead to it. */
  pathOf(actor: AnyActor): readonly string[] {
    const state = this.#states.get(actor);
    return state && state.path.length > 0 ? state.path : (state?.ids ?? []);
  }

  [Symbol.iterator](): Iterator<AnyActor> {
    return [...this.#states.keys()].values();
  }

  isSilent(actor: AnyActor): boolean {
    return this.#states.get(actor)?.model.kind === 'silent';
  }

  /** The states of the actors now, in the order of their creation: running and still reachable ones. */
  settle(targets: readonly AnyActor[]): ReadonlyMap<AnyActor, ActorState> {
    this.#forget(targets);
    let taken: Set<string> | null = null;
    for (const [actor, known] of this.#states) {
      if (known.checkpoint && isUnchanged(actor, known.checkpoint)) continue;
      const status = statusOf(actor);
      let { path } = known;
      if (known.ids.length > 0 && path.length === 0) {
        taken ??= this.#takenPaths();
        path = actorPath(actor, this.#pathOfParent(actor), taken);
        if (status !== 'ended') taken.add(pathKey(path));
      }
      const checkpoint = checkpointOf(actor);
      this.#states.set(actor, { ...known, path, status, snapshot: actor.getSnapshot(), checkpoint });
    }
    return new Map(this.#states);
  }

  #pathOfParent({ _parent }: AnyActor): readonly string[] {
    return (isActor(_parent) ? this.#states.get(_parent)?.path : undefined) ?? [];
  }

  #takenPaths(): Set<string> {
    const running = [...this.#states.values()].filter(({ actor }) => statusOf(actor) !== 'ended');
    return new Set(running.map(({ path }) => pathKey(path)));
  }

  #forget(targets: readonly AnyActor[]): void {
    const reached = new Set<AnyActor>(targets);
    for (const [actor, { ids }] of this.#states)
      if (ids.length === 0 || statusOf(actor) === 'running') reached.add(actor);
    for (const actor of reached) for (const other of actorsOf(actor.getSnapshot())) reached.add(other);
    for (const actor of this.#states.keys()) if (!reached.has(actor)) this.#states.delete(actor);
  }

  /** Makes the actors those of an earlier state. */
  reset(actors: ReadonlyMap<AnyActor, ActorState>): void {
    this.#states.clear();
    for (const [actor, state] of actors) this.#states.set(actor, state);
  }
}

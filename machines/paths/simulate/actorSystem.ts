import {
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  isMachineSnapshot,
  type Snapshot,
} from 'xstate';
import { stateName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import {
  describeTimer,
  invocations,
  isActor,
  startTimers,
  transitionsTakenIn,
} from '../define/xstateInternals.ts';
import { onAction, relayThrough, setBack, setRegistered, statusOf } from '../define/xstatePrivate.ts';
import { isSamePath, silentLogic, UPDATE } from './actorModels.ts';
import { Actors } from './actors.ts';
import { ExploreError } from './exploreError.ts';
import {
  afterFirst,
  isHeld,
  later,
  timeUntilFired,
  withoutId,
  withoutSource,
  withScheduled,
} from './schedule.ts';
import type {
  Carry,
  ExternalEvent,
  Microstep,
  PerformedAction,
  ScheduledEvent,
  StepResult,
  SystemState,
} from './system.types.ts';

/** The number of events after which a step counts as endless. */
const MAX_EVENTS = 2_000;

/** The number of pending events after which their number counts as unlimited. */
const MAX_PENDING = 100;

/** The number of timers that fire at once after which they count as endless. */
const MAX_AT_ONCE = 3 * MAX_PENDING;

function transientStatesIn(microsteps: readonly Microstep[], last: AnyMachineSnapshot): string[] {
  if (microsteps.length < 2) return [];
  const names = new Set(microsteps.map(({ snapshot }) => stateName(snapshot)));
  names.delete(stateName(last));
  return [...names];
}

const isActive = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  isMachineSnapshot(snapshot) && snapshot.status === 'active';

const isPersisted = (value: unknown): value is Snapshot<unknown> =>
  typeof value === 'object' && value !== null && 'status' in value;

/** Removes the persisted children without a name of their logic: JSON keeps no logic. */
function dropUnnamed(persisted: object): void {
  const children: object = Reflect.get(persisted, 'children') ?? {};
  for (const [id, child] of Object.entries(children))
    if (typeof child.src !== 'string') Reflect.deleteProperty(children, id);
    else dropUnnamed(child.snapshot);
}

/**
 * A machine with its actors, which are actors of XState: a state is a checkpoint of them, to which they are set back before
 * a step. Their promises, callbacks and observables are silent, and their timers are in the schedule of the state.
 */
export class ActorSystem {
  readonly #flow: Flow;
  readonly #machine: AnyStateMachine;
  readonly #actors: Actors;
  #root: AnyActor | null = null;
  #current: SystemState | null = null;
  #schedule: readonly ScheduledEvent[] = [];
  #happened: Pick<StepResult, 'microsteps' | 'cancelled'> = { microsteps: [], cancelled: [] };
  #actions: (PerformedAction & { actor: AnyActor })[] = [];
  #eventCount = 0;
  /**
   * Why the step is refused. The error is kept here, because XState makes an error status of anything thrown in a
   * step.
   */
  #refusal: ExploreError | null = null;

  constructor(flow: Flow, machine: AnyStateMachine) {
    this.#flow = flow;
    this.#machine = machine;
    this.#actors = new Actors(flow);
  }

  start(): StepResult {
    return this.#calculate(null, () => this.#create().start());
  }

  /**
   * The system for a snapshot, with the timers that its states start on entry; a snapshot that was not persisted
   * has no actors, and gets silent ones.
   */
  restore(snapshot: Snapshot<unknown>): SystemState {
    return this.#calculate(null, () => {
      const root = this.#create(snapshot).start();
      if (isActive(snapshot))
        for (const { id, src } of invocations(snapshot))
          createActor(silentLogic, { id, src, parent: root }).start();
      for (const actor of this.#actors) if (isActive(actor.getSnapshot())) startTimers(actor);
    }).state;
  }

  /** A state after it was persisted and restored: each timer of an active state starts anew. */
  restored(
    state: SystemState,
    carry: Carry = (persisted) => JSON.parse(JSON.stringify(persisted)),
  ): SystemState {
    this.use(state);
    const persisted = carry(this.#root?.getPersistedSnapshot());
    if (!isPersisted(persisted)) throw new Error('The machine has no snapshot.');
    dropUnnamed(persisted);
    return this.restore(persisted);
  }

  /** The result of something from outside. */
  perform(state: SystemState, external: ExternalEvent): StepResult {
    return this.#calculate(state, () => {
      switch (external.kind) {
        case 'event':
          return this.#at(state, external.to)?.send(external.event);
        case 'end': {
          const { end } = external;
          return this.#update(state, external.of, { status: 'error' in end ? 'error' : 'done', ...end });
        }
        case 'snapshot':
          return this.#update(state, external.of, { context: external.context });
        case 'time':
          return this.#advance();
      }
    });
  }

  /** Sets the actors back to a state. Guards then read in them the same as in that state. */
  use(state: SystemState): void {
    if (this.#current === state) return;
    for (const { actor, checkpoint } of state.actors.values()) if (checkpoint) setBack(actor, checkpoint);
    this.#actors.reset(state.actors);
    this.#schedule = state.schedule;
    [this.#root = null] = state.actors.keys();
    if (this.#root) setRegistered(this.#root.system, state.registered);
    this.#current = state;
  }

  #calculate(from: SystemState | null, run: () => void): StepResult {
    if (from) this.use(from);
    else this.#actors.reset(new Map());
    this.#current = null;
    this.#happened = { microsteps: [], cancelled: [] };
    this.#actions = [];
    this.#eventCount = 0;
    this.#refusal = null;
    run();
    if (this.#refusal) throw this.#refusal;
    return this.#result();
  }

  #result(): StepResult {
    const snapshot: unknown = this.#root?.getSnapshot();
    if (!this.#root || !isMachineSnapshot(snapshot)) throw new Error('The machine has no snapshot.');
    this.#current = {
      snapshot,
      actors: this.#actors.settle(this.#schedule.map(({ target }) => target)),
      schedule: this.#schedule,
      registered: this.#root.system.getAll(),
    };
    const { actors } = this.#current;
    return {
      ...this.#happened,
      state: this.#current,
      actions: this.#actions.map(({ actor, path, ...action }) => ({
        ...action,
        path: actors.get(actor)?.path ?? path,
      })),
      transientStates: transientStatesIn(this.#happened.microsteps, snapshot),
    };
  }

  #create(snapshot?: Snapshot<unknown>): AnyActor {
    this.#schedule = [];
    const root = createActor(this.#machine, {
      input: this.#flow.input,
      ...(snapshot && { snapshot }),
      inspect: (event) => this.#inspect(event),
    });
    // Without a subscriber XState would report an error globally.
    root.subscribe({ error: () => {} });
    relayThrough(root.system, (target, relay) => {
      if (!this.#refusal && statusOf(target) !== 'ended') relay();
    });
    Object.assign(root.system.scheduler, {
      schedule: (source: AnyActor, target: AnyActor, event: EventObject, wait: number, id?: string) =>
        this.#add({ source, target, event, wait, id }),
      cancel: (source: AnyActor, id: string) => this.#cancel(source, id),
      cancelAll: (source: AnyActor) => {
        this.#schedule = withoutSource(this.#schedule, source);
      },
    });
    return root;
  }

  #inspect(event: InspectionEvent): void {
    const { actorRef } = event;
    if (!isActor(actorRef)) return;
    if (event.type === '@xstate.actor') this.#connect(actorRef);
    if (event.type === '@xstate.event') this.#countEvent(event.event);
    if (event.type !== '@xstate.microstep' || actorRef !== this.#root) return;
    const { snapshot } = event;
    if (isMachineSnapshot(snapshot))
      this.#happened.microsteps.push({
        event: event.event.type,
        transitions: transitionsTakenIn(event),
        snapshot,
      });
  }

  #connect(actor: AnyActor): void {
    if (!actor._parent) this.#root = actor;
    try {
      this.#actors.add(actor);
      onAction(actor, ({ type, params, info: { context } }) =>
        this.#actions.push({ actor, path: this.#actors.pathOf(actor), type, params, context }),
      );
    } catch (error) {
      if (!(error instanceof ExploreError)) throw error;
      this.#refuse(error);
      actor.logic = silentLogic;
    }
  }

  #refuse(error: ExploreError): void {
    this.#refusal ??= error;
  }

  #refuseEndless(what: string, { type }: EventObject): void {
    this.#refuse(
      new ExploreError(
        `the step never ends: ${what} for ever, the last is ${describeTimer(type)}; change what repeats`,
      ),
    );
  }

  #countEvent(event: EventObject): void {
    this.#eventCount += 1;
    if (this.#eventCount > MAX_EVENTS) this.#refuseEndless('its actors send events', event);
  }

  #at({ actors }: SystemState, path: readonly string[]): AnyActor | undefined {
    return [...actors.values()].find((state) => state.status === 'running' && isSamePath(state.path, path))
      ?.actor;
  }

  /** Gives a silent actor another snapshot. */
  #update(state: SystemState, path: readonly string[], parts: object): void {
    const actor = this.#at(state, path);
    const event = { type: UPDATE, snapshot: { ...actor?.getSnapshot(), ...parts } };
    actor?.send(event);
  }

  #add(scheduled: Omit<ScheduledEvent, 'isCancellable'>): void {
    const { event, wait } = scheduled;
    if (!isHeld(wait)) this.#flow.notes?.delays.add(`the ${wait} ms of ${describeTimer(event.type)}`);
    this.#schedule = withScheduled(this.#schedule, { ...scheduled, wait: timeUntilFired(wait) });
    if (this.#schedule.length > MAX_PENDING)
      this.#refuse(
        new ExploreError(
          `more than ${MAX_PENDING} events are pending, the last "${scheduled.event.type}"; cancel one before it is delayed again`,
        ),
      );
  }

  #cancel(source: AnyActor, id: string): void {
    const remaining = withoutId(this.#schedule, source, id);
    if (source === this.#root)
      this.#happened.cancelled.push(
        ...this.#schedule.filter((other) => !remaining.includes(other)).map(({ event }) => event.type),
      );
    this.#schedule = remaining;
  }

  /** Advances the time to the next due event. Everything then due happens, also events added meanwhile. */
  #advance(): void {
    this.#schedule = later(this.#schedule, this.#schedule[0]?.wait ?? 0);
    let fired = 0;
    for (let [due, ...rest] = this.#schedule; due && due.wait <= 0; [due, ...rest] = this.#schedule) {
      fired += 1;
      if (fired > MAX_AT_ONCE) this.#refuseEndless('timers of 0 ms fire', due.event);
      if (this.#refusal) return;
      this.#schedule = afterFirst(due, rest);
      due.target.send(due.event);
    }
  }
}

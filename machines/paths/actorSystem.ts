import {
  type AnyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  isMachineSnapshot,
  type Snapshot,
} from 'xstate';
import { stateName } from '../stateName.ts';
import { type ActorModel, actorName, silentLogic } from './actorModels.ts';
import { ExploreError } from './exploreError.ts';
import {
  afterFirst,
  later,
  type ScheduledEvent,
  withoutId,
  withoutSource,
  withScheduled,
} from './schedule.ts';
import {
  doneEvent,
  errorEvent,
  invocations,
  isActor,
  isSynchronised,
  setRegistered,
  setSnapshot,
  snapshotEvent,
  timers,
  transitionsTakenIn,
} from './xstateInternals.ts';

/** An actor of a system. */
export type ActorState = {
  actor: AnyActor;
  /** The names of its ancestors below the machine, and its own; empty for the machine. */
  path: readonly string[];
  model: ActorModel;
  input: unknown;
  snapshot: Snapshot<unknown>;
  /** A created actor has not started yet; an ended one is done or has failed. */
  status: 'created' | 'running' | 'ended';
};

/**
 * A system of actors at one moment: a machine, its children, and the events that are due later. It is a value that
 * nothing changes.
 */
export type SystemState = {
  snapshot: AnyMachineSnapshot;
  /** The machine and its descendants, in the order of their creation. */
  actors: ReadonlyMap<AnyActor, ActorState>;
  schedule: readonly ScheduledEvent[];
};

/** What comes from outside of a system: an event, the end or a snapshot of a silent actor, the time of what is due next. */
export type Occurrence =
  | { kind: 'event'; to: readonly string[]; event: EventObject }
  | { kind: 'end'; of: readonly string[]; end: { output: unknown } | { error: unknown } }
  | { kind: 'snapshot'; of: readonly string[]; context: unknown }
  | { kind: 'time' };

/** What the machine does with an event, which may be a raised one: the ids of the transitions that it takes, and its snapshot then. */
export type Microstep = { event: string; transitions: string[]; snapshot: AnyMachineSnapshot };

/** What happens in a system in one step. */
export type Happenings = {
  state: SystemState;
  microsteps: Microstep[];
  /** Names of the states that the machine passes through without resting in them. */
  transientStates: string[];
  /** Types of the events that the machine cancels before they are due. */
  cancelled: string[];
  /** The actors that start. */
  started: { path: readonly string[]; src: string; input: unknown }[];
};

type Action = Parameters<AnyActorScope['actionExecutor']>[0];

type Effect = { kind: 'action'; action: Action } | { kind: 'start'; actor: AnyActor };

/** An actor while a step is calculated. */
type Process = ActorState & { mailbox: EventObject[]; isProcessing: boolean; effects: Effect[] };

/** More events than a step that ends processes. */
const MOST_EVENTS = 2_000;

/** More events than are pending where their number has a limit. */
const MOST_PENDING = 200;

const isBuiltIn = ({ type }: Action) => type.startsWith('xstate.');

const read = (params: unknown, key: string): unknown =>
  typeof params === 'object' && params !== null ? Reflect.get(params, key) : undefined;

const isEvent = (value: unknown): value is EventObject => typeof read(value, 'type') === 'string';

const isSamePath = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

function transientStatesIn(microsteps: readonly Microstep[], last: AnyMachineSnapshot): string[] {
  if (microsteps.length < 2) return [];
  const names = new Set(microsteps.map(({ snapshot }) => stateName(snapshot)));
  names.delete(stateName(last));
  return [...names];
}

const noHappenings = (): Omit<Happenings, 'state' | 'transientStates'> => ({
  microsteps: [],
  cancelled: [],
  started: [],
});

/** Returns the model of an actor: see `modelOf`. */
type ModelOf = (actor: AnyActor, path: readonly string[]) => ActorModel;

type Options = {
  machine: AnyStateMachine;
  input: unknown;
  modelOf: ModelOf;
  /** Whether actions that are plain functions run; those of XState always do. */
  runsCustomActions?: boolean;
};

/**
 * Simulates a machine with its actors, purely. XState's own logic calculates every transition; only what an `Actor` of
 * XState does with the effects is done here, in the same order: it starts and stops children, sends and schedules events.
 */
export class ActorSystem {
  readonly #options: Options;
  readonly #root: AnyActor;

  // The step that is being calculated.
  #processes = new Map<AnyActor, Process>();
  #schedule: readonly ScheduledEvent[] = [];
  #happened = noHappenings();
  #eventCount = 0;
  #created: AnyActor | null = null;
  #refusal: unknown = null;

  constructor(options: Options) {
    this.#options = options;
    this.#root = createActor(silentLogic, { inspect: (event) => this.#inspect(event) });
    this.#connect(this.#root);
  }

  /** Returns what happens when the machine starts. */
  start(): Happenings {
    const { machine, input } = this.#options;
    return this.#calculate(new Map(), [], () => {
      const process = this.#add(this.#root, [], { kind: 'pure', logic: machine, src: '' }, input);
      process.snapshot = machine.getInitialSnapshot(this.#scopeOf(process), input);
      setSnapshot(process.actor, process.snapshot);
      this.#start(process);
    });
  }

  /** Returns the system for a snapshot of the machine: with the actors and the timers that its states start when they are entered. */
  restore(snapshot: AnyMachineSnapshot): SystemState {
    const { machine, input } = this.#options;
    return this.#calculate(new Map(), [], () => {
      const process = this.#add(this.#root, [], { kind: 'pure', logic: machine, src: '' }, input);
      Object.assign(process, { status: 'running', snapshot });
      setSnapshot(process.actor, snapshot);
      if (snapshot.status !== 'active') return;
      for (const { id, src } of invocations(snapshot))
        this.#startActor(createActor(silentLogic, { id, src, parent: this.#root }));
      for (const { delay, event } of timers(snapshot))
        this.#plan({ source: this.#root, target: this.#root, event, wait: delay, id: event.type });
    }).state;
  }

  /** Returns what happens when something comes from outside. */
  perform({ actors, schedule }: SystemState, occurrence: Occurrence): Happenings {
    return this.#calculate(actors, schedule, () => {
      switch (occurrence.kind) {
        case 'event':
          return this.#send(this.#at(occurrence.to)?.actor, occurrence.event);
        case 'end':
          return this.#end(occurrence.of, occurrence.end);
        case 'snapshot': {
          const process = this.#at(occurrence.of);
          const next = { ...process?.snapshot, context: occurrence.context };
          if (process?.status === 'running') this.#update(process, Object.assign({}, process.snapshot, next));
          return;
        }
        case 'time':
          return this.#advance();
      }
    });
  }

  #calculate(
    actors: ReadonlyMap<AnyActor, ActorState>,
    schedule: readonly ScheduledEvent[],
    run: () => void,
  ): Happenings {
    this.#processes = new Map();
    for (const [actor, state] of actors) {
      setSnapshot(actor, state.snapshot);
      this.#processes.set(actor, { ...state, mailbox: [], isProcessing: false, effects: [] });
    }
    setRegistered(this.#root.system, [...actors.keys()]);
    this.#schedule = schedule;
    this.#happened = noHappenings();
    this.#eventCount = 0;
    this.#refusal = null;
    try {
      run();
      if (this.#refusal) throw this.#refusal;
      return { ...this.#happened, ...this.#result() };
    } finally {
      this.#processes = new Map();
    }
  }

  #result(): Pick<Happenings, 'state' | 'transientStates'> {
    const snapshot = this.#processes.get(this.#root)?.snapshot;
    if (!isMachineSnapshot(snapshot)) throw new Error('The machine has no snapshot.');
    const actors = new Map<AnyActor, ActorState>();
    for (const [actor, { path, model, input, snapshot: latest, status }] of this.#processes)
      actors.set(actor, { actor, path, model, input, snapshot: latest, status });
    return {
      state: { snapshot, actors, schedule: this.#schedule },
      transientStates: transientStatesIn(this.#happened.microsteps, snapshot),
    };
  }

  #at(path: readonly string[]): Process | undefined {
    return [...this.#processes.values()].find(
      (process) => process.status !== 'ended' && isSamePath(process.path, path),
    );
  }

  #add(actor: AnyActor, path: readonly string[], model: ActorModel, input: unknown): Process {
    const process: Process = {
      ...{ actor, path, model, input, mailbox: [], isProcessing: false, effects: [] },
      status: 'created',
      snapshot: silentLogic.getInitialSnapshot(undefined, input),
    };
    this.#processes.set(actor, process);
    return process;
  }

  /** Receives what custom actions send directly, such as `self.send(…)`. */
  #connect(actor: AnyActor): void {
    actor.send = (event: EventObject) => this.#send(actor, event);
  }

  #inspect(event: InspectionEvent): void {
    const { actorRef } = event;
    if (event.type === '@xstate.actor' && isActor(actorRef)) this.#replaceLogic(actorRef);
    if (event.type !== '@xstate.microstep' || actorRef !== this.#root) return;
    const { snapshot } = event;
    if (isMachineSnapshot(snapshot))
      this.#happened.microsteps.push({
        event: event.event.type,
        transitions: transitionsTakenIn(event),
        snapshot,
      });
  }

  /** Replaces the logic of an actor while it is constructed, so that its initial snapshot is calculated here. */
  #replaceLogic(actor: AnyActor): void {
    const parent = isActor(actor._parent) ? this.#processes.get(actor._parent) : undefined;
    if (!parent) return;
    const siblings = [...this.#processes.values()].filter(
      ({ path, status }) =>
        status !== 'ended' &&
        path.length === parent.path.length + 1 &&
        isSamePath(path.slice(0, -1), parent.path),
    );
    const path = [
      ...parent.path,
      actorName(
        actor,
        siblings.map((sibling) => sibling.path.at(-1) ?? ''),
      ),
    ];
    const model = this.#modelOf(actor, path);
    actor.logic = {
      ...silentLogic,
      getInitialSnapshot: (_: unknown, input: unknown) => {
        const process = this.#add(actor, path, model, input);
        try {
          process.snapshot = model.logic.getInitialSnapshot(this.#scopeOf(process), input);
        } catch (error) {
          if (error instanceof ExploreError) throw error;
          process.snapshot = { status: 'error', output: undefined, error };
        }
        this.#created = actor;
        return process.snapshot;
      },
    };
    this.#connect(actor);
  }

  #modelOf(actor: AnyActor, path: readonly string[]): ActorModel {
    try {
      return this.#options.modelOf(actor, path);
    } catch (error) {
      // XState makes an error status of it where the parent is itself being constructed.
      this.#refusal = error;
      throw error;
    }
  }

  #scopeOf(process: Process): AnyActorScope {
    const { actor } = process;
    return {
      self: actor,
      id: actor.id,
      sessionId: actor.sessionId,
      system: actor.system,
      logger: () => {},
      emit: () => {},
      stopChild: () => {},
      // Only `spawn` in an `assign` defers by itself: it starts the actor that it has just created.
      defer: () => {
        if (this.#created) process.effects.push({ kind: 'start', actor: this.#created });
      },
      actionExecutor: (action) => {
        const isRunning = process.status === 'running';
        if (isRunning && !isBuiltIn(action)) this.#runCustomAction(action);
        else process.effects.push({ kind: 'action', action });
        if (isRunning && action.type === 'xstate.stopChild') this.#unregister(action.params);
      },
    };
  }

  #runCustomAction({ exec, info, params }: Action): void {
    if (this.#options.runsCustomActions ?? true) exec?.(info, params);
  }

  /** Frees the system id of an actor that is about to be stopped; one that has not started yet never does. */
  #unregister(actor: unknown): void {
    const process = isActor(actor) ? this.#processes.get(actor) : undefined;
    if (!process) return;
    if (process.status === 'created') this.#processes.delete(process.actor);
    setRegistered(
      process.actor.system,
      [...this.#processes.keys()].filter((other) => other !== process.actor),
    );
  }

  #startActor(actor: AnyActor): void {
    const process = this.#processes.get(actor);
    if (process?.status === 'created') this.#start(process);
  }

  #start(process: Process): void {
    const { path, model, input, snapshot } = process;
    this.#happened.started.push({ path, src: model.src, input });
    process.status = 'running';
    process.isProcessing = true;
    const children = isMachineSnapshot(snapshot) && snapshot.status === 'active' ? snapshot.children : {};
    // An `Actor` of XState fails here, too.
    for (const [id, child] of Object.entries(children))
      if (!isActor(child)) {
        this.#fail(process, new Error(`The actor "${id}" has no implementation.`));
        return;
      } else if (this.#processes.get(child)?.snapshot.status === 'active') this.#startActor(child);
    const isDeferred = (effect: Effect) => effect.kind === 'action' && isBuiltIn(effect.action);
    const { effects } = process;
    for (const effect of effects)
      if (effect.kind === 'action' && effect.action.type === 'xstate.stopChild')
        this.#unregister(effect.action.params);
    process.effects = [...effects.filter((effect) => !isDeferred(effect)), ...effects.filter(isDeferred)];
    this.#update(process, snapshot);
    process.isProcessing = false;
    this.#processMailbox(process);
  }

  #fail(process: Process, error: unknown): void {
    process.effects = [];
    this.#update(process, Object.assign({}, process.snapshot, { status: 'error', error }));
  }

  #send(to: unknown, event: EventObject): void {
    const process = isActor(to) ? this.#processes.get(to) : undefined;
    if (!process || process.status === 'ended' || process.model.kind === 'silent') return;
    process.mailbox.push(event);
    if (process.status === 'running' && !process.isProcessing) this.#processMailbox(process);
  }

  #processMailbox(process: Process): void {
    process.isProcessing = true;
    while (process.status === 'running') {
      const event = process.mailbox.shift();
      if (!event) break;
      this.#countEvent(event);
      let next: Snapshot<unknown>;
      try {
        next = process.model.logic.transition(process.snapshot, event, this.#scopeOf(process));
      } catch (error) {
        if (error instanceof ExploreError) throw error;
        process.effects = [];
        next = Object.assign({}, process.snapshot, { status: 'error', error });
      }
      this.#update(process, next);
    }
    process.isProcessing = false;
  }

  #countEvent(event: EventObject): void {
    this.#eventCount += 1;
    if (this.#eventCount > MOST_EVENTS)
      throw new ExploreError(
        `the step never ends: its actors send events for ever, the last "${event.type}"`,
      );
  }

  #update(process: Process, next: Snapshot<unknown>): void {
    const { actor } = process;
    process.snapshot = next;
    setSnapshot(actor, next);
    for (let effect = process.effects.shift(); effect; effect = process.effects.shift())
      try {
        if (effect.kind === 'start') this.#startActor(effect.actor);
        else this.#perform(process, effect.action);
      } catch (error) {
        if (error instanceof ExploreError) throw error;
        process.effects = [];
        process.snapshot = Object.assign({}, process.snapshot, { status: 'error', error });
        setSnapshot(actor, process.snapshot);
      }
    const { snapshot } = process;
    if (snapshot.status === 'active') {
      if (isSynchronised(actor)) this.#send(actor._parent, snapshotEvent(actor.id, snapshot));
      return;
    }
    process.status = 'ended';
    process.mailbox = [];
    this.#schedule = withoutSource(this.#schedule, actor);
    if (snapshot.status === 'done') this.#send(actor._parent, doneEvent(actor.id, snapshot.output));
    if (snapshot.status === 'error') this.#send(actor._parent, errorEvent(actor.id, snapshot.error));
  }

  #perform(process: Process, action: Action): void {
    const { actor } = process;
    const { type, params } = action;
    if (!isBuiltIn(action)) this.#runCustomAction(action);
    const [event, delay, id] = [read(params, 'event'), read(params, 'delay'), read(params, 'id')];
    const target = type === 'xstate.raise' ? actor : read(params, 'to');
    if (type === 'xstate.spawnChild') {
      const child = read(params, 'actorRef');
      if (isActor(child)) this.#startActor(child);
    } else if (type === 'xstate.stopChild') this.#stop(params);
    else if (type === 'xstate.cancel') this.#cancel(actor, String(read(params, 'sendId')));
    else if ((type === 'xstate.sendTo' || type === 'xstate.raise') && isEvent(event)) {
      if (!isActor(target)) throw new Error(`There is no actor to send "${event.type}" to.`);
      if (typeof delay === 'number')
        this.#plan({
          source: actor,
          target,
          event,
          wait: delay,
          id: typeof id === 'string' ? id : undefined,
        });
      else if (type === 'xstate.sendTo') this.#send(target, event);
    }
  }

  #plan(scheduled: Omit<ScheduledEvent, 'isCancellable'>): void {
    this.#schedule = withScheduled(this.#schedule, { ...scheduled, wait: Math.max(0, scheduled.wait) });
    if (this.#schedule.length > MOST_PENDING)
      throw new ExploreError(
        `more than ${MOST_PENDING} events are pending, the last "${scheduled.event.type}"; cancel one before it is delayed again`,
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

  #stop(actor: unknown): void {
    const process = isActor(actor) ? this.#processes.get(actor) : undefined;
    if (!process) return;
    this.#processes.delete(process.actor);
    process.status = 'ended';
    process.mailbox = [];
    this.#schedule = withoutSource(this.#schedule, process.actor);
    if (isMachineSnapshot(process.snapshot))
      for (const child of Object.values(process.snapshot.children)) this.#stop(child);
  }

  #end(path: readonly string[], end: { output: unknown } | { error: unknown }): void {
    const process = this.#at(path);
    if (process?.status !== 'running') return;
    const snapshot = process.snapshot;
    this.#update(
      process,
      'error' in end
        ? Object.assign({}, snapshot, { status: 'error', error: end.error })
        : Object.assign({}, snapshot, { status: 'done', output: end.output }),
    );
  }

  /** Advances the time to the next event that is due. Everything that is due then happens, also what is added meanwhile. */
  #advance(): void {
    this.#schedule = later(this.#schedule, this.#schedule[0]?.wait ?? 0);
    for (let [due] = this.#schedule; due && due.wait <= 0; [due] = this.#schedule) {
      this.#countEvent(due.event);
      this.#schedule = afterFirst(this.#schedule);
      this.#send(due.target, due.event);
    }
  }
}

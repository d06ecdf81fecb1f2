import {
  type AnyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type EventObject,
  isMachineSnapshot,
  type Snapshot,
} from 'xstate';
import { stateName } from '../define/names.ts';
import {
  doneEvent,
  errorEvent,
  isActor,
  isSynchronised,
  setRegistered,
  setSnapshot,
  snapshotEvent,
} from '../define/xstateInternals.ts';
import { isSamePath, silentLogic } from './actorModels.ts';
import { ExploreError } from './exploreError.ts';
import { afterFirst, later, withoutId, withoutSource, withScheduled } from './schedule.ts';
import type {
  ActorModel,
  ActorState,
  Microstep,
  ScheduledEvent,
  StepResult,
  SystemState,
} from './system.types.ts';

type Action = Parameters<AnyActorScope['actionExecutor']>[0];

type Effect = { kind: 'action'; action: Action } | { kind: 'deferred'; run: () => void };

/** An actor while a step is calculated. */
export type Process = ActorState & { mailbox: EventObject[]; isProcessing: boolean; effects: Effect[] };

/** The number of events after which a step counts as endless. */
const MAX_EVENTS = 2_000;

/** The number of pending events after which their number counts as unlimited. */
const MAX_PENDING = 200;

const doNothing = () => {};

const isBuiltIn = ({ type }: Action) => type.startsWith('xstate.');

const read = (params: unknown, key: string): unknown =>
  typeof params === 'object' && params !== null ? Reflect.get(params, key) : undefined;

const isEvent = (value: unknown): value is EventObject => typeof read(value, 'type') === 'string';

function transientStatesIn(microsteps: readonly Microstep[], last: AnyMachineSnapshot): string[] {
  if (microsteps.length < 2) return [];
  const names = new Set(microsteps.map(({ snapshot }) => stateName(snapshot)));
  names.delete(stateName(last));
  return [...names];
}

const emptyResult = (): Omit<StepResult, 'state' | 'transientStates'> => ({
  microsteps: [],
  cancelled: [],
  actions: [],
});

/**
 * Calculates one step of a system of actors. XState's own logic calculates every transition; what an `Actor` of XState
 * does with the effects is done here, in the same order: it starts and stops children, sends and schedules events.
 */
export class SystemStep {
  readonly #root: AnyActor;
  readonly processes = new Map<AnyActor, Process>();
  #schedule: readonly ScheduledEvent[];
  readonly #happened = emptyResult();
  #eventCount = 0;

  constructor(root: AnyActor, { actors, schedule }: Pick<SystemState, 'actors' | 'schedule'>) {
    this.#root = root;
    this.#schedule = schedule;
    for (const [actor, { path, model, input, snapshot, status }] of actors) {
      setSnapshot(actor, snapshot);
      const idle = { mailbox: [], isProcessing: false, effects: [] };
      this.processes.set(actor, { actor, path, model, input, snapshot, status, ...idle });
    }
    setRegistered(root.system, actors.keys());
  }

  /** Adds a microstep of the machine. */
  addMicrostep(microstep: Microstep): void {
    this.#happened.microsteps.push(microstep);
  }

  /** Returns what has happened. */
  result(): StepResult {
    const snapshot = this.processes.get(this.#root)?.snapshot;
    if (!isMachineSnapshot(snapshot)) throw new Error('The machine has no snapshot.');
    return {
      ...this.#happened,
      state: { snapshot, actors: this.processes, schedule: this.#schedule },
      transientStates: transientStatesIn(this.#happened.microsteps, snapshot),
    };
  }

  /** Gives a silent actor a new context. */
  setContext(path: readonly string[], context: unknown): void {
    const process = this.at(path);
    if (process) this.update(process, Object.assign({}, process.snapshot, { context }));
  }

  /** Returns the actor at a path. */
  at(path: readonly string[]): Process | undefined {
    return [...this.processes.values()].find(
      (process) => process.status !== 'ended' && isSamePath(process.path, path),
    );
  }

  /** Adds an actor that has been created. It replaces a silent one of its path, which nothing can name any more. */
  add(actor: AnyActor, path: readonly string[], model: ActorModel, input: unknown): Process {
    const process: Process = {
      actor,
      path,
      model,
      input,
      mailbox: [],
      isProcessing: false,
      effects: [],
      status: 'created',
      snapshot: silentLogic.getInitialSnapshot(undefined, input),
    };
    const replaced = this.at(path);
    if (replaced?.model.kind === 'silent') this.processes.delete(replaced.actor);
    this.processes.set(actor, process);
    return process;
  }

  /** Returns the scope in which XState calculates the transitions of an actor. */
  scopeOf(process: Process): AnyActorScope {
    const { actor, path } = process;
    return {
      self: actor,
      id: actor.id,
      sessionId: actor.sessionId,
      system: actor.system,
      logger: doNothing,
      emit: doNothing,
      stopChild: doNothing,
      // Only `spawn` in an `assign` defers: it starts the actor that it has created.
      defer: (run) => process.effects.push({ kind: 'deferred', run }),
      actionExecutor: (action) => {
        const isRunning = process.status === 'running';
        const { type, params, info } = action;
        this.#happened.actions.push({ path, type, params, context: info.context });
        if (isRunning && !isBuiltIn(action)) action.exec?.(action.info, action.params);
        else process.effects.push({ kind: 'action', action });
        if (isRunning && action.type === 'xstate.stopChild') this.#unregister(action.params);
      },
    };
  }

  /** Frees the system id of an actor that is about to be stopped; one that has not started yet never does. */
  #unregister(actor: unknown): void {
    const process = isActor(actor) ? this.processes.get(actor) : undefined;
    if (!process) return;
    if (process.status === 'created') this.processes.delete(process.actor);
    setRegistered(
      process.actor.system,
      [...this.processes.keys()].filter((other) => other !== process.actor),
    );
  }

  /** Starts an actor that has not started yet. */
  startActor(actor: AnyActor): void {
    const process = this.processes.get(actor);
    if (process?.status === 'created') this.start(process);
  }

  /** Starts an actor: its children, then its effects. */
  start(process: Process): void {
    const { snapshot } = process;
    process.status = 'running';
    process.isProcessing = true;
    const children = isMachineSnapshot(snapshot) && snapshot.status === 'active' ? snapshot.children : {};
    // An `Actor` of XState fails here, too.
    for (const [id, child] of Object.entries(children))
      if (!isActor(child)) {
        this.#fail(process, new Error(`The actor "${id}" has no implementation.`));
        return;
      } else if (this.processes.get(child)?.snapshot.status === 'active') this.startActor(child);
    const isDeferred = (effect: Effect) => effect.kind === 'action' && isBuiltIn(effect.action);
    const { effects } = process;
    for (const effect of effects)
      if (effect.kind === 'action' && effect.action.type === 'xstate.stopChild')
        this.#unregister(effect.action.params);
    process.effects = [...effects.filter((effect) => !isDeferred(effect)), ...effects.filter(isDeferred)];
    this.update(process, snapshot);
    this.#processMailbox(process);
  }

  #fail(process: Process, error: unknown): void {
    process.effects = [];
    this.update(process, Object.assign({}, process.snapshot, { status: 'error', error }));
  }

  /** Sends an event to an actor; silent and ended ones ignore it. */
  send(to: unknown, event: EventObject): void {
    const process = isActor(to) ? this.processes.get(to) : undefined;
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
        next = process.model.logic.transition(process.snapshot, event, this.scopeOf(process));
      } catch (error) {
        if (error instanceof ExploreError) throw error;
        process.effects = [];
        next = Object.assign({}, process.snapshot, { status: 'error', error });
      }
      this.update(process, next);
    }
    process.isProcessing = false;
  }

  #countEvent(event: EventObject): void {
    this.#eventCount += 1;
    if (this.#eventCount > MAX_EVENTS)
      throw new ExploreError(
        `the step never ends: its actors send events for ever, the last "${event.type}"; change what repeats`,
      );
  }

  /** Gives an actor its next snapshot, performs its effects, and tells its parent. */
  update(process: Process, next: Snapshot<unknown>): void {
    const { actor } = process;
    process.snapshot = next;
    setSnapshot(actor, next);
    for (let effect = process.effects.shift(); effect; effect = process.effects.shift())
      try {
        if (effect.kind === 'deferred') effect.run();
        else this.#perform(process, effect.action);
      } catch (error) {
        if (error instanceof ExploreError) throw error;
        process.effects = [];
        process.snapshot = Object.assign({}, process.snapshot, { status: 'error', error });
        setSnapshot(actor, process.snapshot);
      }
    const { snapshot } = process;
    if (snapshot.status === 'active') {
      if (isSynchronised(actor)) this.send(actor._parent, snapshotEvent(actor.id, snapshot));
      return;
    }
    process.status = 'ended';
    process.mailbox = [];
    this.#schedule = withoutSource(this.#schedule, actor);
    if (snapshot.status === 'done') this.send(actor._parent, doneEvent(actor.id, snapshot.output));
    if (snapshot.status === 'error') this.send(actor._parent, errorEvent(actor.id, snapshot.error));
  }

  #perform(process: Process, action: Action): void {
    const { actor } = process;
    const { type, info, params } = action;
    if (!isBuiltIn(action)) action.exec?.(info, params);
    const [event, delay, id] = [read(params, 'event'), read(params, 'delay'), read(params, 'id')];
    const target = type === 'xstate.raise' ? actor : read(params, 'to');
    if (type === 'xstate.spawnChild') {
      const child = read(params, 'actorRef');
      if (isActor(child)) this.startActor(child);
    } else if (type === 'xstate.stopChild') this.#stop(params);
    else if (type === 'xstate.cancel') this.#cancel(actor, String(read(params, 'sendId')));
    else if ((type === 'xstate.sendTo' || type === 'xstate.raise') && isEvent(event)) {
      if (!isActor(target)) throw new Error(`There is no actor to send "${event.type}" to.`);
      if (typeof delay === 'number')
        this.schedule({
          source: actor,
          target,
          event,
          wait: delay,
          id: typeof id === 'string' ? id : undefined,
        });
      else if (type === 'xstate.sendTo') this.send(target, event);
    }
  }

  schedule(scheduled: Omit<ScheduledEvent, 'isCancellable'>): void {
    this.#schedule = withScheduled(this.#schedule, { ...scheduled, wait: Math.max(0, scheduled.wait) });
    if (this.#schedule.length > MAX_PENDING)
      throw new ExploreError(
        `more than ${MAX_PENDING} events are pending, the last "${scheduled.event.type}"; cancel one before it is delayed again`,
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
    const process = isActor(actor) ? this.processes.get(actor) : undefined;
    if (!process) return;
    this.processes.delete(process.actor);
    process.status = 'ended';
    process.mailbox = [];
    this.#schedule = withoutSource(this.#schedule, process.actor);
    if (isMachineSnapshot(process.snapshot))
      for (const child of Object.values(process.snapshot.children)) this.#stop(child);
  }

  /** Ends a silent actor. */
  end(path: readonly string[], end: { output: unknown } | { error: unknown }): void {
    const process = this.at(path);
    if (!process) return;
    const snapshot = process.snapshot;
    this.update(
      process,
      'error' in end
        ? Object.assign({}, snapshot, { status: 'error', error: end.error })
        : Object.assign({}, snapshot, { status: 'done', output: end.output }),
    );
  }

  /** Advances the time to the next event that is due. Everything that is due then happens, also what is added meanwhile. */
  advance(): void {
    this.#schedule = later(this.#schedule, this.#schedule[0]?.wait ?? 0);
    for (let [due, ...rest] = this.#schedule; due && due.wait <= 0; [due, ...rest] = this.#schedule) {
      this.#countEvent(due.event);
      this.#schedule = afterFirst(due, rest);
      this.send(due.target, due.event);
    }
  }
}

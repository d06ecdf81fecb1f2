import {
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import {
  invocations,
  isActor,
  noteSystemId,
  setSnapshot,
  timers,
  transitionsTakenIn,
} from '../define/xstateInternals.ts';
import { actorPath, silentLogic } from './actorModels.ts';
import type { ActorModel, ExternalEvent, StepResult, SystemState } from './system.types.ts';
import { type Process, SystemStep } from './systemStep.ts';

const nothing = { actors: new Map(), schedule: [] } satisfies Pick<SystemState, 'actors' | 'schedule'>;

type Options = {
  machine: AnyStateMachine;
  input: unknown;
  /** Returns the model of an actor: see `modelOf`. */
  modelOf: (actor: AnyActor, path: readonly string[]) => ActorModel;
};

/** Simulates a machine with its actors, purely: each step is calculated from a state and returns another. */
export class ActorSystem {
  readonly #options: Options;
  readonly #root: AnyActor;
  #step: SystemStep | null = null;
  #refusal: unknown = null;

  constructor(options: Options) {
    this.#options = options;
    this.#root = createActor(silentLogic, { inspect: (event) => this.#inspect(event) });
    this.#connect(this.#root);
  }

  /** Returns what happens when the machine starts. */
  start(): StepResult {
    const { machine, input } = this.#options;
    return this.#calculate(nothing, (step) => {
      const process = this.#addMachine(step);
      process.snapshot = machine.getInitialSnapshot(step.scopeOf(process), input);
      setSnapshot(process.actor, process.snapshot);
      step.start(process);
    });
  }

  /** Returns the system for a snapshot of the machine: with the actors and the timers that its states start when they are entered. */
  restore(snapshot: AnyMachineSnapshot): SystemState {
    return this.#calculate(nothing, (step) => {
      Object.assign(this.#addMachine(step), { status: 'running', snapshot });
      setSnapshot(this.#root, snapshot);
      if (snapshot.status !== 'active') return;
      for (const { id, src } of invocations(snapshot))
        step.startActor(createActor(silentLogic, { id, src, parent: this.#root }));
      for (const { delay, event } of timers(snapshot))
        step.schedule({ source: this.#root, target: this.#root, event, wait: delay, id: event.type });
    }).state;
  }

  /** Returns what happens when something comes from outside. */
  perform(state: SystemState, external: ExternalEvent): StepResult {
    return this.#calculate(state, (step) => {
      switch (external.kind) {
        case 'event':
          return step.send(step.at(external.to)?.actor, external.event);
        case 'end':
          return step.end(external.of, external.end);
        case 'snapshot':
          return step.setContext(external.of, external.context);
        case 'time':
          return step.advance();
      }
    });
  }

  #calculate(from: Pick<SystemState, 'actors' | 'schedule'>, run: (step: SystemStep) => void): StepResult {
    const step = new SystemStep(this.#root, from);
    this.#step = step;
    this.#refusal = null;
    try {
      run(step);
      if (this.#refusal) throw this.#refusal;
      return step.result();
    } finally {
      this.#step = null;
    }
  }

  #addMachine(step: SystemStep): Process {
    const { machine, input } = this.#options;
    return step.add(this.#root, [], { kind: 'pure', logic: machine, src: '' }, input);
  }

  /** Receives what is done to an actor directly: `self.send(…)` in a custom action, the start of a spawned one. */
  #connect(actor: AnyActor): void {
    actor.send = (event: EventObject) => this.#step?.send(actor, event);
    actor.start = () => {
      this.#step?.startActor(actor);
      return actor;
    };
  }

  #inspect(event: InspectionEvent): void {
    const { actorRef } = event;
    if (event.type === '@xstate.actor' && isActor(actorRef)) this.#replaceLogic(actorRef);
    if (event.type !== '@xstate.microstep' || actorRef !== this.#root) return;
    const { snapshot } = event;
    if (isMachineSnapshot(snapshot))
      this.#step?.addMicrostep({
        event: event.event.type,
        transitions: transitionsTakenIn(event),
        snapshot,
      });
  }

  /** Replaces the logic of an actor while it is constructed, so that its initial snapshot is calculated here. */
  #replaceLogic(actor: AnyActor): void {
    const step = this.#step;
    const parent = isActor(actor._parent) ? step?.processes.get(actor._parent) : undefined;
    if (!step || !parent) return;
    const running = [...step.processes.values()].filter(({ status }) => status !== 'ended');
    const path = actorPath(
      actor,
      parent.path,
      running.map((process) => process.path),
    );
    const model = this.#modelOf(actor, path);
    noteSystemId(actor);
    actor.logic = {
      ...silentLogic,
      getInitialSnapshot: (_: unknown, input: unknown) => {
        const process = step.add(actor, path, model, input);
        try {
          process.snapshot = model.logic.getInitialSnapshot(step.scopeOf(process), input);
        } catch (error) {
          process.snapshot = { status: 'error', output: undefined, error };
        }
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
}

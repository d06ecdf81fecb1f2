import type { AnyActor, AnyActorLogic, AnyActorRef, AnyStateMachine, EventObject } from 'xstate';
import { runtime } from '../../../../machines/paths/index.ts';
import type { InvokedActorInfo } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ActorOutcome } from '../../shared/channel/protocol.ts';

/** An invoked actor with the functions that settle it. */
export type InvokedActor = InvokedActorInfo & {
  /** Starts the real actor, unless it has been started. */
  startReal: () => void;
  /** Sends the outcome to the flow in place of the real actor. */
  sendOutcome: (event: EventObject) => void;
};

/** The invoked actors of every flow of a page. The actors of the paused flow start by command alone. */
export class InvokedActors {
  /** The id of the flow whose environment is paused, if any. */
  paused: string | null = null;
  /** The id of the flow whose actor is being started: the request that an actor sends at its start is of that flow. */
  starting: string | null = null;
  /** The actors that have not ended, by their id. */
  readonly active = new Map<number, InvokedActor>();
  onChange: () => void = () => {};
  /** Whether an actor gets something else than its real outcome; `start` starts the real actor after all. */
  answer: (invokedActor: InvokedActor, start: () => void) => boolean = () => false;
  #nextId = 1;
  readonly #instrumented = new WeakSet<AnyStateMachine>();

  /**
   * Adds the actors that a machine invokes to this list from now on. Changes the machine in place, because React must
   * get the same object.
   */
  instrument(flow: string, machine: AnyStateMachine): void {
    if (this.#instrumented.has(machine)) return;
    this.#instrumented.add(machine);
    const { actors } = machine.implementations;
    for (const [name, logic] of Object.entries(actors))
      if ('transition' in logic) actors[name] = this.#pausable(flow, name, logic);
  }

  /** Adds the actors that a running flow has invoked, and those that it invokes from now on. */
  adopt(flow: string, actor: AnyActor): void {
    this.instrument(flow, actor.logic);
    for (const child of Object.values(actor.getSnapshot().children)) {
      if (!runtime.isActor(child) || child.getSnapshot().status !== 'active') continue;
      const invokedActor = this.#add(flow, String(child.src), child, () => {});
      invokedActor.state = 'running';
      const remove = () => this.#remove(invokedActor);
      child.subscribe({ complete: remove, error: remove });
    }
  }

  /** Gives an actor an outcome, unless it has ended. */
  settle(id: number, outcome: ActorOutcome): void {
    const invokedActor = this.active.get(id);
    if (!invokedActor) return;
    const { invocation } = invokedActor;
    if (outcome.kind === 'real') invokedActor.startReal();
    else if (outcome.kind === 'never') invokedActor.state = 'never';
    else if (outcome.kind === 'output')
      invokedActor.sendOutcome(runtime.doneEvent(invocation, outcome.output));
    else invokedActor.sendOutcome(runtime.errorEvent(invocation, new Error(outcome.message)));
  }

  #pausable(flow: string, actor: string, logic: AnyActorLogic): AnyActorLogic {
    const byRef = new WeakMap<AnyActorRef, InvokedActor>();
    const started = new WeakSet<AnyActorRef>();
    return {
      ...logic,
      start: (snapshot, scope) => {
        const startReal = () => {
          started.add(scope.self);
          this.starting = flow;
          try {
            logic.start?.(snapshot, scope);
          } finally {
            this.starting = null;
          }
        };
        const invokedActor = this.#add(flow, actor, scope.self, startReal);
        byRef.set(scope.self, invokedActor);
        if (this.paused === flow) return;
        invokedActor.state = 'running';
        if (this.answer(invokedActor, () => this.#startLate(invokedActor, startReal))) return;
        try {
          startReal();
        } catch (error) {
          this.#remove(invokedActor);
          throw error;
        }
      },
      transition: (snapshot, event, scope) => {
        // The real actor cannot take an event before it is started, not even that it is stopped.
        const notStarted = runtime.isStop(event) ? { ...snapshot, status: 'stopped' } : snapshot;
        const next = started.has(scope.self) ? logic.transition(snapshot, event, scope) : notStarted;
        if (next.status !== 'active') this.#remove(byRef.get(scope.self));
        return next;
      },
    };
  }

  /** Starts an actor after its machine has started it. */
  #startLate(invokedActor: InvokedActor, start: () => void): void {
    try {
      start();
    } catch (error) {
      invokedActor.sendOutcome(runtime.errorEvent(invokedActor.invocation, error));
    }
  }

  #remove(invokedActor: InvokedActor | undefined): void {
    if (invokedActor && this.active.delete(invokedActor.id)) this.onChange();
  }

  #add(flow: string, actor: string, self: AnyActorRef, start: () => void): InvokedActor {
    const invokedActor: InvokedActor = {
      id: this.#nextId++,
      flow,
      session: self._parent?.sessionId ?? '',
      invocation: self.id,
      actor,
      input: self.getSnapshot().input,
      state: 'waiting',
      startReal: () => {
        if (invokedActor.state === 'running') return;
        invokedActor.state = 'running';
        this.onChange();
        const startLate = () => this.#startLate(invokedActor, start);
        if (!this.answer(invokedActor, startLate)) startLate();
      },
      sendOutcome: (event) => self._parent?.send(event),
    };
    this.active.set(invokedActor.id, invokedActor);
    this.onChange();
    return invokedActor;
  }
}

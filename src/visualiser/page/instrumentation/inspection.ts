import type { Actor, AnyActor, AnyStateMachine, InspectionEvent } from 'xstate';
import { runtime } from '../../../../machines/paths/index.ts';
import { reportMicrostep } from '../../shared/microsteps.ts';
import { InvokedActors } from './invokedActors.ts';
import { PausableClock } from './PausableClock.ts';
import { type Restart, type StartupSettings, savedPause } from './startup.ts';

/** A flow that runs on the page, with its actor and its clock. */
export type InspectedFlow = {
  flow: string;
  actor: Actor<AnyStateMachine>;
  clock: PausableClock;
  /** The event that was sent to it last. */
  lastEvent: { type: string };
  /** The error that its machine has thrown, with the event that it came of. The flow has stopped. */
  failure: { error: unknown; event: { type: string } } | null;
};

/** Is called at a time, in milliseconds since the page was opened. */
type Listener = (inspected: InspectedFlow, event: InspectionEvent, at: number) => void;

/** The instrumentation that connects the flows of a page with the visualiser: actors, clocks and calls. */
export class Inspection {
  readonly invokedActors = new InvokedActors();
  /** The flows that run, by the session of their actor. */
  readonly running = new Map<string, InspectedFlow>();
  #listener: Listener | null = null;
  /** Inspections before there was a listener: the flows of a page may start before the agent is loaded. */
  readonly #early: Parameters<Listener>[] = [];
  /** Is called for each flow whose machine has thrown an error. */
  failureListener: ((inspected: InspectedFlow) => void) | null = null;
  #restart: Restart | null;

  constructor({ restart, paused }: StartupSettings) {
    this.#restart = restart;
    this.invokedActors.paused = paused;
  }

  /** Calls a function for each microstep and each snapshot of each flow, also those so far. */
  listen(listener: Listener): void {
    this.#listener = listener;
    for (const inspected of this.#early.splice(0)) listener(...inspected);
  }

  /** The actor options that let a flow be inspected, paused and restarted. */
  actorOptions(flow: string, machine: AnyStateMachine) {
    this.invokedActors.instrument(flow, machine);
    const clock = new PausableClock();
    clock.setPaused(this.invokedActors.paused === flow);
    return {
      clock,
      inspect: (event: InspectionEvent) => this.#receive(flow, clock, event),
      ...(this.#restart?.flow === flow && { snapshot: this.#restart.snapshot }),
    };
  }

  /** Inspects a flow that was created without these options. */
  adopt(flow: string, actor: AnyActor): void {
    if (actor.clock instanceof PausableClock || this.running.has(actor.sessionId)) return;
    const clock = new PausableClock();
    runtime.replaceClock(actor, clock, Date.now());
    this.invokedActors.adopt(flow, actor);
    actor.system.inspect((event) => this.#receive(flow, clock, event));
    this.#track({ flow, actor, clock, lastEvent: { type: 'an earlier event' }, failure: null });
  }

  /**
   * Pauses the environment of one flow, its clock and its invoked actors, also after a reload; null resumes. All other flows
   * run on, and their actors that wait are started, unless they are kept waiting.
   */
  pause(paused: string | null, keepsWaiting = false): void {
    savedPause.save(paused);
    this.invokedActors.paused = paused;
    for (const { flow, clock } of this.running.values()) clock.setPaused(flow === paused);
    if (keepsWaiting) return;
    for (const call of [...this.invokedActors.active.values()])
      if (call.flow !== paused && call.state === 'waiting') call.startReal();
  }

  #receive(flow: string, clock: PausableClock, event: InspectionEvent): void {
    const { actorRef: actor } = event;
    if (!runtime.isActor(actor) || actor.sessionId !== event.rootId) return;
    const inspected: InspectedFlow = this.running.get(actor.sessionId) ?? {
      flow,
      actor,
      clock,
      lastEvent: { type: '' },
      failure: null,
    };
    if (event.type === '@xstate.event') inspected.lastEvent = event.event;
    reportMicrostep(flow, event);
    if (event.type === '@xstate.snapshot') this.#track(inspected);
    if (event.type !== '@xstate.snapshot' && event.type !== '@xstate.microstep') return;
    if (this.#listener) this.#listener(inspected, event, performance.now());
    else this.#early.push([inspected, event, performance.now()]);
  }

  #noteFailure(inspected: InspectedFlow, error: unknown): void {
    inspected.failure = { error, event: inspected.lastEvent };
    this.failureListener?.(inspected);
  }

  /** Tracks an actor from its first snapshot, because actors that React creates and discards never have one. */
  #track(inspected: InspectedFlow): void {
    const { sessionId } = inspected.actor;
    if (inspected.actor.getSnapshot().status === 'stopped') this.running.delete(sessionId);
    else if (!this.running.has(sessionId)) {
      this.running.set(sessionId, inspected);
      inspected.actor.subscribe({ error: (error) => this.#noteFailure(inspected, error) });
      inspected.clock.setPaused(this.invokedActors.paused === inspected.flow);
      if (this.#restart?.flow !== inspected.flow) return;
      this.#restart = null;
      runtime.startTimers(inspected.actor);
    }
  }
}

import { Actor, type AnyStateMachine, type InspectionEvent } from 'xstate';
import { startTimers } from '../../machines/paths/internals.ts';
import { Calls } from '../visualiser/seam/calls.ts';
import {
  isFramed,
  isVisualiser,
  type Orders,
  type Restart,
  takeOrders,
  whenGreeted,
} from '../visualiser/seam/door.ts';
import { HoldableClock } from '../visualiser/seam/HoldableClock.ts';
import { tellMicrostep } from './microsteps.ts';

/** A flow that runs on the page. */
export type WatchedFlow = { flow: string; actor: Actor<AnyStateMachine>; clock: HoldableClock };

/**
 * The seam between the flows of a page and the visualiser: what runs, its clock and its calls. The agent that speaks
 * with a visualiser is loaded when one is there. In builds without the visualiser there is no inspection at all.
 */
export class Inspection {
  readonly calls = new Calls();
  readonly running = new Map<string, WatchedFlow>();
  /** Hears each microstep of each flow, and each state that it comes to. */
  listener: ((watched: WatchedFlow, event: InspectionEvent) => void) | null = null;
  #restart: Restart | null;

  constructor({ restart, held }: Orders) {
    this.#restart = restart;
    this.calls.held = held;
    const attend = () => import('../visualiser/agent/agent.ts').then((agent) => agent.attend(this));
    if (isFramed() || held !== null) attend();
    else whenGreeted(attend);
  }

  /** What a flow is run with so that it can be watched, held and restarted. */
  watch(flow: string, machine: AnyStateMachine) {
    this.calls.equip(flow, machine);
    const clock = new HoldableClock();
    clock.hold(this.calls.held === flow);
    return {
      clock,
      inspect: (event: InspectionEvent) => this.#hear(flow, clock, event),
      ...(this.#restart?.flow === flow && { snapshot: this.#restart.pose }),
    };
  }

  /** Holds the world of one flow: its clock stands still, and its calls wait to be answered. Every other goes on. */
  hold(held: string | null): void {
    this.calls.held = held;
    for (const { flow, clock } of this.running.values()) clock.hold(flow === held);
    for (const call of [...this.calls.open.values()])
      if (call.flow !== held && call.state === 'waiting') call.begin();
  }

  #hear(flow: string, clock: HoldableClock, event: InspectionEvent): void {
    const { actorRef: actor } = event;
    if (!(actor instanceof Actor) || actor.sessionId !== event.rootId) return;
    const watched = { flow, actor, clock };
    tellMicrostep(flow, event);
    if (event.type === '@xstate.snapshot') this.#note(watched);
    if (event.type === '@xstate.snapshot' || event.type === '@xstate.microstep')
      this.listener?.(watched, event);
  }

  /** Actors that React makes and throws away never come here: one counts from its first snapshot. */
  #note(watched: WatchedFlow): void {
    const { sessionId } = watched.actor;
    if (watched.actor.getSnapshot().status === 'stopped') this.running.delete(sessionId);
    else if (!this.running.has(sessionId)) {
      this.running.set(sessionId, watched);
      watched.clock.hold(this.calls.held === watched.flow);
      if (this.#restart?.flow !== watched.flow) return;
      this.#restart = null;
      startTimers(watched.actor);
    }
  }
}

/** What the flows of a page are run with where they are watched. */
type Watch = { watch: (flow: string, machine: AnyStateMachine) => object };

/** The visualiser's own flows are not held, and not shown in another. */
const ownWatch: Watch = {
  watch: (flow) => ({ inspect: (event: InspectionEvent) => tellMicrostep(flow, event) }),
};

const watchHere = (): Watch => (isVisualiser() ? ownWatch : new Inspection(takeOrders()));

/** There where the build has the visualiser. */
export const inspection: Watch | null = import.meta.env.VITE_VISUALISER ? watchHere() : null;

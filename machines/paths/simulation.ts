import {
  type Actor,
  type AnyStateMachine,
  type CallbackActorLogic,
  createActor,
  type EventObject,
  fromCallback,
  type Snapshot,
} from 'xstate';
import type { Step } from './paths.types.ts';
import { startTimers, transitionsTakenIn } from './xstateInternals.ts';

/** A clock that advances only when `advance` is called. Times are in milliseconds. */
export class ManualClock {
  #now = 0;
  #next = 1;
  readonly #timers = new Map<number, { due: number; run: () => void }>();

  setTimeout(callback: () => void, delay: number): number {
    const id = this.#next++;
    this.#timers.set(id, { due: this.#now + delay, run: callback });
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
  }

  /** Milliseconds until the next timer is due; undefined without timers. */
  get timeUntilNext(): number | undefined {
    const due = [...this.#timers.values()].map((timer) => timer.due);
    return due.length > 0 ? Math.min(...due) - this.#now : undefined;
  }

  /** Advances the time and runs the timers that become due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.due <= end)
        .sort(([, a], [, b]) => a.due - b.due)[0];
      if (!due) break;
      const [id, timer] = due;
      this.#timers.delete(id);
      this.#now = timer.due;
      timer.run();
    }
    this.#now = end;
  }
}

/** A running machine whose invoked actors and clock are controlled by the test. */
export type Simulation = {
  actor: Actor<AnyStateMachine>;
  /** Sends the event of a step, or advances the clock to the next timer. */
  perform: (step: Step) => void;
  /** Milliseconds until the next timer is due; 0 without timers. */
  timeUntilNextTimer: () => number;
  /** Advances the clock by milliseconds. */
  advance: (milliseconds: number) => void;
  /** Ids of the transitions taken since the start, in order. */
  takenTransitions: string[];
  /** Name and input of each actor invoked since the start, in order. */
  invokedActors: { actor: string; input: unknown }[];
};

/** Starts a machine whose invoked actors end only by a step; with `startSnapshot` in that state instead of the initial one. */
export function createSimulation(
  machine: AnyStateMachine,
  input?: unknown,
  startSnapshot?: Snapshot<unknown>,
): Simulation {
  const clock = new ManualClock();
  const takenTransitions: string[] = [];
  const invokedActors: Simulation['invokedActors'] = [];
  const pendingActor = (actor: string): CallbackActorLogic<EventObject> =>
    fromCallback(({ input }) => {
      invokedActors.push({ actor, input });
    });
  const actorNames = Object.keys(machine.implementations.actors);
  const actor: Actor<AnyStateMachine> = createActor(
    machine.provide({ actors: Object.fromEntries(actorNames.map((name) => [name, pendingActor(name)])) }),
    {
      clock,
      input,
      ...(startSnapshot && { snapshot: startSnapshot }),
      inspect: (event) => {
        takenTransitions.push(...transitionsTakenIn(event));
      },
    },
  );
  // The error status is read from the snapshot; without a subscriber XState would report the error globally.
  actor.subscribe({ error: () => {} });
  actor.start();
  if (startSnapshot) startTimers(actor);
  // Eventless transitions taken at the start belong to no step.
  takenTransitions.length = 0;
  return {
    actor,
    takenTransitions,
    invokedActors,
    timeUntilNextTimer: () => clock.timeUntilNext ?? 0,
    advance: (milliseconds) => clock.advance(milliseconds),
    perform: (step) => {
      if (step.kind === 'timer') clock.advance(clock.timeUntilNext ?? 0);
      else actor.send(step.event);
    },
  };
}

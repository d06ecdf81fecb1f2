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

/** A clock that stands still until it is told to go on. Milliseconds. */
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

  /** Milliseconds until the next timer is due; undefined where none runs. */
  get timeUntilNext(): number | undefined {
    const due = [...this.#timers.values()].map((timer) => timer.due);
    return due.length > 0 ? Math.min(...due) - this.#now : undefined;
  }

  /** Lets time pass, and what is due happen. */
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

/** A machine that runs for real, with what it invokes and the clock in the hand of whoever tests it. */
export type Simulation = {
  actor: Actor<AnyStateMachine>;
  /** Makes a step happen. */
  perform: (step: Step) => void;
  /** Milliseconds until the next timer is due; 0 where none runs. */
  timeUntilNextTimer: () => number;
  /** Lets time pass. Milliseconds. */
  advance: (milliseconds: number) => void;
  /** Ids of the transitions taken since the start, in order. */
  takenTransitions: string[];
  /** Input of each actor that was started since the start, by its name, in order. */
  invokedActors: { actor: string; input: unknown }[];
};

/** Starts a machine whose invoked actors answer only when a step says so; with `from` in another state than its first. */
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
  // A machine in the error status says so in its snapshot; nobody else needs to hear of it.
  actor.subscribe({ error: () => {} });
  actor.start();
  if (startSnapshot) startTimers(actor);
  // What a machine does on its way to its first resting state is no step.
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

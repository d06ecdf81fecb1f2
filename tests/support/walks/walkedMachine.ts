import type { AnyMachineSnapshot } from 'xstate';
import { createSimulation, type Flow, type Simulation, type Step } from '../../../machines/paths/index.ts';

/** The bare machine of a flow while it is walked. */
export class WalkedMachine {
  readonly #simulation: Simulation;

  constructor(flow: Flow) {
    this.#simulation = createSimulation(flow);
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#simulation.actor.getSnapshot();
  }

  /** Returns the steps that are possible in the current state. */
  steps(): Step[] {
    return this.#simulation.possibleSteps();
  }

  /** Performs a step. Returns the ids of the transitions that it took. */
  perform(step: Step): string[] {
    const before = this.#simulation.takenTransitions.length;
    this.#simulation.perform(step);
    return this.#simulation.takenTransitions.slice(before);
  }

  /** Lets time pass until the next timer runs. Returns the state after it; null without timers. */
  awaitTimer(): AnyMachineSnapshot | null {
    const wait = this.#simulation.timeUntilNextTimer();
    if (wait === null) return null;
    this.#simulation.advance(wait);
    return this.snapshot;
  }

  stop(): void {
    this.#simulation.actor.stop();
  }
}

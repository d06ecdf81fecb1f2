import type { AnyMachineSnapshot } from 'xstate';
import { isViolatedAt, performed } from '../define/properties.ts';
import type { Flow, Property, Step } from '../define/types.ts';
import type { Simulation } from '../simulate/simulation.ts';

/** After this many timers an `eventually` property that is still open counts as violated. */
const MAX_AWAITED_TIMERS = 100;

/** Checks the properties of a flow while it is simulated. */
export class PropertyCheck {
  readonly #properties: readonly Property[];
  readonly #simulation: Simulation;
  /** The `eventually` properties whose condition has been met and whose required state has not been reached yet. */
  #open: readonly Property[] = [];

  constructor({ properties }: Flow, simulation: Simulation) {
    this.#properties = properties;
    this.#simulation = simulation;
    this.#enter(simulation.actor.getSnapshot());
  }

  #enter(snapshot: AnyMachineSnapshot): void {
    this.#open = this.#properties.filter((property) => {
      if (property.kind !== 'eventually' || property.comes(snapshot)) return false;
      return this.#open.includes(property) || property.after(snapshot);
    });
  }

  /** The title of a property that a step has violated; null where there is none. */
  violatedBy(before: AnyMachineSnapshot, step: Step): string | null {
    const after: AnyMachineSnapshot = this.#simulation.actor.getSnapshot();
    const violated = this.#properties.find((property) =>
      isViolatedAt(property, performed(before, step, after)),
    );
    this.#enter(after);
    return violated?.title ?? null;
  }

  /** Lets timers run without events and outcomes. Returns the title of an `eventually` property that stays open, or null. */
  violatedInTime(): string | null {
    const { actor, advance, timeUntilNextTimer } = this.#simulation;
    for (let timers = 0; this.#open.length > 0 && timers < MAX_AWAITED_TIMERS; timers += 1) {
      const wait = timeUntilNextTimer();
      if (wait === null) break;
      advance(wait);
      this.#enter(actor.getSnapshot());
    }
    return this.#open[0]?.title ?? null;
  }
}

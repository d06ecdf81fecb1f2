import type { AnyMachineSnapshot } from 'xstate';
import type { Flow, Property } from '../define/types.ts';

/** After this many timers an `eventually` property that is still open counts as violated. */
const MAX_AWAITED_TIMERS = 100;

/** The `eventually` properties of a walk whose condition has been met and whose required state has not been reached yet. */
export class Obligations {
  readonly #properties: readonly Property[];
  #open: readonly Property[] = [];

  constructor({ properties }: Flow, first: AnyMachineSnapshot) {
    this.#properties = properties;
    this.enter(first);
  }

  /** Updates the open properties for the next state. */
  enter(snapshot: AnyMachineSnapshot): void {
    this.#open = this.#properties.filter((property) => {
      if (property.kind !== 'eventually' || property.comes(snapshot)) return false;
      return this.#open.includes(property) || property.after(snapshot);
    });
  }

  /**
   * Lets timers run without events and outcomes. `awaitTimer` runs the next one and returns the state after it, or null
   * without timers. Returns the title of a property that stays open, or null.
   */
  firstUnmet(awaitTimer: () => AnyMachineSnapshot | null): string | null {
    for (let timers = 0; this.#open.length > 0 && timers < MAX_AWAITED_TIMERS; timers += 1) {
      const snapshot = awaitTimer();
      if (!snapshot) break;
      this.enter(snapshot);
    }
    return this.#open[0]?.title ?? null;
  }
}

/** More callbacks than this at one instant never end. */
const CALLBACKS_PER_INSTANT = 1_000;

type Timer = { id: number; due: number; run: () => void };

/** A clock that stands still until it is moved to the next instant at which something is due. */
export class StepClock {
  #now = 0;
  #nextId = 1;
  #timers: Timer[] = [];

  setTimeout(run: () => void, delay: number): number {
    const id = this.#nextId++;
    this.#timers.push({ id, due: this.#now + Math.max(0, delay || 0), run });
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  get now(): number {
    return this.#now;
  }

  /** The next instant at which something is due; undefined when nothing is. */
  get nextDue(): number | undefined {
    return this.#timers.length > 0 ? Math.min(...this.#timers.map(({ due }) => due)) : undefined;
  }

  /**
   * Moves to the next instant. Everything due then runs in the order in which it was scheduled, with what becomes due
   * at the same instant meanwhile.
   */
  runNextInstant(): void {
    const instant = this.nextDue;
    if (instant === undefined) throw new Error('nothing is due');
    this.#now = instant;
    for (let count = 0; ; count += 1) {
      const [next] = this.#timers.filter(({ due }) => due <= instant).sort((one, other) => one.id - other.id);
      if (!next) return;
      if (count === CALLBACKS_PER_INSTANT) throw new Error(`timers of 0 ms start each other without end`);
      this.clearTimeout(next.id);
      next.run();
    }
  }
}

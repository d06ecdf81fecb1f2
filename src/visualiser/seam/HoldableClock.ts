type Timer = { run: () => void; left: number; since: number; handle: number | undefined };

/** A clock for a flow that runs like any other until it is held: then time stands still, and timers are fired by hand. */
export class HoldableClock {
  #isHeld = false;
  #next = 1;
  readonly #timers = new Map<number, Timer>();

  setTimeout(run: () => void, delay: number): number {
    const id = this.#next++;
    const timer: Timer = { run, left: delay, since: 0, handle: undefined };
    this.#timers.set(id, timer);
    if (!this.#isHeld) this.#start(id, timer);
    return id;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    if (timer) window.clearTimeout(timer.handle);
    this.#timers.delete(id);
  }

  /** Lets time stand still, or go on from where it stood. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (const [id, timer] of this.#timers) {
      if (isHeld) this.#stop(timer);
      else this.#start(id, timer);
    }
  }

  /** Lets the time pass at once that the next timer waits for. */
  fireNext(): void {
    if (!this.#isHeld) for (const timer of this.#timers.values()) this.#stop(timer);
    const [first] = [...this.#timers].sort(([, one], [, other]) => one.left - other.left);
    if (first) {
      const [id, { run, left }] = first;
      this.#timers.delete(id);
      for (const timer of this.#timers.values()) timer.left -= left;
      run();
    }
    if (!this.#isHeld) for (const [id, timer] of this.#timers) this.#start(id, timer);
  }

  #start(id: number, timer: Timer): void {
    if (timer.handle !== undefined) return;
    timer.since = performance.now();
    timer.handle = window.setTimeout(() => {
      this.#timers.delete(id);
      timer.run();
    }, timer.left);
  }

  #stop(timer: Timer): void {
    if (timer.handle === undefined) return;
    window.clearTimeout(timer.handle);
    timer.handle = undefined;
    timer.left = Math.max(0, timer.left - (performance.now() - timer.since));
  }
}

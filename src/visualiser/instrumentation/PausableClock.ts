type Timer = { callback: () => void; remaining: number; startedAt: number; handle: number | undefined };

/** A clock for a flow that runs like any other until it is held: then time stands still, and timers are fired by hand. */
export class PausableClock {
  #isPaused = false;
  #nextId = 1;
  readonly #timers = new Map<number, Timer>();

  setTimeout(run: () => void, delay: number): number {
    const id = this.#nextId++;
    const timer: Timer = { callback: run, remaining: delay, startedAt: 0, handle: undefined };
    this.#timers.set(id, timer);
    if (!this.#isPaused) this.#start(id, timer);
    return id;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    if (timer) window.clearTimeout(timer.handle);
    this.#timers.delete(id);
  }

  /** Lets time stand still, or go on from where it stood. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const [id, timer] of this.#timers) {
      if (isPaused) this.#stop(timer);
      else this.#start(id, timer);
    }
  }

  /** Lets the time pass at once that the next timer waits for. */
  fireNext(): void {
    if (!this.#isPaused) for (const timer of this.#timers.values()) this.#stop(timer);
    const [first] = [...this.#timers].sort(([, one], [, other]) => one.remaining - other.remaining);
    if (first) {
      const [id, { callback: run, remaining: left }] = first;
      this.#timers.delete(id);
      for (const timer of this.#timers.values()) timer.remaining -= left;
      run();
    }
    if (!this.#isPaused) for (const [id, timer] of this.#timers) this.#start(id, timer);
  }

  #start(id: number, timer: Timer): void {
    if (timer.handle !== undefined) return;
    timer.startedAt = performance.now();
    timer.handle = window.setTimeout(() => {
      this.#timers.delete(id);
      timer.callback();
    }, timer.remaining);
  }

  #stop(timer: Timer): void {
    if (timer.handle === undefined) return;
    window.clearTimeout(timer.handle);
    timer.handle = undefined;
    timer.remaining = Math.max(0, timer.remaining - (performance.now() - timer.startedAt));
  }
}

/** A timer; `remaining` in milliseconds, `handle` while it runs. */
type Timer = { callback: () => void; remaining: number; startedAt: number; handle: number | undefined };

/** A clock for a flow that can be paused. While it is paused no timer runs down, but each can be fired by command. */
export class PausableClock {
  #isPaused = false;
  #nextId = 1;
  readonly #timers = new Map<number, Timer>();

  /** Starts a timer, in milliseconds; returns its id. */
  setTimeout(callback: () => void, delay: number): number {
    const id = this.#nextId++;
    const timer: Timer = { callback, remaining: delay, startedAt: 0, handle: undefined };
    this.#timers.set(id, timer);
    if (!this.#isPaused) this.#start(id, timer);
    return id;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    if (timer) window.clearTimeout(timer.handle);
    this.#timers.delete(id);
  }

  /** Pauses all timers, or resumes them with their remaining time. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const [id, timer] of this.#timers) {
      if (isPaused) this.#stop(timer);
      else this.#start(id, timer);
    }
  }

  /** Advances the time to the next timer and fires it. */
  fireNext(): void {
    if (!this.#isPaused) for (const timer of this.#timers.values()) this.#stop(timer);
    const [first] = [...this.#timers].sort(([, one], [, other]) => one.remaining - other.remaining);
    if (first) {
      const [id, { callback, remaining }] = first;
      this.#timers.delete(id);
      for (const timer of this.#timers.values()) timer.remaining -= remaining;
      callback();
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

/** Milliseconds after which a silent visualiser is asked to answer. A hidden tab may ping once a minute only. */
export const SILENCE_TIMEOUT = 5_000;

/** Milliseconds in which a visualiser answers; one that does not counts as closed. */
const ANSWER_TIMEOUT = 2_000;

type Options = {
  /** Asks all visualisers to answer. */
  ask: () => void;
  /** Is called when there is none, or none any more. */
  onNone: () => void;
};

/** The open visualisers, as far as a page hears of them. */
export class Visualisers {
  readonly #options: Options;
  /** The time of the last message of each. */
  readonly #lastHeardAt = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether none is open. */
  get isEmpty(): boolean {
    return this.#lastHeardAt.size === 0;
  }

  /** Whether nothing was heard of one for a long time. */
  get isOneSilent(): boolean {
    const now = performance.now();
    return [...this.#lastHeardAt.values()].some((lastHeardAt) => now - lastHeardAt > SILENCE_TIMEOUT);
  }

  /** Notes that a visualiser has sent a message. Returns whether it is the first one of it. */
  note(visualiser: string): boolean {
    const isNew = !this.#lastHeardAt.has(visualiser);
    this.#lastHeardAt.set(visualiser, performance.now());
    return isNew;
  }

  remove(visualiser: string): void {
    this.#lastHeardAt.delete(visualiser);
    if (this.isEmpty) this.#options.onNone();
  }

  /** Asks all to answer, and removes those that do not. */
  requireAnswer(): void {
    const askedAt = performance.now();
    this.#options.ask();
    setTimeout(() => {
      for (const [visualiser, lastHeardAt] of this.#lastHeardAt)
        if (lastHeardAt < askedAt) this.#lastHeardAt.delete(visualiser);
      if (this.isEmpty) this.#options.onNone();
    }, ANSWER_TIMEOUT);
  }
}

import type { AnyMachineSnapshot } from 'xstate';
import { type Path, printFailure } from '../../../machines/paths/index.ts';

/** The failure of the last of some steps. Its message says them in words, its cause says what is wrong. */
export class StepFailure extends Error {
  /** Private, because Vitest prints the public properties of an error. */
  readonly #steps: Path;
  readonly #actual: string | null;
  readonly #picture: string | null;

  constructor(
    initial: AnyMachineSnapshot,
    steps: Path,
    actual: string | null,
    cause: unknown,
    picture: string | null = null,
  ) {
    super(printFailure(initial, steps, actual), { cause });
    this.#steps = steps;
    this.#actual = actual;
    this.#picture = picture;
  }

  /** The state that the last step led to; null where nothing renders the flow. */
  get actual(): string | null {
    return this.#actual;
  }

  /** What the page showed then: an HTML document or an image as a data URL; null on the bare machine. */
  get picture(): string | null {
    return this.#picture;
  }

  get steps(): Path {
    return this.#steps;
  }
}

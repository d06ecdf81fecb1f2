import type { AnyMachineSnapshot } from 'xstate';
import type { Path } from '../../../machines/paths/plan.ts';
import { printFailure } from '../../../machines/paths/print.ts';

/** The failure of the last of some steps. Its message says them in words, its cause says what is wrong. */
export class StepFailure extends Error {
  /** Private, because Vitest prints the public properties of an error. */
  readonly #steps: Path;

  constructor(initial: AnyMachineSnapshot, steps: Path, actual: string | null, cause: unknown) {
    super(printFailure(initial, steps, actual), { cause });
    this.#steps = steps;
  }

  get steps(): Path {
    return this.#steps;
  }
}

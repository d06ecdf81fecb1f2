import type { AnyMachineSnapshot } from 'xstate';
import { describeState, describeStep } from '../define/words.ts';
import type { Path } from '../simulate/graph.types.ts';

/**
 * A failed path in plain words: the steps that succeeded, the failed step, and the expected and actual state.
 * `actual` is the name of the state, null where nothing renders the flow.
 */
function printFailure(initial: AnyMachineSnapshot, steps: Path, actual: string | null): string {
  const succeeded = steps
    .slice(0, -1)
    .flatMap(({ step, after }) => [`  When ${describeStep(step)},`, `  then ${describeState(after)}`]);
  const last = steps.at(-1);
  return [
    `step ${steps.length} went wrong`,
    `  Given ${describeState(initial)}`,
    ...succeeded,
    ...(last ? [`  When ${describeStep(last.step)},`, `  then expected: ${describeState(last.after)}`] : []),
    `       actual: [${actual ?? 'nothing renders the flow'}]`,
  ].join('\n');
}

/**
 * The failure of the last of some steps. Its message describes the steps in words, its cause the error.
 *
 * @example
 * const [path] = plan(explore(shelf)).paths;
 * const broken = { ...shelf, machine: mutationsOf(shelf)[0].apply(machine) };
 * const failure = await walk(broken, path).catch((error) => error);
 * failure instanceof StepFailure; // true
 * failure.steps.length; // 1
 */
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

  /** The picture of the page then: an HTML document or an image as a data URL; null on the bare machine. */
  get picture(): string | null {
    return this.#picture;
  }

  get steps(): Path {
    return this.#steps;
  }
}

import type { AnyMachineSnapshot } from 'xstate';
import { type Flow, type Step, stepName } from '../../../machines/paths/index.ts';
import { stateName } from '../../../machines/stateName.ts';
import { CoverageGuide } from './coverageGuide.ts';
import { type MachineWalk, performWalk, shrinkWalk } from './machineWalk.ts';
import { chooseByWeight, type Random, randomOf } from './random.ts';

type RandomOptions = {
  seed: number;
  /** The largest number of steps of one walk. */
  maxLength?: number;
  /** The relative weight of a step: 1 by default, 0 for never. */
  weightOf?: (step: Step) => number;
  /** Ends a walk early. */
  shouldStop?: (snapshot: AnyMachineSnapshot) => boolean;
  /** Whether walks are led to where coverage is thin; otherwise every possible step is equally likely. */
  isGuided?: boolean;
};

export type WalkOptions = RandomOptions & { walks: number };

/** A walk that violates a property, shrunk: its steps with the states they lead to. */
export type WalkFailure = { property: string; steps: [step: string, state: string][] };

export type WalkResult = { walks: number; stepCount: number; failure: WalkFailure | null };

/** One of so many guided walks is uniform, so that no step depends on the guide alone. */
const UNIFORM_EVERY = 4;

const integerUpTo = (largest: number, random: Random) => Math.floor(random() * (largest + 1));

/** Yields random walks on the bare machine, the same for the same seed, with the pairs of transitions taken so far. */
export function* randomWalks(
  flow: Flow,
  { seed, maxLength = 40, weightOf = () => 1, shouldStop = () => false, isGuided = true }: RandomOptions,
): Generator<MachineWalk & { guide: CoverageGuide }> {
  const random = randomOf(seed);
  const guide = new CoverageGuide();
  for (let index = 0; ; index += 1) {
    const isUniform = !isGuided || index % UNIFORM_EVERY === 0;
    const beginning = isUniform ? [] : guide.beginning(random, maxLength);
    const length = isUniform
      ? integerUpTo(maxLength, random)
      : Math.min(maxLength, beginning.length + 1 + integerUpTo(maxLength, random));
    guide.begin();
    const walk = performWalk(flow, {
      next: (machine, at) => {
        if (at >= length || shouldStop(machine.snapshot)) return undefined;
        const steps = machine.steps();
        guide.enter(stateName(machine.snapshot), steps.map(stepName));
        if (at < beginning.length) return steps.find((step) => stepName(step) === beginning[at]);
        return chooseByWeight(
          steps,
          random(),
          (step) => weightOf(step) * (isUniform ? 1 : guide.weightOf(stepName(step))),
        );
      },
      performed: (step, after, taken) => guide.performed(stepName(step), taken, stateName(after)),
    });
    yield { ...walk, guide };
  }
}

/** Performs random walks on the bare machine, and checks the properties of the flow, up to the first failure. */
export function runRandomWalks(flow: Flow, { walks, ...options }: WalkOptions): WalkResult {
  let [walkCount, stepCount] = [0, 0];
  for (const walk of randomWalks(flow, options)) {
    if (walkCount === walks) break;
    walkCount += 1;
    stepCount += walk.steps.length;
    if (walk.violated !== null) {
      const { steps, violated } = shrinkWalk(flow, walk);
      return { walks: walkCount, stepCount, failure: { property: violated ?? '', steps } };
    }
  }
  return { walks: walkCount, stepCount, failure: null };
}

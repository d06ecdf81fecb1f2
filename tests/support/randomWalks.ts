import fc from 'fast-check';
import type { AnyMachineSnapshot } from 'xstate';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Property, Step } from '../../machines/paths/paths.types.ts';
import { isViolatedAt } from '../../machines/paths/properties.ts';
import { createSimulation, possibleSteps, type Simulation } from '../../machines/paths/simulation.ts';
import { stepName } from '../../machines/paths/steps.ts';
import { stateName } from '../../machines/stateName.ts';

export type WalkOptions = {
  seed: number;
  walks: number;
  /** The largest number of steps of one walk. */
  maxLength?: number;
  /** The relative weight of a step: 1 by default, 0 for never. */
  weightOf?: (step: Step) => number;
  /** Ends a walk early. */
  shouldStop?: (snapshot: AnyMachineSnapshot) => boolean;
};

/** A walk that violates a property, shrunk: its steps with the states they lead to. */
export type WalkFailure = { property: string; steps: [step: string, state: string][] };

export type WalkResult = { walks: number; stepCount: number; failure: WalkFailure | null };

type Walk = { steps: [string, string][]; violated: string | null };

/** Returns a step chosen by the weights of the steps; `position` is at least 0 and below 1. */
function chooseStep(
  steps: readonly Step[],
  position: number,
  weigh: (step: Step) => number,
): Step | undefined {
  const total = steps.reduce((sum, step) => sum + weigh(step), 0);
  let remaining = position * total;
  return steps.find((step) => {
    remaining -= weigh(step);
    return remaining < 0;
  });
}

/** The number of different positions that fast-check draws. */
const PICK_RESOLUTION = 2 ** 30;

/** After this many timers an `eventually` property that is still open counts as violated. */
const MAX_AWAITED_TIMERS = 100;

/** The `eventually` properties of a walk whose condition has been met and whose required state has not been reached yet. */
class Obligations {
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

  /** Lets timers run without events and outcomes. Returns the title of a property that stays open, or null. */
  firstUnmet({ actor, timeUntilNextTimer, advance }: Simulation): string | null {
    for (let timers = 0; this.#open.length > 0 && timers < MAX_AWAITED_TIMERS; timers += 1) {
      const wait = timeUntilNextTimer();
      if (wait === 0) break;
      advance(wait);
      this.enter(actor.getSnapshot());
    }
    return this.#open[0]?.title ?? null;
  }
}

/**
 * Performs the steps that `next` returns, up to the first violated property. After the last step, timers run until the
 * open `eventually` properties are met.
 */
function performWalk(
  flow: Flow,
  next: (snapshot: AnyMachineSnapshot, index: number) => Step | undefined,
): Walk {
  const simulation = createSimulation(flow);
  const steps: Walk['steps'] = [];
  const obligations = new Obligations(flow, simulation.actor.getSnapshot());
  try {
    for (let index = 0; ; index += 1) {
      const before: AnyMachineSnapshot = simulation.actor.getSnapshot();
      const step = next(before, index);
      if (!step) return { steps, violated: obligations.firstUnmet(simulation) };
      simulation.perform(step);
      const after: AnyMachineSnapshot = simulation.actor.getSnapshot();
      steps.push([stepName(step), stateName(after)]);
      const violated = flow.properties.find((property) => isViolatedAt(property, { before, step, after }));
      if (violated) return { steps, violated: violated.title };
      obligations.enter(after);
    }
  } finally {
    simulation.actor.stop();
  }
}

/** Performs a sequence of steps by their names; an impossible step ends the walk. */
const replayWalk = (flow: Flow, names: readonly string[]): Walk =>
  performWalk(flow, (snapshot, index) =>
    possibleSteps(flow, snapshot).find((step) => stepName(step) === names[index]),
  );

/** Returns a failing walk without the steps that are not necessary for the failure. */
function shrink(flow: Flow, failing: Walk): Walk {
  for (let index = 0; index < failing.steps.length; index += 1) {
    const names = failing.steps.map(([name]) => name);
    const candidate = replayWalk(flow, names.toSpliced(index, 1));
    if (candidate.violated === failing.violated) return shrink(flow, candidate);
  }
  return failing;
}

/** Performs random walks on the bare machine, the same for the same seed, and checks the properties of the flow. */
export function runRandomWalks(
  flow: Flow,
  { seed, walks, maxLength = 40, weightOf = () => 1, shouldStop = () => false }: WalkOptions,
): WalkResult {
  let stepCount = 0;
  let shortestFailing: Walk | null = null;
  // fast-check draws doubles evenly among all representable ones, most of which are close to 0.
  const pick = fc.noBias(fc.nat(PICK_RESOLUTION - 1)).map((units) => units / PICK_RESOLUTION);
  const property = fc.property(fc.array(pick, { maxLength, size: 'max' }), (positions) => {
    const walk = performWalk(flow, (snapshot, index) => {
      const position = positions[index];
      if (position === undefined || shouldStop(snapshot)) return undefined;
      return chooseStep(possibleSteps(flow, snapshot), position, weightOf);
    });
    stepCount += walk.steps.length;
    if (
      walk.violated !== null &&
      (shortestFailing === null || walk.steps.length <= shortestFailing.steps.length)
    )
      shortestFailing = walk;
    return walk.violated === null;
  });
  const { failed } = fc.check(property, { seed, numRuns: walks });
  return {
    walks,
    stepCount,
    failure: failed && shortestFailing ? walkFailureOf(shrink(flow, shortestFailing)) : null,
  };
}

const walkFailureOf = ({ steps, violated }: Walk): WalkFailure => ({
  property: violated ?? '',
  steps,
});

/** Returns a failure as the source text of a journey. */
export function asJourney({ property, steps }: WalkFailure): string {
  const lines = steps.map(([step, state]) => `    [${JSON.stringify(step)}, ${JSON.stringify(state)}],`);
  return ['{', `  title: ${JSON.stringify(property)},`, '  steps: [', ...lines, '  ],', '}'].join('\n');
}

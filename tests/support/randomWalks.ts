import fc from 'fast-check';
import type { AnyMachineSnapshot } from 'xstate';
import { possibleSteps, stepName } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Property, Step } from '../../machines/paths/paths.types.ts';
import { isViolatedAt } from '../../machines/paths/properties.ts';
import { createSimulation, type Simulation } from '../../machines/paths/simulation.ts';
import { stateName } from '../../machines/stateName.ts';

export type WalkOptions = {
  seed: number;
  walks: number;
  /** Most steps of one walk. */
  maxLength?: number;
  /** How much likelier a step is than others; 1 unless said, 0 for never. */
  weightOf?: (step: Step) => number;
  /** Ends a walk early. */
  shouldStop?: (snapshot: AnyMachineSnapshot) => boolean;
};

/** A walk that broke a property: the shortest sequence found that still does, with the states it leads through. */
export type WalkFailure = { property: string; steps: [step: string, state: string][] };

export type WalkResult = { walks: number; stepCount: number; failure: WalkFailure | null };

type Walk = { steps: [string, string][]; violated: string | null };

/** Chooses among steps by their weights; `pick` is a number from 0 up to, but not including, 1. */
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

/** Into how many parts the choice among the steps is divided. */
const PICK_RESOLUTION = 2 ** 30;

/** So many timers are waited for until what has not come by then never comes. */
const MAX_AWAITED_TIMERS = 100;

/** What a walk has still to come to: what `eventually` is to come after a state it went through, and has not come yet. */
class Obligations {
  readonly #properties: readonly Property[];
  #open: readonly Property[] = [];

  constructor({ properties }: Flow, first: AnyMachineSnapshot) {
    this.#properties = properties;
    this.enter(first);
  }

  /** Goes on to a state. */
  enter(snapshot: AnyMachineSnapshot): void {
    this.#open = this.#properties.filter((property) => {
      if (property.kind !== 'eventually' || property.comes(snapshot)) return false;
      return this.#open.includes(property) || property.after(snapshot);
    });
  }

  /** The title of one that does not come when nobody does anything any more and nothing answers; null where all do. */
  firstUnmet({ actor, timeUntilNextTimer: untilNextTimer, advance }: Simulation): string | null {
    for (let timers = 0; this.#open.length > 0 && timers < MAX_AWAITED_TIMERS; timers += 1) {
      const wait = untilNextTimer();
      if (wait === 0) break;
      advance(wait);
      this.enter(actor.getSnapshot());
    }
    return this.#open[0]?.title ?? null;
  }
}

/**
 * Walks as long as `next` says how, and stops at the first property that breaks. When the walk is over, time passes
 * until everything has come that must come in the end.
 */
function performWalk(
  flow: Flow,
  next: (snapshot: AnyMachineSnapshot, index: number) => Step | undefined,
): Walk {
  const simulation = createSimulation(flow.machine, flow.input);
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

/** Walks a sequence of steps by their names; one that cannot happen ends the walk. */
const replayWalk = (flow: Flow, names: readonly string[]): Walk =>
  performWalk(flow, (snapshot, index) =>
    possibleSteps(flow, snapshot).find((step) => stepName(step) === names[index]),
  );

/** Leaves out of a failing sequence whatever can be left out. */
function shrink(flow: Flow, failing: Walk): Walk {
  for (let index = 0; index < failing.steps.length; index += 1) {
    const names = failing.steps.map(([name]) => name);
    const candidate = replayWalk(flow, names.toSpliced(index, 1));
    if (candidate.violated === failing.violated) return shrink(flow, candidate);
  }
  return failing;
}

/** Walks at random on the bare machine, the same walks for the same seed, and checks the flow's properties at each step, and at the end of each walk what must have come. */
export function runRandomWalks(
  flow: Flow,
  {
    seed,
    walks,
    maxLength: length = 40,
    weightOf: weigh = () => 1,
    shouldStop: stop = () => false,
  }: WalkOptions,
): WalkResult {
  let stepCount = 0;
  let shortestFailing: Walk | null = null;
  // Doubles would do, but fast-check draws them evenly among all there are, and most of those are next to 0.
  const pick = fc.noBias(fc.nat(PICK_RESOLUTION - 1)).map((units) => units / PICK_RESOLUTION);
  const property = fc.property(fc.array(pick, { maxLength: length, size: 'max' }), (positions) => {
    const walked = performWalk(flow, (snapshot, index) => {
      const position = positions[index];
      if (position === undefined || stop(snapshot)) return undefined;
      return chooseStep(possibleSteps(flow, snapshot), position, weigh);
    });
    stepCount += walked.steps.length;
    if (
      walked.violated !== null &&
      (shortestFailing === null || walked.steps.length <= shortestFailing.steps.length)
    )
      shortestFailing = walked;
    return walked.violated === null;
  });
  const { failed } = fc.check(property, { seed, numRuns: walks });
  return {
    walks,
    stepCount,
    failure: failed && shortestFailing ? walkFailureOf(shrink(flow, shortestFailing)) : null,
  };
}

const walkFailureOf = ({ steps: legs, violated: broken }: Walk): WalkFailure => ({
  property: broken ?? '',
  steps: legs,
});

/** A failure as a journey that can be pasted beside the others of its flow. */
export function asJourney({ property, steps: legs }: WalkFailure): string {
  const lines = legs.map(([step, state]) => `    [${JSON.stringify(step)}, ${JSON.stringify(state)}],`);
  return ['{', `  title: ${JSON.stringify(property)},`, '  steps: [', ...lines, '  ],', '}'].join('\n');
}

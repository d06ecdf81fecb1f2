import fc from 'fast-check';
import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../stateName.ts';
import { type Step, stepName, stepsFrom } from './explore.ts';
import type { Flow } from './flow.ts';
import { isBrokenAt, type Property } from './properties.ts';
import { createStage, type Stage } from './stage.ts';

export type WalkOptions = {
  seed: number;
  walks: number;
  /** Most steps of one walk. */
  length?: number;
  /** How much likelier a step is than others; 1 unless said, 0 for never. */
  weigh?: (step: Step) => number;
  /** Ends a walk early. */
  stop?: (snapshot: AnyMachineSnapshot) => boolean;
};

/** A walk that broke a property: the shortest sequence found that still does, with the states it leads through. */
export type Failure = { property: string; legs: [step: string, state: string][] };

export type WalkResult = { walks: number; steps: number; failure: Failure | null };

type Walked = { legs: [string, string][]; broken: string | null };

/** Chooses among steps by their weights; `pick` is a number from 0 up to, but not including, 1. */
function choose(steps: readonly Step[], pick: number, weigh: (step: Step) => number): Step | undefined {
  const total = steps.reduce((sum, step) => sum + weigh(step), 0);
  let left = pick * total;
  return steps.find((step) => {
    left -= weigh(step);
    return left < 0;
  });
}

/** Into how many parts the choice among the steps is divided. */
const GRAIN = 2 ** 30;

/** So many timers are waited for until what has not come by then never comes. */
const PATIENCE = 100;

/** What a walk has still to come to: what `eventually` is to come after a state it went through, and has not come yet. */
class Dues {
  readonly #properties: readonly Property[];
  #open: readonly Property[] = [];

  constructor({ properties }: Flow, first: AnyMachineSnapshot) {
    this.#properties = properties;
    this.pass(first);
  }

  /** Goes on to a state. */
  pass(snapshot: AnyMachineSnapshot): void {
    this.#open = this.#properties.filter((property) => {
      if (property.kind !== 'eventually' || property.comes(snapshot)) return false;
      return this.#open.includes(property) || property.after(snapshot);
    });
  }

  /** The title of one that does not come when nobody does anything any more and nothing answers; null where all do. */
  missing({ actor, untilNextTimer, advance }: Stage): string | null {
    for (let timers = 0; this.#open.length > 0 && timers < PATIENCE; timers += 1) {
      const wait = untilNextTimer();
      if (wait === 0) break;
      advance(wait);
      this.pass(actor.getSnapshot());
    }
    return this.#open[0]?.title ?? null;
  }
}

/**
 * Walks as long as `next` says how, and stops at the first property that breaks. When the walk is over, time passes
 * until everything has come that must come in the end.
 */
function walkOnce(
  flow: Flow,
  next: (snapshot: AnyMachineSnapshot, index: number) => Step | undefined,
): Walked {
  const stage = createStage(flow.machine, flow.input);
  const legs: Walked['legs'] = [];
  const dues = new Dues(flow, stage.actor.getSnapshot());
  try {
    for (let index = 0; ; index += 1) {
      const before: AnyMachineSnapshot = stage.actor.getSnapshot();
      const step = next(before, index);
      if (!step) return { legs, broken: dues.missing(stage) };
      stage.take(step);
      const after: AnyMachineSnapshot = stage.actor.getSnapshot();
      legs.push([stepName(step), stateName(after)]);
      const broken = flow.properties.find((property) => isBrokenAt(property, { before, step, after }));
      if (broken) return { legs, broken: broken.title };
      dues.pass(after);
    }
  } finally {
    stage.actor.stop();
  }
}

/** Walks a sequence of steps by their names; one that cannot happen ends the walk. */
const retrace = (flow: Flow, names: readonly string[]): Walked =>
  walkOnce(flow, (snapshot, index) =>
    stepsFrom(flow, snapshot).find((step) => stepName(step) === names[index]),
  );

/** Leaves out of a failing sequence whatever can be left out. */
function shorten(flow: Flow, failing: Walked): Walked {
  for (let index = 0; index < failing.legs.length; index += 1) {
    const names = failing.legs.map(([name]) => name);
    const shorter = retrace(flow, names.toSpliced(index, 1));
    if (shorter.broken === failing.broken) return shorten(flow, shorter);
  }
  return failing;
}

/** Walks at random on the bare machine, the same walks for the same seed, and checks the flow's properties at each step, and at the end of each walk what must have come. */
export function walkAtRandom(
  flow: Flow,
  { seed, walks, length = 40, weigh = () => 1, stop = () => false }: WalkOptions,
): WalkResult {
  let steps = 0;
  let failing: Walked | null = null;
  // Doubles would do, but fast-check draws them evenly among all there are, and most of those are next to 0.
  const pick = fc.noBias(fc.nat(GRAIN - 1)).map((grains) => grains / GRAIN);
  const property = fc.property(fc.array(pick, { maxLength: length, size: 'max' }), (picks) => {
    const walked = walkOnce(flow, (snapshot, index) => {
      const picked = picks[index];
      if (picked === undefined || stop(snapshot)) return undefined;
      return choose(stepsFrom(flow, snapshot), picked, weigh);
    });
    steps += walked.legs.length;
    if (walked.broken !== null && (failing === null || walked.legs.length <= failing.legs.length))
      failing = walked;
    return walked.broken === null;
  });
  const { failed } = fc.check(property, { seed, numRuns: walks });
  return { walks, steps, failure: failed && failing ? failureOf(shorten(flow, failing)) : null };
}

const failureOf = ({ legs, broken }: Walked): Failure => ({ property: broken ?? '', legs });

/** A failure as a journey that can be pasted beside the others of its flow. */
export function asJourney({ property, legs }: Failure): string {
  const lines = legs.map(([step, state]) => `    [${JSON.stringify(step)}, ${JSON.stringify(state)}],`);
  return ['{', `  title: ${JSON.stringify(property)},`, '  legs: [', ...lines, '  ],', '}'].join('\n');
}

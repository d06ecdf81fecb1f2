import { changedParts } from '../define/changedParts.ts';
import { stateName, stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Explorer } from '../simulate/explorer.types.ts';
import type { Edge, Path } from '../simulate/graph.types.ts';
import { refusalsIn } from '../simulate/refusals.ts';
import type { StepResult, SystemState } from '../simulate/system.types.ts';
import { effectsOf } from './effects.ts';
import type { WrittenResult, WrittenStep, WrittenTest } from './writtenPlan.ts';

/** A machine that follows written steps: its state and its next step. */
export type Follower = {
  start: WrittenResult;
  state: () => SystemState;
  /** Performs the step with a name; null where it cannot happen. A step that nothing takes is refused. */
  perform: (name: string) => { edge: Edge; written: WrittenStep } | null;
};

const resultOf = (flow: Flow, before: SystemState | null, result: StepResult): WrittenResult => ({
  state: stateName(result.state.snapshot),
  effects: effectsOf(flow, before, result),
});

function takenEdge(explorer: Explorer, before: SystemState, step: Step): { edge: Edge; result: StepResult } {
  const result = explorer.perform(before, step);
  const { state, microsteps, transientStates, cancelled } = result;
  const edge = {
    from: explorer.keyOf(before),
    to: explorer.keyOf(state),
    step,
    after: state.snapshot,
    transitions: microsteps.flatMap(({ transitions }) => transitions),
    changes: changedParts(before.snapshot.context, state.snapshot.context),
    guardResults: [...result.guardResults],
    conditions: [...result.conditions],
    transientStates,
    microsteps,
    cancelled,
  };
  return { edge, result };
}

/** A follower of a flow, which knows the way that it has taken and explores nothing else. */
export function createFollower(flow: Flow): Follower {
  const explorer = createExplorer(flow);
  const started = explorer.start();
  let { state } = started;
  return {
    start: resultOf(flow, null, started),
    state: () => state,
    perform: (name) => {
      const before = state;
      const step = explorer.steps(before).steps.find((possible) => stepName(possible) === name);
      if (!step) {
        const refused = refusalsIn(explorer, explorer.keyOf(before), before);
        const edge = refused.find((each) => stepName(each.step) === name);
        return edge ? { edge, written: { name, refused: true } } : null;
      }
      const { edge, result } = takenEdge(explorer, before, step);
      state = result.state;
      const wait = 'wait' in step ? { wait: step.wait } : {};
      return { edge, written: { name, ...wait, ...resultOf(flow, before, result) } };
    },
  };
}

/** Steps that a flow has taken, in writing and as a path. */
export type Followed = { steps: WrittenStep[]; path: Path };

/** The steps that a flow takes of those with some names, up to the first that cannot happen. */
export function followNames(flow: Flow, names: readonly string[]): Followed {
  const follower = createFollower(flow);
  const followed: Followed = { steps: [], path: [] };
  for (const name of names) {
    const performed = follower.perform(name);
    if (!performed) break;
    followed.steps.push(performed.written);
    followed.path.push(performed.edge);
  }
  return followed;
}

/**
 * The path of a flow through steps with some names, without exploring it; null where one of them cannot happen. An
 * event that nothing takes is a step that stays.
 *
 * @example
 * pathThrough(shelf, ['asked: without a payload', 'fetchBook: found'])?.length; // 2
 * pathThrough(shelf, ['fetchBook: found']); // null
 */
export function pathThrough(flow: Flow, names: readonly string[]): Path | null {
  const { path } = followNames(flow, names);
  return path.length === names.length ? path : null;
}

const quoted = (state: string) => `\`${state}\``;

const listed = (effects: readonly string[]) => effects.join(' · ') || 'nothing';

/** The state that a step leads to, and the written one; null for none. */
type States = { actual: string | null; written: string | null };

type Difference = { text: string; states: States };

/** The difference of a result from the written one; null where there is none. */
function resultDifference(actual: WrittenResult, written: WrittenResult): Difference | null {
  const states = { actual: actual.state, written: written.state };
  if (actual.state !== written.state)
    return { text: `led to ${quoted(actual.state)}, written is ${quoted(written.state)}`, states };
  const added = actual.effects.filter((effect) => !written.effects.includes(effect));
  const missing = written.effects.filter((effect) => !actual.effects.includes(effect));
  if (added.length + missing.length > 0)
    return { text: `brought ${listed(added)}, written is ${listed(missing)}`, states };
  if (actual.effects.join('\n') === written.effects.join('\n')) return null;
  return {
    text: `brought ${listed(actual.effects)}, written is this order: ${listed(written.effects)}`,
    states,
  };
}

function stepDifference(actual: WrittenStep, written: WrittenStep): Difference | null {
  if ('refused' in actual)
    return 'refused' in written
      ? null
      : {
          text: `is refused, written is ${quoted(written.state)}`,
          states: { actual: null, written: written.state },
        };
  if ('refused' in written)
    return {
      text: `led to ${quoted(actual.state)} and brought ${listed(actual.effects)}, written is that nothing takes it`,
      states: { actual: actual.state, written: null },
    };
  if (actual.wait === written.wait) return resultDifference(actual, written);
  const states = { actual: actual.state, written: written.state };
  return { text: `came after ${actual.wait} ms, written is ${written.wait} ms`, states };
}

/**
 * Says that a machine does something else than its plan, and how the plan is written again where that is meant.
 *
 * @example
 * const { start } = writePlan(shelf);
 * const test = { title: 'a full shelf', steps: [{ name: 'asked: without a payload', state: 'full', effects: [] }] };
 * followTest(shelf, start, test, 1); // throws PlanDivergence
 */
export class PlanDivergence extends Error {
  /** Private, because Vitest prints the public properties of an error. */
  readonly #states: States;

  constructor(
    flow: Flow,
    place: string,
    difference: string,
    states: States = { actual: null, written: null },
  ) {
    super(
      `${flow.id}, ${place} ${difference}. If that is meant: ${flow.planCommand}, and review the difference.`,
    );
    this.name = 'PlanDivergence';
    this.#states = states;
  }

  /** The state that the step leads to and the written one, by their names; null for none. */
  get states(): States {
    return this.#states;
  }
}

/**
 * Follows a written test on a machine, without exploring it. Returns the path that it takes.
 *
 * @throws PlanDivergence at the first step that does something else than is written
 *
 * @example
 * const { start, tests } = writePlan(shelf);
 * followTest(shelf, start, tests[0], 1).length === tests[0].steps.length; // true
 */
export function followTest(flow: Flow, start: WrittenResult, test: WrittenTest, number: number): Path {
  const follower = createFollower(flow);
  const startDifference = resultDifference(follower.start, start);
  if (startDifference !== null)
    throw new PlanDivergence(flow, 'the start', startDifference.text, startDifference.states);
  return test.steps.map((written, index) => {
    const place = `test ${number}, step ${index + 1}: ${written.name}`;
    const performed = follower.perform(written.name);
    if (!performed)
      throw new PlanDivergence(
        flow,
        place,
        `cannot happen in ${quoted(stateName(follower.state().snapshot))}`,
      );
    const difference = stepDifference(performed.written, written);
    if (difference !== null) throw new PlanDivergence(flow, place, difference.text, difference.states);
    return performed.edge;
  });
}

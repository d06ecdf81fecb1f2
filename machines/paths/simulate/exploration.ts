import { changedParts } from '../define/changedParts.ts';
import { countedStates, stateName, stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import { transitionsOf } from '../define/xstateInternals.ts';
import { ExploreError } from './exploreError.ts';
import type { Explorer, Performed } from './explorer.types.ts';
import type { Edge, GraphState } from './graph.types.ts';
import { guardResultsOf } from './guards.ts';
import { randomNumbers } from './knownWorld.ts';
import { systemKey } from './stateKey.ts';
import type { SystemState } from './system.types.ts';

/** The length of a random walk in steps. */
const WALK_LENGTH = 60;

/** Random walks in a row without anything new, after which there are no more. */
const QUIET_WALKS = 100;

/** A flow while it is explored, as far as it is known. */
export class Exploration {
  readonly #explorer: Explorer;
  readonly #flow: Flow;
  readonly #keys = new WeakMap<SystemState, string>();
  readonly #found = new Map<string, { system: SystemState; steps: Map<string, [Step, Performed]> }>();
  readonly #names = new Set<string>();
  readonly #seen = new Set<string>();
  /** The keys of the states in which a guard has a result, by the id of the result. */
  readonly evaluations = new Map<string, Set<string>>();
  readonly #refusals = new Set<string>();
  /** The states since the last that brought something new. */
  statesWithoutNews = 0;

  constructor(explorer: Explorer, flow: Flow) {
    this.#explorer = explorer;
    this.#flow = flow;
  }

  keyOf(system: SystemState): string {
    const known = this.#keys.get(system);
    if (known !== undefined) return known;
    const key = systemKey(this.#flow, system);
    this.#keys.set(system, key);
    return key;
  }

  /** Adds the state in which the machine starts. */
  begin({ state, guardResults, conditions }: Performed): void {
    this.add(state);
    this.#note(this.keyOf(state), guardResults, conditions);
  }

  steps(system: SystemState): Step[] {
    const found = this.#unlessRefused(() => this.#explorer.steps(system));
    if (!found) return [];
    const { steps, guardResults, conditions } = found;
    this.#note(this.keyOf(system), guardResults, conditions);
    return steps;
  }

  /** Performs a step, and adds it with its target state; a refused step leads nowhere. */
  perform(system: SystemState, step: Step): SystemState {
    const name = stepName(step);
    const happened = this.#unlessRefused(() => this.#explorer.perform(system, step));
    if (!happened) return system;
    const { guardResults, conditions, state } = happened;
    const transitions = happened.microsteps.flatMap((microstep) => microstep.transitions);
    const place = stateName(state.snapshot);
    this.#names.add(place);
    const news = [...conditions, ...transitions, ...countedStates(this.#names, place)];
    this.#note(this.keyOf(system), guardResults, transitions.length > 0 ? [...news, name] : news);
    this.add(system).steps.set(name, [step, happened]);
    this.add(state);
    return state;
  }

  /**
   * Runs a part of the exploration. Where it is refused, the rest of a machine outside the product is explored.
   */
  #unlessRefused<Result>(run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ExploreError) || !this.#flow.placeholders) throw error;
      this.#refusals.add(error.message);
      return null;
    }
  }

  get refusals(): string[] {
    return [...this.#refusals];
  }

  add(system: SystemState): { steps: Map<string, [Step, Performed]> } {
    const key = this.keyOf(system);
    const known = this.#found.get(key) ?? { system, steps: new Map<string, [Step, Performed]>() };
    this.#found.set(key, known);
    return known;
  }

  /**
   * Walks at random until some walks in a row have brought nothing new, deeper than all states in their order can be
   * explored. There are none where no transition and no result of a guard is missing.
   */
  walkAtRandom(start: SystemState): void {
    const goals = [...transitionsOf(this.#flow.machine).map(({ id }) => id), ...guardResultsOf(this.#flow)];
    const random = randomNumbers(this.#flow.id);
    const timesTaken = new Map<string, number>();
    for (let quiet = 0; quiet < QUIET_WALKS; quiet += 1) {
      if (goals.every((goal) => this.#seen.has(goal))) return;
      const { size } = this.#seen;
      this.#walk(start, random, timesTaken);
      if (this.#seen.size > size) quiet = 0;
    }
  }

  /** Takes at each step either the last step again, or the rarest one from states of this name. */
  #walk(start: SystemState, random: () => number, timesTaken: Map<string, number>): void {
    const repetition = random();
    let system = start;
    let last = '';
    for (let length = 0; length < WALK_LENGTH; length += 1) {
      const place = stateName(system.snapshot);
      const ranked = this.steps(system)
        .map((step) => ({ step, name: stepName(step), tie: random() }))
        .map((each) => ({ ...each, taken: timesTaken.get(`${place} ${each.name}`) ?? 0 }))
        .sort((one, other) => one.taken - other.taken || one.tie - other.tie);
      const repeated = random() < repetition ? ranked.find(({ name }) => name === last) : undefined;
      const chosen = repeated ?? ranked[0];
      if (!chosen) return;
      last = chosen.name;
      timesTaken.set(`${place} ${last}`, chosen.taken + 1);
      system = this.add(system).steps.get(last)?.[1].state ?? this.perform(system, chosen.step);
    }
  }

  #note(key: string, guardResults: readonly string[], others: readonly string[]): void {
    for (const result of guardResults)
      this.evaluations.set(result, (this.evaluations.get(result) ?? new Set()).add(key));
    const { size } = this.#seen;
    for (const item of [...guardResults, ...others]) this.#seen.add(item);
    if (this.#seen.size > size) this.statesWithoutNews = 0;
  }

  states(): Map<string, GraphState> {
    return new Map(
      [...this.#found].map(([key, { system, steps }]) => {
        const edges = [...steps.values()].map(([step, happened]) => this.#edge(key, step, happened));
        return [key, { snapshot: system.snapshot, system, edges }];
      }),
    );
  }

  #edge(from: string, step: Step, happened: Performed): Edge {
    const { state, microsteps, guardResults, conditions, transientStates, cancelled } = happened;
    return {
      from,
      to: this.keyOf(state),
      step,
      microsteps,
      transientStates,
      cancelled,
      after: state.snapshot,
      transitions: microsteps.flatMap(({ transitions }) => transitions),
      changes: changedParts(this.#found.get(from)?.system.snapshot.context ?? {}, state.snapshot.context),
      guardResults,
      conditions,
    };
  }
}

import { type AnyStateMachine, createActor, type EventObject } from 'xstate';
import { DEFAULT_CASE, flowOfMachine, flowsOfMachine, type MachineCases } from '../define/machineFlow.ts';
import { caseName, stateName } from '../define/names.ts';
import type { Flow, FlowOutcome } from '../define/types.ts';
import {
  actorOfSnapshot,
  isActor,
  matchesEvent,
  nameOfLogic,
  stateNodes,
  transitionsOf,
} from '../define/xstateInternals.ts';
import { explore, exploreWith } from '../simulate/explore.ts';
import { ExploreError, observingImpurity } from '../simulate/exploreError.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Explorer } from '../simulate/explorer.types.ts';
import { type Way, withSteps } from '../simulate/graph.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { guardResult, guardResultsOf } from '../simulate/guards.ts';
import { candidatesOf, type Hints, nameOfValue } from './candidates.ts';
import { goalsOf } from './goals.ts';
import { literalsOf } from './literals.ts';
import { leavesOf, questionsOf } from './questions.ts';
import { factsIn, noteGuard, partOf, recording, type Shape, shapeOf } from './shape.ts';

/** The cases of a machine, found by trying values: for each input that it needs a flow can be made. */
export type FoundCases = {
  events: NonNullable<MachineCases['events']>;
  outcomes: NonNullable<MachineCases['outcomes']>;
  /** By name; the machine is given one of them. */
  inputs: Record<string, unknown>;
  /** Sentences about assumptions: placeholders that do nothing. */
  notes: string[];
  /**
   * Sentences about the input that a person must give: transitions that are not taken, with the parts that their
   * guards read.
   */
  asked: string[];
};

/** The graphs of a machine, one for each of its inputs, and its found cases. */
export type ExploredMachine = { graphs: Graph[]; found: FoundCases };

/** A value to try for an event, for the output of an actor, or for the input. */
type Candidate = { name: string; value: unknown };

/** The shapes of an actor's output, errors and snapshots; of snapshots where a transition waits for one. */
type Ends = { output: Shape; error: Shape; snapshot?: Shape };

const NO_VALUE: Candidate = { name: '', value: undefined };

const ROUNDS = 8;
/** So many states without news end an exploration in which values are tried. */
const PATIENCE = 200;
const MAX_INPUTS = 10;
const MAX_LEARNT_STATES = 60;
/** The name of the case whose value is not known yet. */
const RECORDED = '(recorded)';
const RECORDED_SNAPSHOT = '(recorded snapshot)';

/** Whether an actor has snapshots with a value of their own: an observable has. */
function hasSnapshots(logic: AnyStateMachine['implementations']['actors'][string] | undefined): boolean {
  try {
    return !logic || !('transition' in logic) || 'context' in createActor(logic).getSnapshot();
  } catch {
    return false;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isBreaking = ({ after }: Edge) => after.status === 'error';

function errorOf(value: unknown): Error {
  const { message = 'an error', ...parts } =
    typeof value === 'object' && value !== null ? Object(value) : { message: value };
  return Object.assign(new Error(String(message)), parts);
}

/** A shortest way to each goal that some steps of a graph lead to. */
function waysIn(graph: Graph, isWanted: (edge: Edge) => boolean): Map<string, Way> {
  const ways = new Map<string, Way>();
  const reached = new Map<string, Way | null>([[graph.initial, null]]);
  for (const [key, before] of reached)
    for (const edge of graph.states.get(key)?.edges ?? []) {
      if (!isWanted(edge)) continue;
      const way = { edge, before };
      if (!reached.has(edge.to)) reached.set(edge.to, way);
      for (const goal of goalsOf(edge)) if (!ways.has(goal)) ways.set(goal, way);
    }
  return ways;
}

class Search {
  readonly #machine: AnyStateMachine;
  readonly #given: MachineCases;
  readonly #input = shapeOf('input');
  readonly #events = new Map<string, Shape>();
  readonly #ends = new Map<string, Ends>();
  /** The names of logic by the ids of their actors. */
  readonly #actors = new Map<string, string>();
  /** The parts of the context and of events that a guard reads, by the guard. */
  readonly #reads = new Map<string, Set<string>>();
  readonly #hints: Hints;
  #explorer: Explorer | null = null;
  readonly #broken = new Set<string>();

  constructor(machine: AnyStateMachine, given: MachineCases) {
    const [firstInput] = Object.values(given.inputs ?? {});
    this.#machine = machine;
    this.#given = firstInput === undefined ? given : { ...given, input: firstInput };
    this.#hints = { literals: literalsOf(machine), context: machine.config.context };
    const patterns = transitionsOf(machine).flatMap(({ event }) => (event.endsWith('.*') ? [event] : []));
    const named = [...this.#hints.literals.all].flatMap((literal) =>
      patterns.some((pattern) => matchesEvent(String(literal), pattern)) ? [String(literal)] : [],
    );
    for (const type of [...Object.keys(flowOfMachine(machine, given).events), ...named])
      if (!given.events?.[type] && !type.startsWith('xstate.')) this.#events.set(type, shapeOf('event'));
    for (const { src } of stateNodes(machine).flatMap((node) => node.invoke)) {
      const name = nameOfLogic(src);
      if (name !== undefined && !(name in machine.implementations.actors)) this.#addActor(name);
    }
  }

  find(): ExploredMachine {
    const firstInput = (): Candidate => this.#inputs()[0] ?? NO_VALUE;
    const keys = this.#hints.literals.contextKeys;
    const recordInput = () => this.#explore(this.#flow(this.#recorded(this.#input, { keys })));
    let [graph, isNew] = this.#learning(recordInput);
    // The use of the input may show only when the actors are known.
    for (let round = 1; round < 3 && isNew && this.#input.isRead; round += 1)
      [graph, isNew] = this.#learning(recordInput);
    isNew ||= this.#input.isRead;
    for (let round = 1; round < ROUNDS && isNew; round += 1)
      [graph, isNew] = this.#learning(() => this.#tryInput(firstInput()));

    const named = [...transitionsOf(this.#machine).map(({ id }) => id), ...guardResultsOf(this.#flow(null))];
    const [covered, kept] = [new Set<string>(), new Set<string>()];
    const triedGraphs: Graph[] = [];
    const inputs: Candidate[] = [];
    for (const input of [firstInput(), ...this.#inputs().slice(1, MAX_INPUTS)]) {
      if (named.every((goal) => covered.has(goal))) break;
      const tried = triedGraphs.length === 0 ? graph : this.#tryInput(input);
      const { size } = covered;
      this.#keep(tried, kept, covered);
      this.#keepRefused(tried, kept);
      for (const result of tried.evaluations.keys()) covered.add(result);
      triedGraphs.push(tried);
      if (covered.size > size) inputs.push(input);
    }
    if (inputs.length === 0) inputs.push(firstInput());
    const found = this.#found(kept, triedGraphs);
    const { outcomes = {}, inputs: given } = this.#given;
    const foundInputs =
      given ?? (this.#input.isRead ? Object.fromEntries(inputs.map(({ name, value }) => [name, value])) : {});
    const flows = flowsOfMachine(this.#machine, { ...this.#given, ...found, inputs: foundInputs });
    const graphs = flows.map((flow) => explore(flow));
    const sentences = graphs.map(({ flow: { placeholders, notes } }) => ({
      assumed: placeholders?.sentences(outcomes) ?? [],
      isAsked: (placeholders?.actorsWithout(outcomes) ?? []).length > 0,
      notes: notes?.sentences() ?? [],
    }));
    const isAsked = sentences.some((each) => each.isAsked);
    const assumed = new Set(sentences.flatMap((each) => each.assumed));
    const read = {
      shapes: this.#shapes,
      parts: this.#reads,
      hasInput: this.#input.isRead,
      actors: this.#actors,
    };
    return {
      graphs,
      found: {
        ...found,
        inputs: foundInputs,
        notes: [...new Set([...(isAsked ? [] : assumed), ...sentences.flatMap(({ notes }) => notes)])],
        asked: [...(isAsked ? assumed : []), ...this.#broken, ...questionsOf(this.#machine, graphs, read)],
      },
    };
  }

  /** Explores, and returns whether something new was learnt. */
  #learning(run: () => Graph): [graph: Graph, isNew: boolean] {
    const facts = this.#facts();
    const graph = run();
    return [graph, facts !== this.#facts()];
  }

  /**
   * Keeps the cases on the shortest paths to items without coverage: usual cases where they suffice, and cases
   * that break the machine somewhere where no others do.
   */
  #keep(graph: Graph, kept: Set<string>, covered: Set<string>): void {
    const edges = [...graph.states.values()].flatMap((state) => state.edges);
    const breaking = new Set(edges.filter(isBreaking).map(({ step }) => caseName(step)));
    const usual = new Set(
      Object.entries({ ...graph.flow.events, ...graph.flow.outcomes }).map(
        ([of, cases]) => `${of}: ${Object.keys(cases)[0]}`,
      ),
    );
    const isHarmless = (edge: Edge) => !isBreaking(edge) && !breaking.has(caseName(edge.step));
    const isUsual = ({ step }: Edge) =>
      'wait' in step || kept.has(caseName(step)) || usual.has(caseName(step));
    const usualWays = () => waysIn(graph, (edge) => isHarmless(edge) && isUsual(edge));
    const sound = waysIn(graph, (edge) => !isBreaking(edge));
    const others = [waysIn(graph, isHarmless), sound, waysIn(graph, () => true)];
    let [first, size] = [usualWays(), kept.size];
    const taken = new Set<Way>();
    for (const goal of graph.start.transitions) covered.add(goal);
    for (const goal of [...sound.keys(), ...edges.flatMap(({ transitions }) => transitions)]) {
      if (covered.has(goal)) continue;
      if (kept.size > size) [first, size] = [usualWays(), kept.size];
      let way = [first, ...others].find((ways) => ways.has(goal))?.get(goal) ?? null;
      for (; way && !taken.has(way); way = way.before) {
        taken.add(way);
        kept.add(caseName(way.edge.step));
        for (const reached of goalsOf(way.edge)) covered.add(reached);
      }
    }
  }

  /** Keeps a case that a guard refuses, of each event where no kept one is. */
  #keepRefused({ evaluations, states }: Graph, kept: Set<string>): void {
    for (const { id, event } of transitionsOf(this.#machine)) {
      const result = guardResult(id, false);
      const [key = ''] = evaluations.get(result) ?? [];
      const system = states.get(key)?.system;
      const shape = this.#events.get(event);
      if (!system || !shape) continue;
      const isRefused = ({ value }: Candidate) => {
        try {
          const payload: object = isObject(value) ? value : {};
          return this.#explorer?.check(system, { ...payload, type: event }).guardResults.includes(result);
        } catch {
          return false;
        }
      };
      const refused = this.#candidates(shape, DEFAULT_CASE).filter(isRefused);
      const names = refused.map(({ name }) => `${event}: ${name}`);
      const [first] = names;
      if (first !== undefined && !names.some((name) => kept.has(name))) kept.add(first);
    }
  }

  #found(kept: ReadonlySet<string>, graphs: readonly Graph[]): Pick<FoundCases, 'events' | 'outcomes'> {
    const edges = graphs.flatMap(({ states }) => [...states.values()].flatMap((state) => state.edges));
    const breaking = new Map(
      edges.filter(isBreaking).map(({ step, after }) => [caseName(step), after.error]),
    );
    /** Asks for a value where each tried one breaks the machine. */
    const askInstead = (name: string, shape: Shape): boolean => {
      const isMine = breaking.has(name) && shape.parts.size > 0;
      if (isMine)
        this.#broken.add(
          `"${name}" is a guess that breaks the machine (${breaking.get(name)}): give ${leavesOf(shape).join(' and ')}`,
        );
      return isMine;
    };
    const events = [...this.#events].map(([type, shape]) => {
      const candidates = this.#candidates(shape, DEFAULT_CASE);
      const used = candidates.filter(({ name }) => kept.has(`${type}: ${name}`));
      const named = used.length > 0 ? used : candidates.slice(0, 1);
      const sound = named.filter(({ name }) => !askInstead(`${type}: ${name}`, shape));
      return [type, Object.fromEntries(sound.map(({ name, value }) => [name, value ?? {}]))];
    });
    const outcomes = [...this.#ends].map(([src, ends]) => {
      const all = Object.entries(this.#outcomesOf(ends, (_, value) => value));
      const used = all.filter(([name]) => kept.has(`${src}: ${name}`));
      // An output that always breaks the machine is a finding; an error that does is one that nobody expects.
      const finding = all.filter(([name, end]) => 'output' in end && breaking.has(`${src}: ${name}`));
      const hasOutput = used.some(([, end]) => 'output' in end);
      const named = hasOutput ? used : [...used, ...finding.slice(0, 1)];
      return [src, Object.fromEntries(named.filter(([name]) => !askInstead(`${src}: ${name}`, ends.output)))];
    });
    return {
      events: { ...this.#given.events, ...Object.fromEntries(events) },
      outcomes: { ...this.#given.outcomes, ...Object.fromEntries(outcomes) },
    };
  }

  #addActor(src: string, id = src): void {
    const { outcomes = {} } = this.#given;
    this.#actors.set(id, src);
    if (this.#ends.has(src) || src in outcomes || id in outcomes) return;
    const isSynced = transitionsOf(this.#machine).some(({ event }) => actorOfSnapshot(event) === id);
    this.#ends.set(src, {
      output: shapeOf(`an output of "${src}"`, 'output'),
      error: shapeOf(`an error of "${src}"`, 'error'),
      ...(isSynced &&
        hasSnapshots(this.#machine.implementations.actors[src]) && {
          snapshot: shapeOf(`a snapshot outcome of \`${src}\``, 'context'),
        }),
    });
  }

  get #shapes(): Shape[] {
    const ends = [...this.#ends.values()].flatMap((shapes) => Object.values(shapes));
    return [this.#input, ...this.#events.values(), ...ends];
  }

  #facts(): number {
    return this.#shapes.reduce((sum, shape) => sum + 1 + factsIn(shape), 0);
  }

  #candidates(shape: Shape, nameWithoutValue: string): Candidate[] {
    const isRead = shape.isRead || shape.guards.size > 0 || shape.parts.size > 0;
    if (!isRead) return [{ name: nameWithoutValue, value: undefined }];
    const values = candidatesOf(shape, this.#hints);
    const names = new Set<string>();
    return values.map((value) => {
      const plain = nameOfValue(value, values[0]);
      let name = plain;
      for (let count = 2; names.has(name); count += 1) name = `${plain} (${count})`;
      names.add(name);
      return { name, value };
    });
  }

  /** The inputs to try; none where the machine reads none, or has been given one. */
  #inputs(): Candidate[] {
    return this.#input.isRead && this.#given.input === undefined ? this.#candidates(this.#input, '') : [];
  }

  #recorded = (shape: Shape, options?: Parameters<typeof recording>[2]) =>
    recording(shape, () => this.#explorer?.guard() ?? null, options);

  #tried = (shape: Shape, value: unknown): unknown =>
    isObject(value) && !isActor(value) ? this.#recorded(shape, { known: value }) : value;

  /** Outputs of an actor, and errors; an output that is only passed on may need a value. */
  #outcomesOf(
    { output, error, snapshot }: Ends,
    tried: (shape: Shape, value: unknown) => unknown,
  ): Record<string, FlowOutcome> {
    const outputs = this.#candidates(output, 'done');
    if (outputs.length === 1) outputs.push({ name: 'done with a value', value: 'a value' });
    const errors = this.#candidates(error, 'error');
    const snapshots = snapshot ? this.#candidates(snapshot, 'done') : [];
    return {
      ...Object.fromEntries(outputs.map(({ name, value }) => [name, { output: tried(output, value) }])),
      ...Object.fromEntries(
        errors.map(({ name, value }) => [
          name === 'error' ? name : `error: ${name}`,
          { error: tried(error, errorOf(value)) },
        ]),
      ),
      ...Object.fromEntries(
        snapshots.map(({ name, value }) => [
          name === 'done' ? 'snapshot' : `snapshot: ${name}`,
          { snapshot: snapshot && tried(snapshot, value) },
        ]),
      ),
    };
  }

  #tryInput({ value }: Candidate): Graph {
    return this.#explore(this.#flow(this.#tried(this.#input, value)));
  }

  #flow(input: unknown): Flow {
    const events = [...this.#events].map(([type, shape]) => {
      const candidates = this.#candidates(shape, DEFAULT_CASE);
      const tried = candidates.map(({ name, value }) => {
        const parts = Object.entries(value ?? {}).map(([key, part]) => [
          key,
          this.#tried(partOf(shape, key), part),
        ]);
        return [name, Object.fromEntries(parts)];
      });
      // A part that is only passed on is read later.
      const passed = [...shape.parts].filter(([, part]) => part.uses.size === 0 && part.parts.size === 0);
      if (passed.length > 0) {
        const parts = passed.map(([key, part]) => [key, this.#recorded(part)]);
        tried.push([RECORDED, { ...Object(candidates[0]?.value), ...Object.fromEntries(parts) }]);
      }
      return [type, Object.fromEntries(tried)];
    });
    const outcomes = [...this.#ends].map(([src, ends]) => [
      src,
      {
        ...this.#outcomesOf(ends, this.#tried),
        [RECORDED]: { output: this.#recorded(ends.output) },
        ...(ends.snapshot && { [RECORDED_SNAPSHOT]: { snapshot: this.#recorded(ends.snapshot) } }),
      },
    ]);
    return flowOfMachine(this.#machine, {
      ...this.#given,
      input: this.#given.input ?? input,
      events: { ...this.#given.events, ...Object.fromEntries(events) },
      outcomes: { ...this.#given.outcomes, ...Object.fromEntries(outcomes) },
    });
  }

  #explore(flow: Flow): Graph {
    const explorer = createExplorer(flow, (guard, part, value) => {
      noteGuard(part === 'event.snapshot' ? Reflect.get(Object(value), 'context') : value, guard);
      this.#reads.set(guard, (this.#reads.get(guard) ?? new Set()).add(part));
    });
    this.#explorer = explorer;
    return observingImpurity(() => {
      const graph = exploreWith(explorer, flow, PATIENCE, Number.POSITIVE_INFINITY);
      this.#learn(explorer, graph);
      this.#hints.context = graph.states.get(graph.initial)?.snapshot.context;
      return withSteps(graph, ({ step }) => step.name !== RECORDED && step.name !== RECORDED_SNAPSHOT);
    }, explorer.onImpurity);
  }

  /**
   * Learns the actors, and sends every event with a recording payload in states of different names, also with
   * tried values.
   */
  #learn(explorer: Explorer, { states }: Graph): void {
    const times = new Map<string, number>();
    for (const { system } of [...states.values()]) {
      for (const [{ id }, { model }] of system.actors)
        if (model.kind === 'silent') this.#addActor(model.src, id);
      const name = stateName(system.snapshot);
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      if (count > 3 || times.size > MAX_LEARNT_STATES || system.snapshot.status !== 'active') continue;
      for (const [type, shape] of this.#events) {
        // A part may be read only where another one has passed.
        const tried = count === 1 ? this.#candidates(shape, DEFAULT_CASE) : [];
        for (const { value } of [NO_VALUE, ...tried]) {
          const event: EventObject = Object.setPrototypeOf(
            { ...Object(value), type },
            this.#recorded(shape, { keysOnly: true }),
          );
          try {
            explorer.perform(system, { kind: 'event', type, name: RECORDED, event });
          } catch (error) {
            if (!(error instanceof ExploreError)) throw error;
          }
        }
      }
    }
  }
}

/**
 * Explores a machine outside the product, with the cases of `findCases`.
 *
 * @example
 * const { graphs } = exploreMachine(machine);
 * graphs.map(({ flow }) => flow.title); // ['shelf']
 */
export const exploreMachine = (machine: AnyStateMachine, given: MachineCases = {}): ExploredMachine =>
  new Search(machine, given).find();

/**
 * Finds the missing cases of a machine. It runs with values that note the parts its guards and actions read, then
 * with values of that shape; those that reach a transition or a result of a guard are kept. The cases are the same
 * every time.
 *
 * @example
 * findCases(machine).events; // { asked: { 'without a payload': {} }, taken: { 'without a payload': {} } }
 */
export const findCases = (machine: AnyStateMachine, given: MachineCases = {}): FoundCases =>
  exploreMachine(machine, given).found;

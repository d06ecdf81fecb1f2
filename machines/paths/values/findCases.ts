import type { AnyStateMachine, EventObject } from 'xstate';
import { DEFAULT_CASE, flowOfMachine, type MachineCases } from '../define/machineFlow.ts';
import { stateName } from '../define/names.ts';
import type { Flow, FlowOutcome, Step } from '../define/types.ts';
import {
  describeEventSource,
  isActor,
  nameOfLogic,
  stateNodes,
  transitionsOf,
} from '../define/xstateInternals.ts';
import { idOf } from '../simulate/actorModels.ts';
import { explore, exploreWith } from '../simulate/explore.ts';
import { ExploreError, observingImpurity } from '../simulate/exploreError.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Explorer } from '../simulate/explorer.types.ts';
import { createGraph } from '../simulate/graph.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { guardResult, guardResultsOf } from '../simulate/guards.ts';
import { candidatesOf, type Hints, nameOfValue } from './candidates.ts';
import { literalsOf } from './literals.ts';
import { factsIn, partOf, recording, type Shape, shapeOf } from './shape.ts';

/** The cases of a machine, found by trying values: for each input that it needs a flow can be made. */
export type FoundCases = {
  events: NonNullable<MachineCases['events']>;
  outcomes: NonNullable<MachineCases['outcomes']>;
  /** By name; the machine is given one of them. */
  inputs: Record<string, unknown>;
  /** Sentences that say what was taken for granted: placeholders that do nothing. */
  notes: string[];
  /** Sentences that say what a person has to give: transitions that are not taken, with what their guards read. */
  asked: string[];
};

/** A value that is tried for an event, for the output of an actor, or for the input. */
type Candidate = { name: string; value: unknown };

const NO_VALUE: Candidate = { name: '', value: undefined };

const ROUNDS = 8;
/** So many states without news end an exploration in which values are tried. */
const PATIENCE = 200;
const MAX_INPUTS = 10;
const MAX_LEARNT_STATES = 60;
/** The name of the case whose value is not known yet. */
const RECORDED = '(recorded)';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the name of a case by what it is written under: the type of an event, or the name of the logic of an actor. */
const caseOf = (step: Step): string => {
  if (step.kind === 'event') return `${step.type}: ${step.name}`;
  return 'actor' in step ? `${step.actor}: ${step.name}` : '';
};

const goalsOf = (edge: Edge): string[] => [...edge.transitions, ...edge.guardResults, ...edge.conditions];

/** Returns a graph with some of its steps. */
const withSteps = (graph: Graph, isWanted: (edge: Edge) => boolean): Graph =>
  createGraph({
    ...graph,
    states: new Map(
      [...graph.states].map(([key, state]) => [key, { ...state, edges: state.edges.filter(isWanted) }]),
    ),
  });

const isBreaking = ({ after }: Edge) => after.status === 'error';

/** Returns an error with the parts of a value. */
function errorOf(value: unknown): Error {
  const { message = 'an error', ...parts } = Object(value);
  return Object.assign(new Error(String(message)), parts);
}

/** The last step of a way, and the way before it. */
type Way = { edge: Edge; before: Way | null };

/** Returns a shortest way to each goal that some steps of a graph lead to. */
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

/** Returns what was taken for granted while a flow was explored. */
const sentencesOf = ({ placeholders, notes }: Flow): string[] => [
  ...(placeholders?.sentences() ?? []),
  ...(notes?.sentences() ?? []),
];

class Search {
  readonly #machine: AnyStateMachine;
  readonly #given: MachineCases;
  readonly #input = shapeOf('input');
  readonly #events = new Map<string, Shape>();
  readonly #ends = new Map<string, { output: Shape; error: Shape }>();
  readonly #hints: Hints;
  #explorer: Explorer | null = null;

  constructor(machine: AnyStateMachine, given: MachineCases) {
    const [firstInput] = Object.values(given.inputs ?? {});
    this.#machine = machine;
    this.#given = firstInput === undefined ? given : { ...given, input: firstInput };
    this.#hints = { literals: literalsOf(machine), context: machine.config.context };
    for (const type of Object.keys(flowOfMachine(machine, given).events))
      if (!given.events?.[type] && !type.startsWith('xstate.')) this.#events.set(type, shapeOf('event'));
    for (const { src } of stateNodes(machine).flatMap((node) => node.invoke)) {
      const name = nameOfLogic(src);
      if (name !== undefined && !(name in machine.implementations.actors)) this.#addActor(name);
    }
  }

  find(): FoundCases {
    const firstInput = (): Candidate => this.#inputs()[0] ?? NO_VALUE;
    this.#explore(this.#flow(this.#recorded(this.#input)));
    let graph = this.#tryInput(firstInput());
    for (let round = 2, facts = -1; round < ROUNDS && facts !== this.#facts(); round += 1) {
      facts = this.#facts();
      graph = this.#tryInput(firstInput());
    }

    const named = [...transitionsOf(this.#machine).map(({ id }) => id), ...guardResultsOf(this.#flow(null))];
    const [covered, kept] = [new Set<string>(), new Set<string>()];
    const graphs: Graph[] = [];
    const inputs: Candidate[] = [];
    for (const input of [firstInput(), ...this.#inputs().slice(1, MAX_INPUTS)]) {
      if (named.every((goal) => covered.has(goal))) break;
      const tried = graphs.length === 0 ? graph : this.#tryInput(input);
      const { size } = covered;
      this.#keep(tried, kept, covered);
      this.#keepRefused(tried, kept);
      graphs.push(tried);
      if (covered.size > size) inputs.push(input);
    }
    if (inputs.length === 0) inputs.push(firstInput());
    const found = this.#found(kept, graphs);
    const planned = inputs.map(({ value }) =>
      explore(flowOfMachine(this.#machine, { ...this.#given, ...found, input: this.#given.input ?? value })),
    );
    return {
      ...found,
      inputs:
        this.#given.inputs ??
        (this.#input.isRead ? Object.fromEntries(inputs.map(({ name, value }) => [name, value])) : {}),
      notes: [...new Set(planned.flatMap(({ flow }) => sentencesOf(flow)))],
      asked: this.#asked(planned),
    };
  }

  /** Keeps the cases on the shortest paths to what is not covered yet: usual ones where they suffice, those that break the machine somewhere where no others do. */
  #keep(graph: Graph, kept: Set<string>, covered: Set<string>): void {
    const edges = [...graph.states.values()].flatMap((state) => state.edges);
    const breaking = new Set(edges.filter(isBreaking).map(({ step }) => caseOf(step)));
    const usual = new Set(
      Object.entries({ ...graph.flow.events, ...graph.flow.outcomes }).map(
        ([of, cases]) => `${of}: ${Object.keys(cases)[0]}`,
      ),
    );
    const isHarmless = (edge: Edge) => !isBreaking(edge) && !breaking.has(caseOf(edge.step));
    const isUsual = ({ step }: Edge) =>
      caseOf(step) === '' || kept.has(caseOf(step)) || usual.has(caseOf(step));
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
        kept.add(caseOf(way.edge.step));
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
    const breaking = new Set(edges.filter(isBreaking).map(({ step }) => caseOf(step)));
    const events = [...this.#events].map(([type, shape]) => {
      const candidates = this.#candidates(shape, DEFAULT_CASE);
      const used = candidates.filter(({ name }) => kept.has(`${type}: ${name}`));
      const named = used.length > 0 ? used : candidates.slice(0, 1);
      return [type, Object.fromEntries(named.map(({ name, value }) => [name, value ?? {}]))];
    });
    const outcomes = [...this.#ends].map(([src, ends]) => {
      const all = Object.entries(this.#outcomesOf(ends, (_, value) => value));
      const used = all.filter(([name]) => kept.has(`${src}: ${name}`));
      // An output that always breaks the machine is a finding; an error that does is one that nobody expects.
      const finding = all.filter(([name, end]) => 'output' in end && breaking.has(`${src}: ${name}`));
      return [src, Object.fromEntries(used.length > 0 ? used : finding.slice(0, 1))];
    });
    return {
      events: { ...this.#given.events, ...Object.fromEntries(events) },
      outcomes: { ...this.#given.outcomes, ...Object.fromEntries(outcomes) },
    };
  }

  /** Returns what to give so that the transitions with a guard are taken that none of some graphs takes. */
  #asked(graphs: readonly Graph[]): string[] {
    const taken = new Set(
      graphs.flatMap((graph) => [...graph.start.transitions, ...waysIn(graph, () => true).keys()]),
    );
    const readBy = (shape: Shape, guard: string): string[] => {
      const parts = [...shape.parts.values()].flatMap((part) => readBy(part, guard));
      return parts.length > 0 ? parts : shape.guards.has(guard) ? [shape.path] : [];
    };
    const leftOut = graphs.flatMap((graph) => graph.leftOut ?? []);
    const missing = transitionsOf(this.#machine).filter(({ id }) => !taken.has(id));
    const whole = missing.length > 0 ? this.#shapes.filter(({ uses }) => uses.has('whole')) : [];
    return [
      ...new Set(graphs.flatMap(({ unexplored }) => unexplored)),
      ...whole.map(({ path }) => `give ${path}: the machine takes it over with all its parts`),
      ...missing
        .filter(({ guard }) => guard !== undefined)
        .map(({ id, guard = '', event }) => {
          const read = new Set(this.#shapes.flatMap((shape) => readBy(shape, `"${guard}" of "${id}"`)));
          if (read.size > 0)
            return `"${id}" is not taken: give a value, "${guard}" reads ${[...read].join(' and ')}`;
          if (leftOut[0] !== undefined)
            return `"${id}" is not taken in what was explored (${leftOut[0]}): give a "project" with fewer values`;
          return event.startsWith('xstate.snapshot.')
            ? `"${id}" is not taken: give an outcome with ${describeEventSource(event)}`
            : `"${id}" is not taken: give another input or context, "${guard}" reads nothing that a case gives`;
        }),
    ];
  }

  #addActor(src: string, id = src): void {
    const { outcomes = {} } = this.#given;
    if (this.#ends.has(src) || src in outcomes || id in outcomes) return;
    this.#ends.set(src, { output: shapeOf(`output of ${src}`), error: shapeOf(`error of ${src}`) });
  }

  get #shapes(): Shape[] {
    const ends = [...this.#ends.values()].flatMap(({ output, error }) => [output, error]);
    return [this.#input, ...this.#events.values(), ...ends];
  }

  #facts(): number {
    return this.#shapes.reduce((sum, shape) => sum + 1 + factsIn(shape), 0);
  }

  #candidates(shape: Shape, nameWithoutValue: string): Candidate[] {
    if (!shape.isRead && shape.parts.size === 0) return [{ name: nameWithoutValue, value: undefined }];
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

  /** Returns the inputs to try; none where the machine reads none, or has been given one. */
  #inputs(): Candidate[] {
    return this.#input.isRead && this.#given.input === undefined ? this.#candidates(this.#input, '') : [];
  }

  #recorded = (shape: Shape, options?: Parameters<typeof recording>[2]) =>
    recording(shape, () => this.#explorer?.guard() ?? null, options);

  #tried = (shape: Shape, value: unknown): unknown =>
    isObject(value) && !isActor(value) ? this.#recorded(shape, { known: value }) : value;

  /** Returns outputs of an actor, and errors; an output that is only passed on may have to be something. */
  #outcomesOf(
    { output, error }: { output: Shape; error: Shape },
    tried: (shape: Shape, value: unknown) => unknown,
  ): Record<string, FlowOutcome> {
    const outputs = this.#candidates(output, 'done');
    if (outputs.length === 1) outputs.push({ name: 'done with a value', value: 'a value' });
    const errors = this.#candidates(error, 'error');
    return {
      ...Object.fromEntries(outputs.map(({ name, value }) => [name, { output: tried(output, value) }])),
      ...Object.fromEntries(
        errors.map(({ name, value }) => [
          name === 'error' ? name : `error: ${name}`,
          { error: tried(error, errorOf(value)) },
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
      { ...this.#outcomesOf(ends, this.#tried), [RECORDED]: { output: this.#recorded(ends.output) } },
    ]);
    return flowOfMachine(this.#machine, {
      ...this.#given,
      input: this.#given.input ?? input,
      events: { ...this.#given.events, ...Object.fromEntries(events) },
      outcomes: { ...this.#given.outcomes, ...Object.fromEntries(outcomes) },
    });
  }

  #explore(flow: Flow): Graph {
    const explorer = createExplorer(flow);
    this.#explorer = explorer;
    return observingImpurity(() => {
      const graph = exploreWith(explorer, flow, PATIENCE, Number.POSITIVE_INFINITY);
      this.#learn(explorer, graph);
      return withSteps(graph, ({ step }) => step.name !== RECORDED);
    }, explorer.onImpurity);
  }

  /** Learns which actors there are, and sends every event with a recording payload in states of different names, also with values that are tried. */
  #learn(explorer: Explorer, { states }: Graph): void {
    const times = new Map<string, number>();
    for (const { system } of [...states.values()]) {
      for (const { model, path } of system.actors.values())
        if (model.kind === 'silent') this.#addActor(model.src, idOf(path));
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
 * Finds cases for what a machine has none: it is given values that note what its guards and actions read, then values of
 * that shape, and those are kept that lead to a transition or a result of a guard. They are the same every time.
 *
 * @example
 * findCases(machine).events; // { asked: { 'without a payload': {} }, taken: { 'without a payload': {} } }
 */
export const findCases = (machine: AnyStateMachine, given: MachineCases = {}): FoundCases =>
  new Search(machine, given).find();

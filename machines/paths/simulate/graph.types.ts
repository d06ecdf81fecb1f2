import type { AnyMachineSnapshot } from 'xstate';
import type { Flow, Step } from '../define/types.ts';
import type { Carry, Microstep, SystemState } from './system.types.ts';

/** A step out of a state, and the state it leads to. Both are named by their keys. */
export type Edge = {
  from: string;
  to: string;
  step: Step;
  /** The snapshot after the step, of the state `to`. Its context may differ from other snapshots of that state outside the projection. */
  after: AnyMachineSnapshot;
  /** Ids of the transitions taken. */
  transitions: string[];
  /** The parts of the context that the step changes. */
  changes: string[];
  /** Results of the guards that the step evaluates. */
  guardResults: string[];
  /** Results of conditions that decide a composed guard, of the same guards. */
  conditions: string[];
  /** Names of the states that the step passes through. */
  transientStates: string[];
  /** The microsteps of the machine in the step. */
  microsteps: readonly Microstep[];
  /** Types of the events that the step cancels before they are due. */
  cancelled: readonly string[];
};

/** Consecutive steps, as a rule from the initial state. */
export type Path = Edge[];

export type GraphState = { snapshot: AnyMachineSnapshot; system: SystemState; edges: Edge[] };

/** The states of a flow, and the steps between them. */
export type GraphData = {
  flow: Flow;
  /** The key of the initial state. */
  initial: string;
  states: ReadonlyMap<string, GraphState>;
  /** The keys of the states in which a guard has a result, by the id of the result. */
  evaluations: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where the exploration of a flow without end has ended, in a sentence; null where every state is in the graph. */
  leftOut: string | null;
  /** A step for each event case that nothing takes in the state with a key. */
  refusalsFrom: (key: string) => readonly Edge[];
  /** The losses of the state with a key when it is persisted and restored, by default as JSON, in sentences. */
  lossesIn: (key: string, carry?: Carry) => readonly string[];
  /** Why steps are not in the graph, in sentences: they never end, or need something. Those of a flow of the product throw. */
  unexplored: readonly string[];
  /** The microsteps of the machine when it starts. */
  start: { transitions: readonly string[] } & Pick<Edge, 'microsteps' | 'transientStates' | 'guardResults'>;
};

/** Every state that the cases of a flow can reach, by its key, and every step between them. */
export type Graph = GraphData & {
  stateNames: ReadonlySet<string>;
  /**
   * The key of the nearest state with the same status, value and projection as a snapshot; null where there is
   * none.
   */
  keyOf: (snapshot: AnyMachineSnapshot) => string | null;
  /** The shortest path from a state to a state (by name) or a transition (by id); null where there is none. */
  pathTo: (goal: string, from?: string) => Path | null;
  /**
   * The shortest path from a state to a step with a positive score, the highest of several; null where there is
   * none.
   */
  shortestPath: (score: (edge: Edge) => number, from?: string) => Path | null;
  /** The graph without the steps of some events. States that become unreachable stay in it. */
  without: (...events: string[]) => Graph;
};

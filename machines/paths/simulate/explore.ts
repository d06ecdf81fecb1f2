import { getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, EventObject, Snapshot } from 'xstate';
import { stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import { Exploration } from './exploration.ts';
import { ExploreError, observingImpurity } from './exploreError.ts';
import { createExplorer } from './explorer.ts';
import type { Explorer } from './explorer.types.ts';
import { createGraph } from './graph.ts';
import type { Graph } from './graph.types.ts';
import { refusalsIn } from './refusals.ts';
import { lossesIn } from './restores.ts';
import type { SystemState } from './system.types.ts';

/** A state of the graph, as the graph package needs it. */
type Node = Extract<Snapshot<unknown>, { status: 'active' }> & { system: SystemState };

type StepEvent = EventObject & { step: Step };

/** So many states in a row that bring nothing new end the exploration. */
const PATIENCE = 1_000;

const nodeOf = (system: SystemState): Node => ({
  status: 'active',
  output: undefined,
  error: undefined,
  system,
});

/** A sentence about where an exploration ended: it names the part of the projection with the most values. */
function leftOutSentence(flow: Flow, snapshots: readonly AnyMachineSnapshot[], patience: number): string {
  const beyond = `beyond it nothing new was seen in ${patience} states`;
  const valuesByKey = new Map<string, Set<string>>();
  for (const snapshot of snapshots)
    for (const [key, value] of Object.entries(flow.project(snapshot) ?? {})) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      valuesByKey.set(key, (valuesByKey.get(key) ?? new Set()).add(text));
    }
  const [largest] = [...valuesByKey].sort(([, one], [, other]) => other.size - one.size);
  if (!largest || largest[1].size < 2) return `states: explored to ${snapshots.length}; ${beyond}`;
  const [name, values] = largest;
  const numbers = [...values].map(Number);
  const isRange = numbers.every(Number.isFinite);
  const range = isRange
    ? `from ${Math.min(...numbers)} to ${Math.max(...numbers)}`
    : `to ${values.size} values`;
  return `${name}: explored ${range}; ${beyond}`;
}

/**
 * The graph of a flow: every state that its cases can reach, and every step between them. Where they have no end,
 * it ends when `patience` states have brought no state name, transition, guard result or case that is new, and
 * random walks bring none either; its `leftOut` says where. Its `unexplored` lists the parts that cannot be
 * explored.
 * @throws ExploreError for a start that cannot be explored, or a step of a flow of the product, and where there are more than `limit` states.
 *
 * @example
 * const graph = explore(shelf);
 * [...graph.stateNames]; // ['empty', 'loading', 'full']
 * graph.pathTo('full').map(({ step }) => stepName(step)); // ['asked: without a payload', 'fetchBook: found']
 */
export function explore(
  flow: Flow,
  { patience = PATIENCE, limit = Number.POSITIVE_INFINITY }: { patience?: number; limit?: number } = {},
): Graph {
  const explorer = createExplorer(flow);
  return observingImpurity(() => exploreWith(explorer, flow, patience, limit), explorer.onImpurity);
}

/** The graph of a flow, explored by an explorer; see `explore`. */
export function exploreWith(explorer: Explorer, flow: Flow, patience: number, limit: number): Graph {
  const exploration = new Exploration(explorer, flow);
  const explored: AnyMachineSnapshot[] = [];
  let hasMore = false;
  const start = explorer.start();
  exploration.begin(start);
  getAdjacencyMap<Node, StepEvent, unknown>(
    {
      getInitialSnapshot: () => nodeOf(start.state),
      getPersistedSnapshot: (node) => node,
      transition: (node, { step }) => nodeOf(exploration.perform(node.system, step)),
    },
    {
      limit: Number.POSITIVE_INFINITY,
      serializeState: ({ system }) => exploration.keyOf(system),
      serializeEvent: ({ type }) => type,
      events: ({ system }) => {
        hasMore ||= exploration.statesWithoutNews >= patience;
        if (hasMore) return [];
        exploration.statesWithoutNews += 1;
        explored.push(system.snapshot);
        if (explored.length > limit)
          throw new ExploreError(`${flow.id}: there are more than ${limit} states`);
        return exploration.steps(system).map((step) => ({ type: stepName(step), step }));
      },
    },
  );
  if (hasMore) exploration.walkAtRandom(start.state);
  const states = exploration.states();
  /** A function that looks into each state once. */
  const ofState = <Item>(find: (system: SystemState, key: string) => Item[]) => {
    const known = new Map<string, Item[]>();
    return (key: string): Item[] => {
      const system = states.get(key)?.system;
      const found = known.get(key) ?? (system ? find(system, key) : []);
      known.set(key, found);
      return found;
    };
  };
  const lossesAsJson = ofState((system) => lossesIn(explorer, system));
  return createGraph({
    flow,
    initial: exploration.keyOf(start.state),
    states,
    evaluations: exploration.evaluations,
    refusalsFrom: ofState((system, key) => refusalsIn(explorer, key, system)),
    lossesIn: (key, carry) => {
      const system = states.get(key)?.system;
      return carry && system ? lossesIn(explorer, system, carry) : lossesAsJson(key);
    },
    unexplored: exploration.refusals,
    leftOut: hasMore ? leftOutSentence(flow, explored, patience) : null,
    start: { ...start, transitions: start.microsteps.flatMap(({ transitions }) => transitions) },
  });
}

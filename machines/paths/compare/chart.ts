import type { AnyStateMachine } from 'xstate';
import {
  type AnyStateNode,
  nameOfLogic,
  namesOfActions,
  stateNodes,
  type TransitionData,
  transitionsOf,
} from '../define/xstateInternals.ts';

/** A state of a machine as data. */
export type ChartState = {
  id: string;
  key: string;
  /** The id of the parent state; null for the root. */
  parent: string | null;
  type: AnyStateNode['type'];
  history?: 'shallow' | 'deep';
  description?: string;
  tags: string[];
  entry: string[];
  exit: string[];
  /** Invoked actors: `createOrder`, or `first: createOrder` where the invocation has another id than its actor. */
  invokes: string[];
};

/**
 * Every state of a machine as data, its root first, without the entry and exit actions that XState adds for
 * timers.
 */
function statesOf(machine: AnyStateMachine): ChartState[] {
  return stateNodes(machine).map((node) => ({
    id: node.id,
    key: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    ...(node.type === 'history' && { history: node.history || ('shallow' as const) }),
    ...(node.description !== undefined && { description: node.description }),
    tags: node.tags,
    entry: namesOfActions(node.config.entry),
    exit: namesOfActions(node.config.exit),
    invokes: node.invoke.map(({ id, src }) => {
      const name = nameOfLogic(src);
      return name === undefined || name === id ? id : `${id}: ${name}`;
    }),
  }));
}

/** The initial arrow of a compound state, or the default of a history state. */
type InitialArrow = { id: string; source: string; target: string };

function initialArrows(machine: AnyStateMachine): InitialArrow[] {
  const resolveTarget = (node: AnyStateNode, target: unknown): AnyStateNode | undefined => {
    const [name] = [target].flat();
    if (typeof name !== 'string') return undefined;
    if (name.startsWith('#')) return stateNodes(machine).find(({ id }) => id === name.slice(1));
    return node.parent?.states[name];
  };
  return stateNodes(machine).flatMap((node) => {
    const targets =
      node.type === 'compound'
        ? [node.initial.target].flat()
        : [resolveTarget(node, Reflect.get(node.config, 'target'))];
    return targets.flatMap((target) =>
      target ? [{ id: `${node.id} · initial`, source: node.id, target: target.id }] : [],
    );
  });
}

/** A transition by its source, targets and trigger, which names its event. */
export type ChartTransition = Omit<TransitionData, 'event'>;

/** A machine as plain data, for charts and outlines. */
export type ChartModel = {
  id: string;
  /** Parents before their children, in the order of the machine. */
  states: ChartState[];
  initialArrows: InitialArrow[];
  transitions: ChartTransition[];
  /** Whether the chart also contains the parts of another build that are missing in this one. */
  hasRemoved?: boolean;
};

/**
 * The chart model of a machine.
 *
 * @example
 * const { states, transitions } = chartOf(machine);
 * states.map(({ id }) => id); // ['shelf', 'shelf.empty', 'shelf.loading', 'shelf.full']
 * transitions[0].trigger; // 'asked'
 */
export function chartOf(machine: AnyStateMachine): ChartModel {
  return {
    id: machine.root.id,
    states: statesOf(machine),
    initialArrows: initialArrows(machine),
    transitions: transitionsOf(machine).map(({ event: _, ...transition }) => transition),
  };
}

/**
 * A transition in one line: `submitted [isInvalid] / setProblem`.
 *
 * @example
 * chartOf(machine).transitions.map(transitionLabel); // ['asked', 'done of fetchBook', 'error of fetchBook', 'after 500 ms', 'taken']
 */
export function transitionLabel({ trigger, guard, actions }: ChartTransition): string {
  return [
    trigger,
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
  ].join(' ');
}

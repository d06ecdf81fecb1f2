import type { AnyStateMachine } from 'xstate';
import {
  type InitialArrow,
  initialArrows,
  type StateData,
  statesOf,
  type TransitionData,
  transitionsOf,
} from '../define/xstateInternals.ts';

export type ChartState = StateData;

/** A transition by its source, targets and trigger, which names its event. */
export type ChartTransition = Omit<TransitionData, 'event'>;

/** A machine as plain data, for charts and outlines. */
export type ChartModel = {
  id: string;
  /** Parents before their children, in the order of the machine. */
  states: ChartState[];
  initialArrows: InitialArrow[];
  transitions: ChartTransition[];
  /** Whether the chart also contains what another build has and this one does not. */
  hasRemoved?: boolean;
};

/**
 * Returns the chart model of a machine.
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
 * Returns a transition in one line: `submitted [isInvalid] / setProblem`.
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

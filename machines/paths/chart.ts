import type { AnyStateMachine } from 'xstate';
import {
  type InitialArrow,
  initialArrows,
  type StateData,
  statesOf,
  transitionsOf,
} from './xstateInternals.ts';

export type ChartState = StateData;

/** The arrow from the dot in a compound state, or from a history state, to where it begins. */
export type ChartInitialArrow = InitialArrow;

export type ChartTransition = {
  /** As coverage and the live channel know it. */
  id: string;
  source: string;
  /** None where it only does something. */
  targets: string[];
  /** `submitted`; `after slowNotice (6000 ms)`; `done of createOrder`; `always`. */
  trigger: string;
  guard?: string;
  actions: string[];
  /** Leaves its state and enters it again. */
  reenter: boolean;
};

/** A machine as something to draw or to read, as plain data. */
export type ChartModel = {
  id: string;
  /** Parents before their children, in the order of the machine. */
  states: ChartState[];
  initialArrows: ChartInitialArrow[];
  transitions: ChartTransition[];
};

/** What there is to draw of a machine. */
export function chartOf(machine: AnyStateMachine): ChartModel {
  return {
    id: machine.root.id,
    states: statesOf(machine),
    initialArrows: initialArrows(machine),
    transitions: transitionsOf(machine).map(({ event: _, ...transition }) => transition),
  };
}

/** A transition in one line: `submitted [isInvalid] / setProblem`. */
export function transitionLabel({ trigger, guard, actions }: ChartTransition): string {
  return [
    trigger,
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
  ].join(' ');
}

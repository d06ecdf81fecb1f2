import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../../machines/paths/paths.types.ts';

/** The input of a focus rule: the step that led to the state (undefined at the start), its snapshot, and the element that had the focus before. */
type FocusInput = { after: Step | undefined; snapshot: AnyMachineSnapshot; previousFocus: string };

/**
 * Returns the element that must have the focus, named as `screen.focusedElement` does; null where any element may have it,
 * as long as the focus is not lost.
 */
export type FocusRule = (input: FocusInput) => string | null;

/** The focus rule of each state of a flow; a single rule is for all its states. */
export type FocusRules = FocusRule | Readonly<Record<string, FocusRule>>;

export const isEvent = (step: Step | undefined, ...types: string[]): boolean =>
  step?.kind === 'event' && types.includes(step.type);

/** Lets any element have the focus. */
export const anyElement: FocusRule = () => null;

/** Expects an element after events of some types. */
export const movedTo =
  (element: string, ...types: string[]): FocusRule =>
  ({ after }) =>
    isEvent(after, ...types) ? element : null;

/** Expects the element that had the focus before, where the step was an outcome or a timer. */
export const unchanged: FocusRule = ({ after, previousFocus }) =>
  after === undefined || after.kind === 'event' || previousFocus === '' ? null : previousFocus;

/** Expects an element again where `holder` had the focus in its place; where the visitor has moved it, the focus is unchanged. */
export const returnedFrom =
  (holder: string, element: string): FocusRule =>
  (input) =>
    input.previousFocus === holder && !isEvent(input.after, 'changed') ? element : unchanged(input);

/** Expects the element of the first rule that names one. */
export const firstOf =
  (...rules: FocusRule[]): FocusRule =>
  (input) =>
    rules.map((rule) => rule(input)).find((element) => element !== null) ?? null;

/** Returns the rule of a state; undefined where there is none. */
export const focusRuleOf = (focus: FocusRules, state: string): FocusRule | undefined =>
  typeof focus === 'function' ? focus : focus[state];

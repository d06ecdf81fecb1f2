import type { Cause, FocusRule, FocusRules } from './checks.types.ts';

export type { FocusRule, FocusRules };

export const isEvent = (step: Cause | undefined, ...types: string[]): boolean =>
  step?.kind === 'event' && step.type !== undefined && types.includes(step.type);

/** Lets any element have the focus. */
export const anyElement: FocusRule = () => null;

/** Expects an element after events of some types. */
export const movedTo =
  (element: string, ...types: string[]): FocusRule =>
  ({ after }) =>
    isEvent(after, ...types) ? element : null;

/** Expects an element after events of some types, whose press gives it the focus: not where the event was only sent. */
export const pressed =
  (element: string, ...types: string[]): FocusRule =>
  ({ after, isSimulated }) =>
    isEvent(after, ...types) && !isSimulated ? element : null;

/** Expects the element of a rule, but not where the event was only sent: the rule is about the visitor's focus. */
export const byVisitor =
  (rule: FocusRule): FocusRule =>
  (input) =>
    input.isSimulated ? null : rule(input);

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

export const focusRuleOf = (focus: FocusRules, state: string): FocusRule | undefined =>
  typeof focus === 'function' ? focus : focus[state];

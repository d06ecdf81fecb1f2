import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../../machines/paths/explore.ts';

/** What decides where the focus is in a state: the step that led there (none at the start), and what had it before. */
type FocusInput = { after: Step | undefined; snapshot: AnyMachineSnapshot; previousFocus: string };

/** What has the focus, in the words of `hands.focus`; null where nothing decides it: there it must only not be lost. */
export type FocusRule = (input: FocusInput) => string | null;

/** Where the focus is in each state of a flow; one rule where all its states have the same. */
export type FocusRules = FocusRule | Readonly<Record<string, FocusRule>>;

export const isEvent = (step: Step | undefined, ...types: string[]): boolean =>
  step?.kind === 'event' && types.includes(step.type);

/** The state decides nothing. */
export const anyElement: FocusRule = () => null;

/** On one thing after one of some events. */
export const movedTo =
  (thing: string, ...types: string[]): FocusRule =>
  ({ after }) =>
    isEvent(after, ...types) ? thing : null;

/** Where it was, when the world did something. */
export const unchanged: FocusRule = ({ after, previousFocus }) =>
  after === undefined || after.kind === 'event' || previousFocus === '' ? null : previousFocus;

/** Back on what started the work when `holder` had it meanwhile; a visitor who has moved it keeps it. */
export const returnedFrom =
  (holder: string, thing: string): FocusRule =>
  (input) =>
    input.previousFocus === holder && !isEvent(input.after, 'changed') ? thing : unchanged(input);

/** As the first rule says that decides. */
export const firstOf =
  (...rules: FocusRule[]): FocusRule =>
  (input) =>
    rules.map((rule) => rule(input)).find((thing) => thing !== null) ?? null;

/** The rule of a state; undefined where there is none. */
export const focusRuleOf = (focus: FocusRules, state: string): FocusRule | undefined =>
  typeof focus === 'function' ? focus : focus[state];

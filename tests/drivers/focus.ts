import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../../machines/paths/explore.ts';

/** What decides where the focus is in a state: the step that led there (none at the start), and what had it before. */
type Moment = { after: Step | undefined; snapshot: AnyMachineSnapshot; had: string };

/** What has the focus, in the words of `hands.focus`; null where nothing decides it: there it must only not be lost. */
export type Where = (moment: Moment) => string | null;

/** Where the focus is in each state of a flow; one rule where all its states have the same. */
export type Focus = Where | Readonly<Record<string, Where>>;

export const isEvent = (step: Step | undefined, ...types: string[]): boolean =>
  step?.kind === 'event' && types.includes(step.type);

/** The state decides nothing. */
export const anywhere: Where = () => null;

/** On one thing after one of some events. */
export const on =
  (thing: string, ...types: string[]): Where =>
  ({ after }) =>
    isEvent(after, ...types) ? thing : null;

/** Where it was, when the world did something. */
export const stays: Where = ({ after, had }) =>
  after === undefined || after.kind === 'event' || had === '' ? null : had;

/** Back on what started the work when `holder` had it meanwhile; a visitor who has moved it keeps it. */
export const back =
  (holder: string, thing: string): Where =>
  (moment) =>
    moment.had === holder && !isEvent(moment.after, 'changed') ? thing : stays(moment);

/** As the first rule says that decides. */
export const either =
  (...rules: Where[]): Where =>
  (moment) =>
    rules.map((rule) => rule(moment)).find((thing) => thing !== null) ?? null;

/** The rule of a state; undefined where there is none. */
export const ruleOf = (focus: Focus, state: string): Where | undefined =>
  typeof focus === 'function' ? focus : focus[state];

import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from '../paths/index.ts';

/** The values of the named controls of a form. */
export type FormValues = Record<string, string | boolean>;

/** The roles of the elements that a visitor can press. */
export type PressableRole = 'button' | 'link' | 'tab' | 'radio' | 'option';

/**
 * The expected content of a page in a state of a flow. Elements are found within the element that renders the flow, and texts and
 * names must match whole.
 */
export type Expectation =
  | { kind: 'text'; text: string; isShown: boolean }
  | { kind: 'button'; name: string; isEnabled: boolean }
  /** This tab, and no other, is selected. */
  | { kind: 'selectedTab'; name: string }
  | { kind: 'attribute'; role: PressableRole; name: string; attribute: string; value: string }
  | { kind: 'formValues'; values: FormValues }
  /** The names of the files in the file fields. */
  | { kind: 'fileNames'; names: string[] }
  /** The title of the open dialog; null where none is open. */
  | { kind: 'dialogTitle'; title: string | null }
  /** The text of the last alert box. */
  | { kind: 'alertBox'; text: string }
  /** Nothing is wrong with the page itself, whatever it shows. */
  | { kind: 'page' }
  /** A fact about the snapshot, which the page cannot show. */
  | { kind: 'fact'; fact: string; holds: boolean }
  /** The element with the focus, as `readFocus` names it; null where any may have it. */
  | { kind: 'focus'; element: string | null };

/** The step that led to a state: its kind, and the type of an event. */
export type Cause = { kind: Step['kind']; type?: string };

/** The expectations for a page in a state. `after` is the step that led there, undefined at the start. */
export type StateExpectations = (snapshot: AnyMachineSnapshot, after: Cause | undefined) => Expectation[];

type FocusInput = {
  /** The step that led to the state; undefined at the start. */
  after: Cause | undefined;
  snapshot: AnyMachineSnapshot;
  /** The element that had the focus before; empty where none had. */
  previousFocus: string;
  /** Whether the event was sent to the machine, so that nobody pressed or focused anything on the page. */
  isSimulated: boolean;
};

/**
 * The element that must have the focus, named as in `screen.focusedElement`; null where any element may have it,
 * as long as the focus is not lost.
 */
export type FocusRule = (input: FocusInput) => string | null;

/** The focus rule of each state of a flow; a single rule is for all its states. */
export type FocusRules = FocusRule | Readonly<Record<string, FocusRule>>;

/** The expected content of the page in each state of a flow, and where the focus is. Tests and the runs of the visualiser check it. */
export type Checks = { states: Readonly<Record<string, StateExpectations>>; focus: FocusRules };

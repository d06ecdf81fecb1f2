import type { PersistedSnapshot } from '../../paths/index.ts';
import type { PathFailure } from '../pathFailures.ts';
import type { PageCheck } from '../visualiserLink/visualiserLink.types.ts';

/** The outcome that an invoked actor is given. */
export type RunOutcome =
  | { kind: 'output'; output?: unknown }
  | { kind: 'error'; message: string }
  /** That of the real actor. */
  | { kind: 'real' };

/** A command that a run sends to a page. */
export type RunCommand =
  /** Loads a page; with a snapshot the flow starts in that state. */
  | { kind: 'open'; path: string; draftsToClear: string[]; snapshot: PersistedSnapshot | null }
  | { kind: 'event'; event: { type: string } & Record<string, unknown> }
  | { kind: 'outcome'; actor: string; outcome: RunOutcome }
  | { kind: 'timer' };

/** A step of a run, and the state that it must lead to. */
export type RunStep = {
  name: string;
  command: RunCommand;
  state: string;
  transitions: string[];
};

/** Where a step is performed: on a page, and there by the session of the flow and an invoked actor, where it needs them. */
export type Target = { page: string; session: string | null; actor: number | null };
/** The page and the snapshot of the flow after a step; `entry` is the number of its entry on the timeline. */
export type Reached = { page: string; snapshot: PersistedSnapshot; entry: number };

/** The findings on a page in a state: the checks, and the element that has the focus. */
export type Findings = Pick<PageCheck, 'results' | 'focused'>;

/** A path of a flow to perform on the page. */
export type Run = {
  title: string;
  flow: string;
  tab: string;
  /** The title of the generated path that it performs. */
  path?: string;
  /** Whether steps follow each other without pauses: only the last state matters. */
  skipsPauses?: boolean;
  /** The title of the message that it produces. */
  message?: string;
  /** The flow whose environment was paused before the run; its end restores that. Null where none was. */
  pausedBefore?: string | null;
  steps: RunStep[];
  /** The failure of a test that the run replays; shown beside the result of the run. */
  failure?: PathFailure;
  /** Why there are no steps. */
  problem?: string;
};

export type Pace = 'slow' | 'normal' | 'fast';

export type RunContext = {
  run: Run | null;
  completedSteps: number;
  /** Where the step under way is performed. */
  target: Target | null;
  /** The result of each step so far, also of one that has led elsewhere. */
  reached: readonly Reached[];
  pace: Pace;
  /** Whether the run pauses after the current step. */
  isPauseRequested: boolean;
  /** The element that had the focus on the page after the last step; empty where none had. */
  focused: string;
  /** A sentence about the error of the failed step. */
  error: string | null;
  /** In a sentence why the last run of each generated path stopped, null where it did not, by `pathKey`. */
  pathResults: Readonly<Record<string, string | null>>;
};

export type RunEvent =
  | { type: 'started'; run: Run }
  | { type: 'pauseRequested' }
  | { type: 'resumed' }
  /** Performs one step, then pauses again. */
  | { type: 'stepped' }
  | { type: 'dismissed' }
  | { type: 'paceChosen'; pace: Pace };

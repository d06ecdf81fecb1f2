import type { PersistedSnapshot } from '../paths/paths.types.ts';

/** How an invoked actor is to answer. */
export type RunOutcome = { kind: 'output'; output?: unknown } | { kind: 'error'; message: string };

/** What is done to a flow on a page. */
export type RunCommand =
  /** Loads a page; with a pose the flow starts in it. */
  | { kind: 'open'; path: string; draftsToClear: string[]; snapshot: PersistedSnapshot | null }
  | { kind: 'event'; event: { type: string } & Record<string, unknown> }
  | { kind: 'outcome'; actor: string; outcome: RunOutcome }
  | { kind: 'timer' };

/** A step of a run, and the state that it must lead to. */
export type RunStep = { name: string; command: RunCommand; state: string; transitions: string[] };

/** A path of a flow that is walked on the page, or on the chart alone. */
export type Run = {
  title: string;
  flow: string;
  on: 'page' | 'chart';
  /** The tab of the page. */
  tab: string;
  /** No state is shown on the way: what counts is where it leads. */
  skipsPauses?: boolean;
  steps: RunStep[];
};

export type Pace = 'slow' | 'normal' | 'fast';

export type RunContext = {
  run: Run | null;
  /** How many steps have been done. */
  completedSteps: number;
  pace: Pace;
  /** Stops after the step that is under way. */
  isPauseRequested: boolean;
  /** Where the last step led instead; null where that is not known. */
  actualState: string | null;
  /** Why the last step did not go as it should. */
  error: string | null;
};

export type RunEvent =
  | { type: 'started'; run: Run }
  | { type: 'pauseRequested' }
  | { type: 'resumed' }
  /** One step, then halt again. */
  | { type: 'stepped' }
  | { type: 'dismissed' }
  | { type: 'paceChosen'; pace: Pace };

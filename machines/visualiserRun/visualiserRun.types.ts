import type { Pose } from '../visualiserLink/visualiserLink.types.ts';

/** How an invoked actor is to answer. */
export type RunAnswer = { kind: 'output'; output?: unknown } | { kind: 'error'; message: string };

/** What is done to a flow on a page. */
export type RunDeed =
  /** Loads a page; with a pose the flow starts in it. */
  | { kind: 'open'; path: string; forget: string[]; pose: Pose | null }
  | { kind: 'event'; event: { type: string } & Record<string, unknown> }
  | { kind: 'outcome'; actor: string; answer: RunAnswer }
  | { kind: 'timer' };

/** A step of a run, and the state that it must lead to. */
export type RunLeg = { name: string; deed: RunDeed; state: string; transitions: string[] };

/** A path of a flow that is walked on the page, or on the chart alone. */
export type Run = {
  title: string;
  flow: string;
  on: 'page' | 'chart';
  /** The tab of the page. */
  tab: string;
  /** No state is shown on the way: what counts is where it leads. */
  isHurried?: boolean;
  legs: RunLeg[];
};

export type Pace = 'slow' | 'normal' | 'fast';

export type RunContext = {
  run: Run | null;
  /** How many steps have been done. */
  done: number;
  pace: Pace;
  /** Stops after the step that is under way. */
  isHalting: boolean;
  /** Where the last step led instead; null where that is not known. */
  found: string | null;
  /** Why the last step did not go as it should. */
  problem: string | null;
};

export type RunEvent =
  | { type: 'started'; run: Run }
  | { type: 'haltPressed' }
  | { type: 'resumed' }
  /** One step, then halt again. */
  | { type: 'stepped' }
  | { type: 'dismissed' }
  | { type: 'paceChosen'; pace: Pace };

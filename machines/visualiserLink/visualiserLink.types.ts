import type { PersistedSnapshot } from '../paths/paths.types.ts';

/** A page of the site that is connected to the visualiser. */
export type PageInfo = {
  /** Changes with each load. */
  id: string;
  /** The id of the tab or frame; the same across loads. */
  tab: string;
  path: string;
  title: string;
};

/** The error that stopped a flow, with the event that it came of and the name of the state in which that was sent. */
export type Failure = { message: string; event: string; state: string };

/** A flow that runs on a page, with its latest snapshot; `failure` where its machine has thrown an error. */
export type Session = {
  session: string;
  flow: string;
  snapshot: PersistedSnapshot;
  failure: Failure | null;
};

/** An invoked actor of a flow that has not ended. */
export type InvokedActorInfo = {
  id: number;
  flow: string;
  session: string;
  invocation: string;
  actor: string;
  input: unknown;
  /** Whether the real actor runs, its outcome is chosen in the visualiser, or it never ends. */
  state: 'running' | 'waiting' | 'never';
};

/** One event of a flow, with the snapshots before and after it. */
export type LogEntry = {
  /** Sequence number over all pages connected to a visualiser. */
  number: number;
  /** Milliseconds since the page was loaded. */
  at: number;
  session: string;
  flow: string;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the transitions taken, in order. */
  transitions: string[];
  /** Results of the evaluated guards. */
  guardResults: string[];
  /** Guard results by which a case is rejected in the state after the event. */
  failedGuards: string[];
  microsteps: number;
  before: PersistedSnapshot | null;
  snapshot: PersistedSnapshot;
  /** The error that the event led to; the snapshot is that before it. */
  failure: Failure | null;
};

/** The states, transitions and guard results of a flow that have been observed. */
export type FlowCoverage = { states: string[]; transitions: string[]; guardResults: string[] };

export type LinkContext = {
  /** The connected pages. */
  pages: PageInfo[];
  /** The page whose flows are shown; after `closed` the one that was shown. */
  followedPage: PageInfo | null;
  sessions: Session[];
  invokedActors: InvokedActorInfo[];
  /** The id of the flow whose actors and timers are paused. */
  paused: string | null;
  /** Oldest entry first. */
  log: LogEntry[];
  /** Coverage by hand in this browser, by the id of the flow. */
  coverage: Record<string, FlowCoverage>;
  /** Microsteps that the followed page has counted, and those that were received, since it is followed. */
  counted: number;
  received: number;
  /** The count of the page when it was first followed; null until then. */
  firstMicrostepCount: number | null;
  /** Ids of other open visualisers. */
  otherVisualisers: string[];
};

type PageEnvironment = { invokedActors: InvokedActorInfo[]; paused: string | null; microsteps: number };

export type LinkEvent =
  /** A page presents itself and the flows that run on it. */
  | ({ type: 'present'; page: PageInfo; sessions: Session[] } & PageEnvironment)
  /** A page reports its new log entries. */
  | ({ type: 'observed'; page: PageInfo; entries: LogEntry[]; endedSessions: string[] } & PageEnvironment)
  /** A page responds to a ping. */
  | { type: 'pong'; page: string }
  /** A page is closed, or left by a reload. */
  | { type: 'goodbye'; page: string }
  /** QA chooses the page to follow. */
  | { type: 'pageChosen'; page: string }
  | { type: 'otherVisualiserOpened'; visualiser: string }
  | { type: 'otherVisualiserClosed'; visualiser: string }
  | { type: 'logCleared' }
  /** QA opens the file of another tester. */
  | { type: 'coverageMerged'; coverage: Record<string, FlowCoverage> }
  | { type: 'coverageCleared' };

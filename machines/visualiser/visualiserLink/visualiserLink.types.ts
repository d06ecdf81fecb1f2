import type { PersistedSnapshot } from '../../paths/index.ts';

/** A page of the site that is connected to the visualiser. */
export type PageInfo = {
  /** Changes with each load. */
  id: string;
  /** The id of the tab or frame; the same across loads. */
  tab: string;
  path: string;
  title: string;
};

/** The error that stopped a flow, its event, and the name of the state before. */
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

type SentRequest = { id: number; method: string; path: string; body: unknown };

/** The response to a request as it was received; `status` is null where none came. */
type ReceivedResponse = { request: number; status: number | null; body: unknown };

/** A request that a page sent, or the response to one; `flow` is null where no flow of the page sent it. */
export type Call = { flow: string | null } & (
  | { kind: 'request'; request: SentRequest }
  | { kind: 'response'; response: ReceivedResponse }
);

/** An error or a warning of a page: of its console, its scripts, its promises, its policy or a file that was not loaded. */
export type PageProblem = { isError: boolean; text: string };

/** What was observed on a page besides the events of its flows; an audit has the violations that axe found, in words. */
export type Observation =
  | Call
  | { kind: 'problem'; problem: PageProblem }
  | { kind: 'audit'; violations: string[] };

/** One thing that happened on a followed page. */
export type TimelineRecord = {
  /** Sequence number over all pages connected to a visualiser; the oldest has the lowest. */
  number: number;
  page: PageInfo;
  /** Milliseconds since the page was loaded. */
  at: number;
} & ({ kind: 'pageLoaded' } | { kind: 'event'; entry: LogEntry } | Observation);

/** What was recorded of a page up to the frame after an entry. */
export type RecordedChanges = {
  page: string;
  entry: number;
  /** Whether it begins with the page as a whole; else it goes on from what was recorded before. */
  isWhole: boolean;
  /** The events of rrweb, as JSON. What stands in fields is marked. */
  events: string;
};

/** The states, transitions and guard results of a flow that have been observed. */
export type FlowCoverage = { states: string[]; transitions: string[]; guardResults: string[] };

export type LinkContext = {
  pages: PageInfo[];
  /** The page whose flows are shown; after `closed` the one that was shown. */
  followedPage: PageInfo | null;
  sessions: Session[];
  invokedActors: InvokedActorInfo[];
  /** The id of the flow whose actors and timers are paused. */
  paused: string | null;
  /** The history of the followed pages, oldest first: loads, events, requests, responses and problems. */
  timeline: TimelineRecord[];
  /** The numbers of the entries of the timeline that are kept when older ones are dropped. */
  pinnedEntries: number[];
  /** The number of the entry that is shown; null for the current state. */
  shownEntry: number | null;
  /** The recordings of the pages, oldest changes first. */
  recorded: RecordedChanges[];
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

type PageEnvironment = {
  invokedActors: InvokedActorInfo[];
  paused: string | null;
  microsteps: number;
  /** How often each answer that was set for the page is still to be given. */
  answersLeft?: number[];
};

export type LinkEvent =
  /** A page presents itself and the flows that run on it. */
  | ({
      type: 'present';
      /** The number of the entry in the timeline for the load of the page. */
      number: number;
      page: PageInfo;
      sessions: Session[];
    } & PageEnvironment)
  /** A page reports its new log entries, and what else was observed: calls to its server, errors and warnings. */
  | ({
      type: 'observed';
      page: PageInfo;
      entries: LogEntry[];
      observations: ({ number: number; at: number } & Observation)[];
      endedSessions: string[];
    } & PageEnvironment)
  /** A page sends its changes since the last entry. */
  | ({ type: 'pictured' } & RecordedChanges)
  /** A page responds to a ping. */
  | { type: 'pong'; page: string }
  /** A page is closed, or left by a reload. */
  | { type: 'goodbye'; page: string }
  /** QA chooses the page to follow. */
  | { type: 'pageChosen'; page: string }
  | { type: 'otherVisualiserOpened'; visualiser: string }
  | { type: 'otherVisualiserClosed'; visualiser: string }
  | { type: 'logCleared' }
  /** QA chooses an entry of the timeline; null for the current state. */
  | { type: 'entryShown'; number: number | null }
  /** QA pins the entry that is shown, or removes its pin. */
  | { type: 'pinToggled' }
  /** QA opens the file of another tester. */
  | { type: 'coverageMerged'; coverage: Record<string, FlowCoverage> }
  | { type: 'coverageCleared' };

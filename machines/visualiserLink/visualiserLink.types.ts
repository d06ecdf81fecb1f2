import type { PersistedSnapshot } from '../paths/paths.types.ts';

/** A page of the site that answers. */
export type PageInfo = {
  /** New with each load. */
  id: string;
  /** Its tab or frame; the same across loads. */
  tab: string;
  path: string;
  title: string;
};

/** A flow that runs on a page. */
export type Session = { session: string; flow: string; snapshot: PersistedSnapshot };

/** An actor that a flow has invoked and that has not endedSessions. */
export type InvokedActorInfo = {
  id: number;
  flow: string;
  session: string;
  invocation: string;
  actor: string;
  input: unknown;
  /** The real world has been asked, or it waits to be answered by hand, or it shall never be. */
  state: 'running' | 'waiting' | 'never';
};

/** One thing that happened to a flow, and the state it led to. */
export type LogEntry = {
  /** Counts up over all pages that a visualiser hears. */
  number: number;
  /** Milliseconds since the page was loaded. */
  at: number;
  session: string;
  flow: string;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the transitions taken, in order. */
  transitions: string[];
  /** What the guards that were asked answered. */
  guardResults: string[];
  /** The guards that refuse a case in the state it led to. */
  failedGuards: string[];
  microsteps: number;
  before: PersistedSnapshot | null;
  snapshot: PersistedSnapshot;
};

/** What ran of a flow. */
export type FlowCoverage = { states: string[]; transitions: string[]; guardResults: string[] };

export type LinkContext = {
  /** The pages that are there. */
  pages: PageInfo[];
  /** The page that is followed. */
  followedPage: PageInfo | null;
  sessions: Session[];
  invokedActors: InvokedActorInfo[];
  /** The flow whose world is held. */
  paused: string | null;
  /** The newest last. */
  log: LogEntry[];
  /** What ran by hand since the visualiser was opened, by the id of the flow. */
  coverage: Record<string, FlowCoverage>;
  /** Microsteps that the page has counted since it is followed, and those that have come. */
  counted: number;
  received: number;
  /** Where the page's count stood when it was first heard of; null until then. */
  firstMicrostepCount: number | null;
  /** Other visualisers that are open. */
  otherVisualisers: string[];
};

type PageEnvironment = { invokedActors: InvokedActorInfo[]; paused: string | null; microsteps: number };

export type LinkEvent =
  /** A page says that it is there, and what runs on it. */
  | ({ type: 'present'; page: PageInfo; sessions: Session[] } & PageEnvironment)
  /** A page says what has happened on it. */
  | ({ type: 'observed'; page: PageInfo; entries: LogEntry[]; endedSessions: string[] } & PageEnvironment)
  /** A page answers. */
  | { type: 'pong'; page: string }
  /** A page is closed, or loaded again. */
  | { type: 'goodbye'; page: string }
  /** Another page is to be followed. */
  | { type: 'pageChosen'; page: string }
  | { type: 'otherVisualiserOpened'; visualiser: string }
  | { type: 'otherVisualiserClosed'; visualiser: string }
  | { type: 'logCleared' };

/** A page of the site that answers. */
export type PageInfo = {
  /** New with each load. */
  id: string;
  /** Its tab or frame; the same across loads. */
  tab: string;
  path: string;
  title: string;
};

/** A state of a flow as plain data: what XState can restore it from. */
export type Pose = {
  status: 'active' | 'done' | 'error' | 'stopped';
  value: string | Record<string, unknown>;
  context: Record<string, unknown>;
  children: Record<string, unknown>;
};

/** A flow that runs on a page. */
export type Session = { session: string; flow: string; pose: Pose };

/** An actor that a flow has invoked and that has not ended. */
export type OpenCall = {
  id: number;
  flow: string;
  session: string;
  invocation: string;
  actor: string;
  input: unknown;
  /** The real world has been asked, or it waits to be answered by hand, or it shall never be. */
  state: 'asked' | 'waiting' | 'never';
};

/** One thing that happened to a flow, and the state it led to. */
export type Entry = {
  /** Counts up over all pages that a visualiser hears. */
  place: number;
  /** Milliseconds since the page was loaded. */
  at: number;
  session: string;
  flow: string;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the transitions taken, in order. */
  transitions: string[];
  /** What the guards that were asked answered. */
  answers: string[];
  /** The guards that refuse a case in the state it led to. */
  refusals: string[];
  microsteps: number;
  before: Pose | null;
  pose: Pose;
};

/** What ran of a flow. */
export type Ran = { states: string[]; transitions: string[]; answers: string[] };

export type LinkContext = {
  /** The pages that are there. */
  pages: PageInfo[];
  /** The page that is followed. */
  chosen: PageInfo | null;
  sessions: Session[];
  calls: OpenCall[];
  /** The flow whose world is held. */
  held: string | null;
  /** The newest last. */
  log: Entry[];
  /** What ran by hand since the visualiser was opened, by the id of the flow. */
  ran: Record<string, Ran>;
  /** Microsteps that the page has counted since it is followed, and those that have come. */
  told: number;
  came: number;
  /** Where the page's count stood when it was first heard of; null until then. */
  countedFrom: number | null;
  /** Other visualisers that are open. */
  others: string[];
};

type World = { calls: OpenCall[]; held: string | null; microsteps: number };

export type LinkEvent =
  /** A page says that it is there, and what runs on it. */
  | ({ type: 'present'; page: PageInfo; sessions: Session[] } & World)
  /** A page says what has happened on it. */
  | ({ type: 'told'; page: PageInfo; entries: Entry[]; ended: string[] } & World)
  /** A page answers. */
  | { type: 'ponged'; page: string }
  /** A page is closed, or loaded again. */
  | { type: 'parted'; page: string }
  /** Another page is to be followed. */
  | { type: 'chosen'; page: string }
  | { type: 'otherSeen'; visualiser: string }
  | { type: 'otherLeft'; visualiser: string }
  | { type: 'logCleared' };

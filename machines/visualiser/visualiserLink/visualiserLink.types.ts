import * as v from 'valibot';
import type { PersistedSnapshot } from '../../paths/index.ts';

/** The schemas of a page's reports, and their types. */

/** The schemas of the fields of a persisted snapshot. */
export const persistedSnapshotEntries = {
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.union([v.string(), v.record(v.string(), v.unknown())]),
  context: v.record(v.string(), v.unknown()),
  children: v.record(v.string(), v.unknown()),
} satisfies { [Key in keyof PersistedSnapshot]: v.GenericSchema<unknown, PersistedSnapshot[Key]> };

export const snapshotSchema: v.GenericSchema<unknown, PersistedSnapshot> =
  v.looseObject(persistedSnapshotEntries);

export const eventSchema = v.looseObject({ type: v.string() });

export const pageSchema = v.object({
  /** Changes with each load. */
  id: v.string(),
  /** The id of the tab or frame; the same across loads. */
  tab: v.string(),
  path: v.string(),
  title: v.string(),
});

/** A page of the site that is connected to the visualiser. */
export type PageInfo = v.InferOutput<typeof pageSchema>;

const failureSchema = v.object({ message: v.string(), event: v.string(), state: v.string() });

/** The error that stopped a flow, its event, and the name of the state before. */
export type Failure = v.InferOutput<typeof failureSchema>;

export const sessionSchema = v.object({
  session: v.string(),
  flow: v.string(),
  snapshot: snapshotSchema,
  failure: v.nullable(failureSchema),
});

/** A flow that runs on a page, with its latest snapshot; `failure` where its machine has thrown an error. */
export type Session = v.InferOutput<typeof sessionSchema>;

const invokedActorSchema = v.object({
  id: v.number(),
  flow: v.string(),
  session: v.string(),
  invocation: v.string(),
  actor: v.string(),
  input: v.unknown(),
  /** Whether the real actor runs, its outcome is chosen in the visualiser, or it never ends. */
  state: v.picklist(['running', 'waiting', 'never']),
});

/** An invoked actor of a flow that has not ended. */
export type InvokedActorInfo = v.InferOutput<typeof invokedActorSchema>;

export const environmentEntries = {
  invokedActors: v.array(invokedActorSchema),
  paused: v.nullable(v.string()),
  /** The number of all microsteps since the page was loaded. */
  microsteps: v.number(),
  /** Remaining uses of each answer set for the page. */
  answersLeft: v.exactOptional(v.array(v.number())),
};

type PageEnvironment = v.InferOutput<v.ObjectSchema<typeof environmentEntries, undefined>>;

/** The fields of a log entry that a page sends; the visualiser adds the rest. */
export const entrySchema = v.object({
  ...sessionSchema.entries,
  /** Milliseconds since the page was loaded. */
  at: v.number(),
  event: eventSchema,
  /** Ids of the transitions taken, in order. */
  transitions: v.array(v.string()),
  microsteps: v.number(),
});

/** One event of a flow, with the snapshots before and after it. After a failure, `snapshot` is that before it. */
export type LogEntry = v.InferOutput<typeof entrySchema> & {
  /** Higher than that of everything before, on all pages. */
  number: number;
  /** Results of the evaluated guards. */
  guardResults: string[];
  /** The room that it needs beside the entry before, in characters. */
  size?: number;
  /** Guard results by which a case is rejected in the state after the event. */
  failedGuards: string[];
  before: PersistedSnapshot | null;
};

/** `flow` is null where no flow of the page sent it. */
const requestSchema = v.object({
  flow: v.nullable(v.string()),
  kind: v.literal('request'),
  request: v.object({ id: v.number(), method: v.string(), path: v.string(), body: v.unknown() }),
});

/** The response to a request as it was received; `status` is null where none came. */
const responseSchema = v.object({
  flow: v.nullable(v.string()),
  kind: v.literal('response'),
  response: v.object({
    request: v.number(),
    status: v.nullable(v.number()),
    body: v.unknown(),
    /** The headers that the page may read. */
    headers: v.exactOptional(v.record(v.string(), v.string())),
  }),
});

const problemSchema = v.object({
  kind: v.literal('problem'),
  problem: v.object({ isError: v.boolean(), text: v.string() }),
});

/** The violations that axe found, in words. */
const auditSchema = v.object({ kind: v.literal('audit'), violations: v.array(v.string()) });

/** The findings of a check of the page in a state of a flow, after the step of a run. */
const checkSchema = v.object({
  kind: v.literal('check'),
  /** The number by which it was asked for. */
  check: v.number(),
  flow: v.string(),
  /** The name of the step. */
  step: v.string(),
  /** Each check in words, with its problem in a sentence; null without one. */
  results: v.array(v.object({ check: v.string(), problem: v.nullable(v.string()) })),
  /** The element that has the focus; empty where none has. */
  focused: v.string(),
});

export const observationSchemas = [
  requestSchema,
  responseSchema,
  problemSchema,
  auditSchema,
  checkSchema,
] as const;

export type PageCheck = v.InferOutput<typeof checkSchema>;

/** A request that a page sent, or the response to one. */
export type Call = v.InferOutput<typeof requestSchema | typeof responseSchema>;

/** An error or a warning of a page: of its console, its scripts, its promises, its policy or a file that was not loaded. */
export type PageProblem = v.InferOutput<typeof problemSchema>['problem'];

/** An observation on a page besides the events of its flows. */
export type Observation = v.InferOutput<(typeof observationSchemas)[number]>;

/** One thing that happened on a followed page. */
export type TimelineRecord = {
  /** Higher than that of everything before, on all pages. */
  number: number;
  page: PageInfo;
  /** Milliseconds since the page was loaded. */
  at: number;
  /** Whether it is kept when older ones are dropped. */
  isPinned?: boolean;
} & ({ kind: 'pageLoaded' } | { kind: 'event'; entry: LogEntry } | Observation);

/** The record of a page up to the frame after an entry. */
export type RecordedChanges = {
  page: string;
  entry: number;
  /** Whether it begins with the whole page; else it continues the earlier record. */
  isWhole: boolean;
  /** The events of rrweb, as JSON. The contents of fields are marked. */
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
  /** The number of the entry that is shown; null for the current state. */
  shownEntry: number | null;
  /** The recordings of the pages, oldest changes first. */
  recorded: RecordedChanges[];
  /** Coverage by hand in this browser, by the id of the flow. */
  coverage: Record<string, FlowCoverage>;
  /** The microsteps of the followed page since it is followed: counted by the page, and received here. */
  counted: number;
  received: number;
  /** The count of the page when it was first followed; null until then. */
  firstMicrostepCount: number | null;
  /** Ids of other open visualisers. */
  otherVisualisers: string[];
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
  /** A page reports its new log entries and observations: calls to its server, errors, warnings and checks. */
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
  | { type: 'coverageCleared' };

import * as v from 'valibot';
import type { PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { expectation } from './expectation.schema.ts';

type Schema<Output> = v.GenericSchema<unknown, Output>;

const record = v.record(v.string(), v.unknown());

const event = v.looseObject({ type: v.string() });

/** The schemas of the fields of a persisted snapshot. */
export const persistedSnapshotEntries = {
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.union([v.string(), record]),
  context: record,
  children: record,
} satisfies { [Key in keyof PersistedSnapshot]: Schema<PersistedSnapshot[Key]> };

const snapshot: Schema<PersistedSnapshot> = v.looseObject(persistedSnapshotEntries);

const page = v.object({
  id: v.string(),
  tab: v.string(),
  path: v.string(),
  title: v.string(),
});

const failure = v.nullable(v.object({ message: v.string(), event: v.string(), state: v.string() }));

const session = v.object({
  session: v.string(),
  flow: v.string(),
  snapshot,
  failure,
});

const invokedActor = v.object({
  id: v.number(),
  flow: v.string(),
  session: v.string(),
  invocation: v.string(),
  actor: v.string(),
  input: v.unknown(),
  state: v.picklist(['running', 'waiting', 'never']),
});

/** The place among the entries and observations of a page; 0 for its load, and where it is not known. */
const order = v.optional(v.number(), 0);

/** A log entry as a page sends it; the visualiser adds the rest. */
const entry = v.object({
  order,
  at: v.number(),
  session: v.string(),
  flow: v.string(),
  event,
  transitions: v.array(v.string()),
  microsteps: v.number(),
  snapshot,
  failure,
});

const observed = { order, at: v.number() };
const observedCall = { ...observed, flow: v.nullable(v.string()) };

const observation = v.variant('kind', [
  v.object({
    ...observedCall,
    kind: v.literal('request'),
    request: v.object({ id: v.number(), method: v.string(), path: v.string(), body: v.unknown() }),
  }),
  v.object({
    ...observedCall,
    kind: v.literal('response'),
    response: v.object({ request: v.number(), status: v.nullable(v.number()), body: v.unknown() }),
  }),
  v.object({
    ...observed,
    kind: v.literal('problem'),
    problem: v.object({ isError: v.boolean(), text: v.string() }),
  }),
  v.object({ ...observed, kind: v.literal('audit'), violations: v.array(v.string()) }),
]);

/** `microsteps` counts all microsteps since the page was loaded. */
const environment = {
  invokedActors: v.array(invokedActor),
  paused: v.nullable(v.string()),
  microsteps: v.number(),
  answersLeft: v.exactOptional(v.array(v.number())),
};

/**
 * The results of checking a page: for the state that the page shows, and then for each expectation, a problem or null; and
 * the element that has the focus.
 */
const findings = v.object({ problems: v.array(v.nullable(v.string())), focused: v.string() });

/** A message of a page to every visualiser. */
const fromPage = v.variant('type', [
  /** The page exists: sent when its agent starts, and in reply to a hello or the first ping of a visualiser. */
  v.object({ type: v.literal('present'), page, sessions: v.array(session), ...environment }),
  /** The entries, observations and ended sessions since the last message. */
  v.object({
    type: v.literal('observed'),
    page,
    entries: v.array(entry),
    observations: v.optional(v.array(observation), []),
    endedSessions: v.array(v.string()),
    ...environment,
  }),
  /** The changes of the page up to the frame after the entry or observation with that order. */
  v.object({
    type: v.literal('pictured'),
    page: v.string(),
    order,
    isWhole: v.boolean(),
    events: v.string(),
  }),
  v.object({ type: v.literal('pong'), page: v.string() }),
  v.object({ type: v.literal('goodbye'), page: v.string() }),
  /** The findings of a check, by its number. */
  v.object({
    type: v.literal('checked'),
    page: v.string(),
    check: v.number(),
    ...findings.entries,
  }),
]);

/** The outcome of an invoked actor: one of its cases, that of the real actor, or none. */
const actorOutcome = v.variant('kind', [
  v.object({ kind: v.literal('real') }),
  v.object({ kind: v.literal('never') }),
  v.object({ kind: v.literal('output'), output: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('error'), message: v.string() }),
]);

/** The outcome that an actor gets instead of its real one. */
const answer = v.object({
  flow: v.string(),
  actor: v.string(),
  outcome: actorOutcome,
  /** In milliseconds. */
  delay: v.number(),
  /** How often it is given; null for every time. */
  times: v.nullable(v.number()),
});

/** The environment of a page as a visualiser sets it; null for what is left to the browser. */
const pageEnvironment = v.object({
  isOffline: v.boolean(),
  answers: v.array(answer),
  colorScheme: v.nullable(v.picklist(['light', 'dark'])),
  reducedMotion: v.nullable(v.picklist(['reduce', 'no-preference'])),
});

const command = v.variant('type', [
  /** Sets the environment of the page, also after a reload. */
  v.object({ type: v.literal('configure'), environment: pageEnvironment }),
  v.object({ type: v.literal('send'), session: v.string(), event }),
  v.object({
    type: v.literal('provideOutcome'),
    invokedActor: v.number(),
    outcome: actorOutcome,
    /** In milliseconds. */
    delay: v.exactOptional(v.number()),
  }),
  v.object({ type: v.literal('fireTimer'), session: v.string() }),
  /** Checks what the page shows of a flow. The page answers with the same number. */
  v.object({
    type: v.literal('check'),
    check: v.number(),
    flow: v.string(),
    state: v.string(),
    expectations: v.array(expectation),
  }),
  /** Looks for violations of the rules of accessibility. The page reports them as an observation. */
  v.object({ type: v.literal('audit') }),
  /** Outlines on the page what nothing has touched, or no longer. */
  v.object({ type: v.literal('outline') }),
  /** Pauses the environment of one flow; null resumes. Actors that wait are started then, unless they are kept waiting. */
  v.object({
    type: v.literal('pause'),
    flow: v.nullable(v.string()),
    keepsWaiting: v.exactOptional(v.boolean()),
  }),
  /** Clears the drafts of some flows and loads a page; with a restart, one flow starts in the given state. */
  v.object({
    type: v.literal('open'),
    path: v.string(),
    draftsToClear: v.array(v.string()),
    restart: v.nullable(v.object({ flow: v.string(), snapshot })),
  }),
]);

/** A message of a visualiser, to every page unless it names one. */
const fromVisualiser = v.variant('type', [
  v.object({ type: v.literal('hello'), visualiser: v.string() }),
  v.object({ type: v.literal('ping'), visualiser: v.string() }),
  v.object({ type: v.literal('goodbye'), visualiser: v.string() }),
  v.object({ type: v.literal('command'), page: v.string(), command }),
]);

export type Entry = v.InferOutput<typeof entry>;
export type SentObservation = v.InferOutput<typeof observation>;
export type Findings = v.InferOutput<typeof findings>;
export type FromPage = v.InferOutput<typeof fromPage>;
export type ActorOutcome = v.InferOutput<typeof actorOutcome>;
export type Answer = v.InferOutput<typeof answer>;
export type PageEnvironment = v.InferOutput<typeof pageEnvironment>;
export type PageCommand = v.InferOutput<typeof command>;
export type FromVisualiser = v.InferOutput<typeof fromVisualiser>;

const readerOf =
  <Output>(schema: Schema<Output>) =>
  (data: unknown): Output | null => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };

/** Reads a message of a page; null for anything else. */
export const readFromPage = readerOf(fromPage);
/** Reads a message of a visualiser; null for anything else. */
export const readFromVisualiser = readerOf(fromVisualiser);
/** Reads a persisted snapshot; null for anything else. */
export const readPersistedSnapshot = readerOf(snapshot);
/** Reads the environment of a page; null for anything else. */
export const readPageEnvironment = readerOf(pageEnvironment);
/** Reads an event; null for anything else. */
export const readEvent = readerOf(event);

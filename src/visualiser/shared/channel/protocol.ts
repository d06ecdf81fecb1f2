import * as v from 'valibot';
import type { Expectation } from '../../../../machines/checks/checks.types.ts';
import {
  entrySchema,
  environmentEntries,
  eventSchema,
  observationSchemas,
  pageSchema,
  sessionSchema,
  snapshotSchema,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { partOf } from '../partOf.ts';
import { nextNumber } from './entryNumbers.ts';

/** The number of an event on a page. Pages of an older build send none: it has happened just now. */
const number = v.optional(v.number(), nextNumber);

const entry = v.object({ number, ...entrySchema.entries });

const observation = v.intersect([
  v.object({ number, at: v.number() }),
  v.variant('kind', observationSchemas),
]);

/** A message of a page to every visualiser. */
const fromPage = v.variant('type', [
  /** The page exists: sent when its agent starts, and in reply to a hello or the first ping of a visualiser. */
  v.object({
    type: v.literal('present'),
    number,
    page: pageSchema,
    sessions: v.array(sessionSchema),
    ...environmentEntries,
  }),
  /** The entries, observations and ended sessions since the last message. */
  v.object({
    type: v.literal('observed'),
    page: pageSchema,
    entries: v.array(entry),
    observations: v.optional(v.array(observation), []),
    endedSessions: v.array(v.string()),
    ...environmentEntries,
  }),
  /** The changes of the page up to the frame after the entry or observation with that number. */
  v.object({
    type: v.literal('pictured'),
    page: v.string(),
    entry: number,
    isWhole: v.boolean(),
    events: v.string(),
  }),
  v.object({ type: v.literal('pong'), page: v.string() }),
  v.object({ type: v.literal('goodbye'), page: v.string() }),
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
  /** The number of uses; null for every time. */
  times: v.nullable(v.number()),
});

/** The environment of a page as a visualiser sets it; null for the parts that are left to the browser. */
const pageEnvironment = v.object({
  isOffline: v.boolean(),
  answers: v.array(answer),
  isTranslated: v.boolean(),
});

const command = v.variant('type', [
  /** Sets the environment of the page, also after a reload. */
  v.object({ type: v.literal('configure'), environment: pageEnvironment }),
  v.object({ type: v.literal('send'), session: v.string(), event: eventSchema }),
  v.object({
    type: v.literal('provideOutcome'),
    invokedActor: v.number(),
    outcome: actorOutcome,
    /** In milliseconds. */
    delay: v.exactOptional(v.number()),
  }),
  v.object({ type: v.literal('fireTimer'), session: v.string() }),
  /** Checks the page of a flow after a step. The page reports an observation with the same number. */
  v.object({
    type: v.literal('check'),
    check: v.number(),
    flow: v.string(),
    step: v.string(),
    state: v.string(),
    expectations: v.array(v.custom<Expectation>((data) => typeof partOf(data, 'kind') === 'string')),
  }),
  /** Looks for violations of the rules of accessibility. The page reports them as an observation. */
  v.object({ type: v.literal('audit') }),
  /** Outlines the untouched controls on the page, or removes the outlines. */
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
    restart: v.nullable(v.object({ flow: v.string(), snapshot: snapshotSchema })),
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
export type FromPage = v.InferOutput<typeof fromPage>;
export type ActorOutcome = v.InferOutput<typeof actorOutcome>;
export type Answer = v.InferOutput<typeof answer>;
export type PageEnvironment = v.InferOutput<typeof pageEnvironment>;
export type PageCommand = v.InferOutput<typeof command>;
export type FromVisualiser = v.InferOutput<typeof fromVisualiser>;

const readerOf =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (data: unknown): Output | null => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };

/** Reads a message of a page; null for anything else. */
export const readFromPage = readerOf(fromPage);
/** Reads a message of a visualiser; null for anything else. */
export const readFromVisualiser = readerOf(fromVisualiser);
/** Reads a persisted snapshot; null for anything else. */
export const readPersistedSnapshot = readerOf(snapshotSchema);
/** Reads the environment of a page; null for anything else. */
export const readPageEnvironment = readerOf(pageEnvironment);
/** Reads an event; null for anything else. */
export const readEvent = readerOf(eventSchema);

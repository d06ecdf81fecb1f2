import * as v from 'valibot';
import type { PersistedSnapshot } from '../../../../machines/paths/index.ts';
import type {
  InvokedActorInfo,
  LogEntry,
  PageInfo,
  Session,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { expectation } from './expectation.schema.ts';
import type {
  ActorOutcome,
  Answer,
  Entry,
  FromPage,
  FromVisualiser,
  PageCommand,
  PageEnvironment,
  SentObservation,
} from './types.ts';

type Schema<Output> = v.GenericSchema<unknown, Output>;

const record = v.record(v.string(), v.unknown());

const event = v.looseObject({ type: v.string() }) satisfies Schema<LogEntry['event']>;

/** The schemas of the fields of a persisted snapshot. */
export const persistedSnapshotEntries = {
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.union([v.string(), record]),
  context: record,
  children: record,
} satisfies { [Key in keyof PersistedSnapshot]: Schema<PersistedSnapshot[Key]> };

const snapshot = v.looseObject(persistedSnapshotEntries) satisfies Schema<PersistedSnapshot>;

const page = v.object({
  id: v.string(),
  tab: v.string(),
  path: v.string(),
  title: v.string(),
}) satisfies Schema<PageInfo>;

const failure = v.nullable(
  v.object({ message: v.string(), event: v.string(), state: v.string() }),
) satisfies Schema<Session['failure']>;

const session = v.object({
  session: v.string(),
  flow: v.string(),
  snapshot,
  failure,
}) satisfies Schema<Session>;

const invokedActor = v.object({
  id: v.number(),
  flow: v.string(),
  session: v.string(),
  invocation: v.string(),
  actor: v.string(),
  input: v.unknown(),
  state: v.picklist(['running', 'waiting', 'never']),
}) satisfies Schema<InvokedActorInfo>;

/** The place in the order of what happens on a page; 0 where it is not known. */
const order = v.optional(v.number(), 0);

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
}) satisfies Schema<Entry>;

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
]) satisfies Schema<SentObservation>;

const environment = {
  invokedActors: v.array(invokedActor),
  paused: v.nullable(v.string()),
  microsteps: v.number(),
  answersLeft: v.exactOptional(v.array(v.number())),
};

const fromPage = v.variant('type', [
  v.object({ type: v.literal('present'), page, sessions: v.array(session), ...environment }),
  v.object({
    type: v.literal('observed'),
    page,
    entries: v.array(entry),
    observations: v.optional(v.array(observation), []),
    endedSessions: v.array(v.string()),
    ...environment,
  }),
  v.object({
    type: v.literal('pictured'),
    page: v.string(),
    order,
    isWhole: v.boolean(),
    events: v.string(),
  }),
  v.object({ type: v.literal('pong'), page: v.string() }),
  v.object({ type: v.literal('goodbye'), page: v.string() }),
  v.object({
    type: v.literal('checked'),
    page: v.string(),
    check: v.number(),
    problems: v.array(v.nullable(v.string())),
    focused: v.string(),
  }),
]) satisfies Schema<FromPage>;

const actorOutcome = v.variant('kind', [
  v.object({ kind: v.literal('real') }),
  v.object({ kind: v.literal('never') }),
  v.object({ kind: v.literal('output'), output: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('error'), message: v.string() }),
]) satisfies Schema<ActorOutcome>;

const answer = v.object({
  flow: v.string(),
  actor: v.string(),
  outcome: actorOutcome,
  delay: v.number(),
  times: v.nullable(v.number()),
}) satisfies Schema<Answer>;

const pageEnvironment = v.object({
  isOffline: v.boolean(),
  answers: v.array(answer),
  colorScheme: v.nullable(v.picklist(['light', 'dark'])),
  reducedMotion: v.nullable(v.picklist(['reduce', 'no-preference'])),
}) satisfies Schema<PageEnvironment>;

const command = v.variant('type', [
  v.object({ type: v.literal('configure'), environment: pageEnvironment }),
  v.object({ type: v.literal('send'), session: v.string(), event }),
  v.object({
    type: v.literal('provideOutcome'),
    invokedActor: v.number(),
    outcome: actorOutcome,
    delay: v.exactOptional(v.number()),
  }),
  v.object({ type: v.literal('fireTimer'), session: v.string() }),
  v.object({
    type: v.literal('check'),
    check: v.number(),
    flow: v.string(),
    state: v.string(),
    expectations: v.array(expectation),
  }),
  v.object({
    type: v.literal('pause'),
    flow: v.nullable(v.string()),
    keepsWaiting: v.exactOptional(v.boolean()),
  }),
  v.object({
    type: v.literal('open'),
    path: v.string(),
    draftsToClear: v.array(v.string()),
    restart: v.nullable(v.object({ flow: v.string(), snapshot })),
  }),
]) satisfies Schema<PageCommand>;

const fromVisualiser = v.variant('type', [
  v.object({ type: v.literal('hello'), visualiser: v.string() }),
  v.object({ type: v.literal('ping'), visualiser: v.string() }),
  v.object({ type: v.literal('goodbye'), visualiser: v.string() }),
  v.object({ type: v.literal('command'), page: v.string(), command }),
]) satisfies Schema<FromVisualiser>;

const readerOf =
  <Output>(schema: Schema<Output>) =>
  (data: unknown): Output | null => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };

/** Reads a message of a page; null for anything else. */
export const readFromPage = readerOf<FromPage>(fromPage);
/** Reads a message of a visualiser; null for anything else. */
export const readFromVisualiser = readerOf<FromVisualiser>(fromVisualiser);
/** Reads a persisted snapshot; null for anything else. */
export const readPersistedSnapshot = readerOf<PersistedSnapshot>(snapshot);
/** Reads the environment of a page; null for anything else. */
export const readPageEnvironment = readerOf<PageEnvironment>(pageEnvironment);
/** Reads an event; null for anything else. */
export const readEvent = readerOf<LogEntry['event']>(event);

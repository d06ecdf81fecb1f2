import * as v from 'valibot';

const record = v.record(v.string(), v.unknown());

const event = v.looseObject({ type: v.string() });

/** A state of a flow as plain data: what XState can restore it from. */
const snapshot = v.looseObject({
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.union([v.string(), record]),
  context: record,
  children: record,
});

const page = v.object({
  /** New with each load. */
  id: v.string(),
  /** The tab, or the frame of a visualiser; the same across loads. */
  tab: v.string(),
  path: v.string(),
  title: v.string(),
});

const session = v.object({ session: v.string(), flow: v.string(), snapshot });

const invokedActor = v.object({
  id: v.number(),
  flow: v.string(),
  session: v.string(),
  invocation: v.string(),
  actor: v.string(),
  input: v.unknown(),
  /** The real world has been asked, or it waits to be answered by hand, or it shall never be. */
  state: v.picklist(['running', 'waiting', 'never']),
});

const entry = v.object({
  /** Milliseconds since the page was loaded. */
  at: v.number(),
  session: v.string(),
  flow: v.string(),
  event,
  /** Ids of the transitions taken, in order. */
  transitions: v.array(v.string()),
  microsteps: v.number(),
  /** The state after it. */
  snapshot,
});

/** `paused` is the flow whose environment is paused, if any. */
const environment = { invokedActors: v.array(invokedActor), paused: v.nullable(v.string()) };

const fromPage = v.variant('type', [
  /** A page is there, with everything that runs on it. */
  v.object({
    type: v.literal('present'),
    page,
    sessions: v.array(session),
    microsteps: v.number(),
    ...environment,
  }),
  /** What happened on a page since it spoke last. `microsteps` counts all since it was loaded. */
  v.object({
    type: v.literal('observed'),
    page,
    entries: v.array(entry),
    endedSessions: v.array(v.string()),
    microsteps: v.number(),
    ...environment,
  }),
  v.object({ type: v.literal('pong'), page: v.string() }),
  v.object({ type: v.literal('goodbye'), page: v.string() }),
]);

const actorOutcome = v.variant('kind', [
  v.object({ kind: v.literal('real') }),
  v.object({ kind: v.literal('never') }),
  v.object({ kind: v.literal('output'), output: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('error'), message: v.string() }),
]);

const command = v.variant('type', [
  v.object({ type: v.literal('send'), session: v.string(), event }),
  v.object({ type: v.literal('provideOutcome'), invokedActor: v.number(), outcome: actorOutcome }),
  v.object({ type: v.literal('fireTimer'), session: v.string() }),
  v.object({ type: v.literal('pause'), flow: v.nullable(v.string()) }),
  /** Loads a page afresh, what was typed in some flows forgotten; with a restart, one flow starts in another state. */
  v.object({
    type: v.literal('open'),
    path: v.string(),
    draftsToClear: v.array(v.string()),
    restart: v.nullable(v.object({ flow: v.string(), snapshot })),
  }),
]);

const fromVisualiser = v.variant('type', [
  v.object({ type: v.literal('hello'), visualiser: v.string() }),
  v.object({ type: v.literal('ping'), visualiser: v.string() }),
  v.object({ type: v.literal('goodbye'), visualiser: v.string() }),
  /** What one page is to do. */
  v.object({ type: v.literal('command'), page: v.string(), command }),
]);

export type PersistedSnapshot = v.InferOutput<typeof snapshot>;
export type PageInfo = v.InferOutput<typeof page>;
export type Session = v.InferOutput<typeof session>;
export type InvokedActorInfo = v.InferOutput<typeof invokedActor>;
export type Entry = v.InferOutput<typeof entry>;
export type ActorOutcome = v.InferOutput<typeof actorOutcome>;
export type PageCommand = v.InferOutput<typeof command>;
export type FromPage = v.InferOutput<typeof fromPage>;
export type FromVisualiser = v.InferOutput<typeof fromVisualiser>;

const readerOf =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (data: unknown): Output | null => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };

/** Reads what came on the channel; null for what is nothing of ours. */
export const readFromPage = readerOf<FromPage>(fromPage);
export const readFromVisualiser = readerOf<FromVisualiser>(fromVisualiser);
export const readPersistedSnapshot = readerOf<PersistedSnapshot>(snapshot);
export const readEvent = readerOf(event);

/** A value as it survives a channel and a storage: plain data, an error as its message. */
export const toPlainData = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) => (part instanceof Error ? { error: part.message } : part)) ?? 'null',
  );

import * as v from 'valibot';

const record = v.record(v.string(), v.unknown());

const event = v.looseObject({ type: v.string() });

/** A state of a flow as plain data: what XState can restore it from. */
const pose = v.looseObject({
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

const session = v.object({ session: v.string(), flow: v.string(), pose });

const call = v.object({
  id: v.number(),
  flow: v.string(),
  session: v.string(),
  invocation: v.string(),
  actor: v.string(),
  input: v.unknown(),
  /** The real world has been asked, or it waits to be answered by hand, or it shall never be. */
  state: v.picklist(['asked', 'waiting', 'never']),
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
  pose,
});

/** `held` is the flow whose world is held, if any. */
const world = { calls: v.array(call), held: v.nullable(v.string()) };

const fromPage = v.variant('type', [
  /** A page is there, with everything that runs on it. */
  v.object({
    type: v.literal('present'),
    page,
    sessions: v.array(session),
    microsteps: v.number(),
    ...world,
  }),
  /** What happened on a page since it spoke last. `microsteps` counts all since it was loaded. */
  v.object({
    type: v.literal('told'),
    page,
    entries: v.array(entry),
    ended: v.array(v.string()),
    microsteps: v.number(),
    ...world,
  }),
  v.object({ type: v.literal('ponged'), page: v.string() }),
  v.object({ type: v.literal('parted'), page: v.string() }),
]);

const answer = v.variant('kind', [
  v.object({ kind: v.literal('real') }),
  v.object({ kind: v.literal('never') }),
  v.object({ kind: v.literal('output'), output: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('error'), message: v.string() }),
]);

const deed = v.variant('type', [
  v.object({ type: v.literal('send'), session: v.string(), event }),
  v.object({ type: v.literal('answer'), call: v.number(), answer }),
  v.object({ type: v.literal('fire'), session: v.string() }),
  v.object({ type: v.literal('hold'), flow: v.nullable(v.string()) }),
  /** Loads a page afresh, what was typed in some flows forgotten; with a restart, one flow starts in another state. */
  v.object({
    type: v.literal('open'),
    path: v.string(),
    forget: v.array(v.string()),
    restart: v.nullable(v.object({ flow: v.string(), pose })),
  }),
]);

const fromVisualiser = v.variant('type', [
  v.object({ type: v.literal('greeted'), visualiser: v.string() }),
  v.object({ type: v.literal('pinged'), visualiser: v.string() }),
  v.object({ type: v.literal('left'), visualiser: v.string() }),
  /** What one page is to do. */
  v.object({ type: v.literal('told to'), page: v.string(), deed }),
]);

export type Pose = v.InferOutput<typeof pose>;
export type PageInfo = v.InferOutput<typeof page>;
export type Session = v.InferOutput<typeof session>;
export type CallInfo = v.InferOutput<typeof call>;
export type Entry = v.InferOutput<typeof entry>;
export type Answer = v.InferOutput<typeof answer>;
export type Deed = v.InferOutput<typeof deed>;
export type FromPage = v.InferOutput<typeof fromPage>;
export type FromVisualiser = v.InferOutput<typeof fromVisualiser>;

const reader =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (data: unknown): Output | null => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };

/** Reads what came on the channel; null for what is nothing of ours. */
export const readFromPage = reader<FromPage>(fromPage);
export const readFromVisualiser = reader<FromVisualiser>(fromVisualiser);
export const readPose = reader<Pose>(pose);
export const readEvent = reader(event);

/** A value as it survives a channel and a storage: plain data, an error as its message. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) => (part instanceof Error ? { error: part.message } : part)) ?? 'null',
  );

import * as v from 'valibot';

/**
 * What a page did between two moments, by kind of work. Milliseconds are those of the processor, which are about the same
 * while other programs run.
 */
export type Work = {
  /** All work of the main thread. */
  mainMs: number;
  /** The work of other threads that turn paints into pixels. They are not slowed down. */
  rasterMs: number;
  /** Recalculations of style, the elements that they restyled, and their milliseconds. */
  styles: number;
  restyled: number;
  styleMs: number;
  layouts: number;
  layoutMs: number;
  paints: number;
  paintMs: number;
};

const traceSchema = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      ts: v.optional(v.number(), 0),
      dur: v.optional(v.number(), 0),
      tdur: v.optional(v.number(), 0),
      pid: v.number(),
      tid: v.number(),
      args: v.optional(v.looseObject({ elementCount: v.optional(v.number(), 0) }), {}),
    }),
  ),
});

type TraceEvent = v.InferOutput<typeof traceSchema>['traceEvents'][number];

/** The categories that a trace must have to be read here. */
export const TRACE_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
];

const milliseconds = (events: readonly TraceEvent[]) =>
  events.reduce((sum, { tdur }) => sum + tdur, 0) / 1_000;

function workOf(events: readonly TraceEvent[], mainThread: number): Work {
  const main = events.filter(({ tid }) => tid === mainThread);
  const named = (...names: string[]) => main.filter(({ name }) => names.includes(name));
  const [styles, layouts, paints] = [named('UpdateLayoutTree'), named('Layout'), named('Paint')];
  return {
    mainMs: milliseconds(named('RunTask')),
    rasterMs: milliseconds(events.filter(({ name }) => name === 'RasterTask')),
    styles: styles.length,
    restyled: styles.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
    styleMs: milliseconds(styles),
    layouts: layouts.length,
    layoutMs: milliseconds([...layouts, ...named('PrePaint')]),
    paints: paints.length,
    paintMs: milliseconds([...paints, ...named('Layerize', 'Commit')]),
  };
}

const readTrace = (trace: Buffer): TraceEvent[] =>
  v.parse(traceSchema, JSON.parse(trace.toString())).traceEvents;

/** A task of the main thread: its milliseconds of the processor, and what most of them went into. */
export type Task = { ms: number; longestPart: string };

/** Returns the tasks of a page before a mark, the longest first. */
export function tasksBeforeMark(trace: Buffer, endMark: string): Task[] {
  const events = readTrace(trace);
  const end = events.find(({ name }) => name === endMark);
  const ofPage = events.filter(
    (event) => event.ph === 'X' && event.pid === end?.pid && event.tid === end.tid && event.ts < end.ts,
  );
  const parts = ofPage.filter(({ name }) => name !== 'RunTask');
  return ofPage
    .filter(({ name }) => name === 'RunTask')
    .toSorted((one, other) => other.tdur - one.tdur)
    .slice(0, 10)
    .map(({ ts, dur, tdur }) => {
      const within = parts.filter((part) => part.ts >= ts && part.ts + part.dur <= ts + dur);
      const [longest] = within.toSorted((one, other) => other.tdur - one.tdur);
      return { ms: tdur / 1_000, longestPart: longest?.name ?? 'of its own' };
    });
}

/** Returns the work between each mark of one name and the next of another, in the process of the marks. */
export function workBetweenMarks(trace: Buffer, startMark: string, endMark: string): Work[] {
  const traceEvents = readTrace(trace);
  const marks = (mark: string) =>
    traceEvents.filter(({ name }) => name === mark).sort((one, other) => one.ts - other.ts);
  const ends = marks(endMark);
  return marks(startMark).map(({ ts: start, pid, tid }, index) => {
    const end = ends[index]?.ts ?? start;
    return workOf(
      traceEvents.filter(
        (event) => event.ph === 'X' && event.pid === pid && event.ts >= start && event.ts < end,
      ),
      tid,
    );
  });
}

/** The factor by which Lighthouse's phone is slower, and the milliseconds of a task that do not count as blocking. */
const PHONE_SLOWDOWN = 4;
const UNNOTICED_MS = 50;

/**
 * Returns the total blocking time of a page that was loaded, in milliseconds: of every task of its main thread after the
 * first paint what is longer than 50 ms on a phone. Counts the time of the processor, where Lighthouse counts also the time
 * for which other programs interrupt a task.
 */
export function blockingAfterPaint(trace: unknown): number {
  const { traceEvents } = v.parse(traceSchema, trace);
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The trace shows no first paint.');
  return traceEvents
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === paint.pid && tid === paint.tid,
    )
    .filter(({ ts }) => ts > paint.ts)
    .reduce((sum, { tdur }) => sum + Math.max(0, (tdur / 1_000) * PHONE_SLOWDOWN - UNNOTICED_MS), 0);
}

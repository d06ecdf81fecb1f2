import type { AnyActor } from 'xstate';
import type { ScheduledEvent } from './system.types.ts';

/** The longest time that a timer of a browser or of Node can hold, in milliseconds. */
const MAX_DELAY = 2_147_483_647;

/** Whether a timer can hold a delay. */
export const isHeld = (delay: number): boolean => delay <= MAX_DELAY;

/** The time until a timer fires, in milliseconds: at once where it cannot hold the delay. */
export const timeUntilFired = (delay: number): number => (isHeld(delay) ? Math.max(0, delay) : 1);

const isOf = (source: AnyActor, id: string | undefined) => (scheduled: ScheduledEvent) =>
  id !== undefined && scheduled.source === source && scheduled.id === id;

const withoutCancelling = (schedule: readonly ScheduledEvent[], source: AnyActor, id: string | undefined) => {
  const isSame = isOf(source, id);
  return schedule.map((other) => (isSame(other) ? { ...other, isCancellable: false } : other));
};

/**
 * A schedule with one more event. Events are in the order in which they are due; events due together are in the
 * order of their scheduling.
 */
export function withScheduled(
  schedule: readonly ScheduledEvent[],
  added: Omit<ScheduledEvent, 'isCancellable'>,
): ScheduledEvent[] {
  const others = withoutCancelling(schedule, added.source, added.id);
  const next = others.findIndex(({ wait }) => wait > added.wait);
  return others.toSpliced(next < 0 ? others.length : next, 0, { ...added, isCancellable: true });
}

/** A schedule without the events of an actor that have an id. */
export const withoutId = (schedule: readonly ScheduledEvent[], source: AnyActor, id: string) => {
  const isSame = isOf(source, id);
  return schedule.filter((other) => !(isSame(other) && other.isCancellable));
};

export const withoutSource = (schedule: readonly ScheduledEvent[], source: AnyActor) =>
  schedule.filter((other) => other.source !== source || !other.isCancellable);

export const later = (schedule: readonly ScheduledEvent[], milliseconds: number): ScheduledEvent[] =>
  schedule.map((scheduled) => ({ ...scheduled, wait: scheduled.wait - milliseconds }));

/** The rest of a schedule after its first event has fired. */
export const afterFirst = (first: ScheduledEvent, rest: readonly ScheduledEvent[]): ScheduledEvent[] =>
  withoutCancelling(rest, first.source, first.id);

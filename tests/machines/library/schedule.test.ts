import { describe, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import {
  afterFirst,
  later,
  type ScheduledEvent,
  withoutId,
  withoutSource,
  withScheduled,
} from '../../../machines/paths/schedule.ts';

const [one, other] = [createActor(createMachine({})), createActor(createMachine({}))];

const event = (type: string, wait: number, id?: string, source = one) => ({
  ...{ source, target: one, event: { type }, wait, id },
});

const scheduleOf = (...events: ReturnType<typeof event>[]): ScheduledEvent[] => {
  let schedule: ScheduledEvent[] = [];
  for (const each of events) schedule = withScheduled(schedule, each);
  return schedule;
};

/** Returns the types of events with the time until they are due; with ! where one cannot be cancelled. */
const textOf = (schedule: readonly ScheduledEvent[]) =>
  schedule
    .map(({ event: { type }, wait, isCancellable }) => `${type} ${wait}${isCancellable ? '' : '!'}`)
    .join(', ');

describe('a schedule', () => {
  test('is in the order in which events are due, then in that of being scheduled', () => {
    expect(textOf(scheduleOf(event('b', 20), event('a', 10), event('d', 30), event('c', 20)))).toBe(
      'a 10, b 20, c 20, d 30',
    );
  });

  test('has the same events later', () => {
    expect(textOf(later(scheduleOf(event('a', 10), event('b', 30)), 10))).toBe('a 0, b 20');
  });

  test.each([
    ['another one of its id', event('b', 20, 'x'), 'a 10!, b 20', 'a 10!'],
    ['one of another id', event('b', 20, 'y'), 'a 10, b 20', 'b 20'],
    ['one without an id', event('b', 20), 'a 10, b 20', 'b 20'],
    ['one of its id of another actor', event('b', 20, 'x', other), 'a 10, b 20', 'b 20'],
  ])('an event and %s are cancelled by the id of the first', (_, added, text, remaining) => {
    const schedule = scheduleOf(event('a', 10, 'x'), added);
    expect(textOf(schedule)).toBe(text);
    expect(textOf(withoutId(schedule, one, 'x'))).toBe(remaining);
  });

  test('two events without an id can both be cancelled', () => {
    expect(textOf(scheduleOf(event('a', 10), event('b', 20)))).toBe('a 10, b 20');
  });

  test('without an id keeps the events of other ids and other actors', () => {
    const schedule = scheduleOf(
      event('a', 10, 'x'),
      event('b', 20, 'y'),
      event('c', 30, 'x', other),
      event('d', 40),
    );
    expect(textOf(withoutId(schedule, one, 'x'))).toBe('b 20, c 30, d 40');
  });

  test('without an actor keeps the events of others, and those that nothing can cancel', () => {
    const schedule = scheduleOf(
      event('a', 10, 'x'),
      event('b', 20, 'x'),
      event('c', 30),
      event('d', 40, 'x', other),
    );
    expect(textOf(schedule)).toBe('a 10!, b 20, c 30, d 40');
    expect(textOf(withoutSource(schedule, one))).toBe('a 10!, d 40');
  });

  test('after its first event has events of its id that nothing can cancel', () => {
    const [first, ...rest] = scheduleOf(event('a', 10, 'x'), event('b', 20, 'y'), event('c', 30, 'x'));
    if (!first) throw new Error('the schedule is empty');
    expect(textOf([first, ...rest])).toBe('a 10!, b 20, c 30');
    expect(textOf(afterFirst(first, rest))).toBe('b 20, c 30!');
  });
});

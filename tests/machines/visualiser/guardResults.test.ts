import { describe, expect, test } from 'vitest';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import { EntryNumbers } from '../../../src/visualiser/connection/entryNumbers.ts';
import {
  eventCheckFor,
  falseGuardResultsIn,
  guardResultsFor,
} from '../../../src/visualiser/connection/guardResults.ts';

/** What the visualiser adds to the entries of a page: their numbers, and what the guards of their machines say. */

const waiting = (isFocusInside: boolean): PersistedSnapshot => ({
  ...({ status: 'active', value: { playing: { visible: 'waiting' } }, children: {} } as const),
  context: { slide: 0, isPointerInside: true, isFocusInside },
});

const POINTER_LEFT = 'heroSlideshow.playing.visible.waiting · pointerLeft[0]';
const FOCUS_LEFT = 'heroSlideshow.playing.visible.waiting · focusLeft[0]';

describe('the results of guards', () => {
  test.each([
    [true, [`${POINTER_LEFT} ? true`]],
    [false, [`${POINTER_LEFT} ? false`]],
  ])(
    'are those that an event evaluates, each once, where the focus is inside: %o',
    (isFocusInside, results) => {
      const resultsOf = (type: string) => guardResultsFor('heroSlideshow', waiting(isFocusInside), { type });
      expect(resultsOf('pointerLeft')).toEqual(results);
      expect(resultsOf('tabHidden')).toEqual([]);
    },
  );

  test('are none for an unknown flow, or one that has ended', () => {
    expect(guardResultsFor('nothing', waiting(true), { type: 'pointerLeft' })).toEqual([]);
    const ended = { ...waiting(true), status: 'done' } as const;
    expect(guardResultsFor('heroSlideshow', ended, { type: 'pointerLeft' })).toEqual([]);
  });

  test('are those before an event that the machine cannot process', () => {
    const unreadable: PersistedSnapshot = {
      status: 'active',
      value: { editing: 'idle' },
      children: {},
      context: {},
    };
    expect(guardResultsFor('registration', unreadable, { type: 'submitted' })).toEqual([]);
  });
});

describe('the false results of the cases in a state', () => {
  test('are those of the guards that block them, computed once', () => {
    const found = falseGuardResultsIn('heroSlideshow', waiting(false));
    expect(found).toEqual([`${POINTER_LEFT} ? false`]);
    expect(falseGuardResultsIn('heroSlideshow', waiting(false))).toBe(found);
    expect(falseGuardResultsIn('heroSlideshow', { ...waiting(true) })).toEqual([]);
    const neither = { ...waiting(false).context, isPointerInside: false };
    expect(falseGuardResultsIn('heroSlideshow', { ...waiting(false), context: neither })).toEqual([
      `${POINTER_LEFT} ? false`,
      `${FOCUS_LEFT} ? false`,
    ]);
  });

  test('have the payloads of the cases', () => {
    const open = { status: 'active', value: 'open', children: {}, context: { open: 'another' } } as const;
    expect(falseGuardResultsIn('faqAccordion', open)).toContain(
      'faqAccordion.open · questionPressed[0] ? false',
    );
  });

  test('are none for an unknown flow, or one that has ended', () => {
    expect(falseGuardResultsIn('nothing', waiting(false))).toEqual([]);
    expect(falseGuardResultsIn('heroSlideshow', { ...waiting(false), status: 'done' })).toEqual([]);
  });
});

describe('an event', () => {
  test('is handled or not, and some of its transitions are blocked', () => {
    const check = eventCheckFor('heroSlideshow', waiting(false));
    expect(check?.({ type: 'pointerLeft' })).toEqual({ isEnabled: true, blockedBy: [POINTER_LEFT] });
    expect(check?.({ type: 'focusLeft' })).toEqual({ isEnabled: true, blockedBy: [] });
    expect(check?.({ type: 'playPressed' })).toEqual({ isEnabled: false, blockedBy: [] });
  });

  test('is not handled by a flow that has ended, and not known of an unknown one', () => {
    const check = eventCheckFor('heroSlideshow', { ...waiting(false), status: 'done' });
    expect(check?.({ type: 'pointerLeft' }).isEnabled).toBe(false);
    expect(eventCheckFor('nothing', waiting(false))).toBeNull();
  });
});

describe('the numbers of what happens', () => {
  test('count on over all pages; a load and an order keep theirs', () => {
    const numbers = new EntryNumbers();
    expect(numbers.numberOfLoad('one')).toBe(0);
    expect(numbers.numberOf('one', 1)).toBe(1);
    expect(numbers.numberOfLoad('other')).toBe(2);
    expect(numbers.numberOf('other', 1)).toBe(3);
    expect([numbers.numberOfLoad('one'), numbers.numberOf('one', 1)]).toEqual([0, 1]);
    expect([numbers.numberOf('one', 0), numbers.numberOf('one', 0)]).toEqual([4, 5]);
    expect(numbers.numberOfLoad('one')).toBe(0);
    numbers.forget('one');
    expect(numbers.numberOfLoad('one')).toBe(6);
    expect(numbers.numberOf('other', 1)).toBe(3);
  });

  test('tell which was the latest up to an order', () => {
    const numbers = new EntryNumbers();
    expect(numbers.numberBefore('one', 5)).toBeNull();
    for (const order of [2, 4]) numbers.numberOf('one', order);
    expect([1, 2, 3, 4, 5].map((order) => numbers.numberBefore('one', order))).toEqual([null, 0, 0, 1, 1]);
  });

  test('are known of the latest ten thousand of a page', () => {
    const numbers = new EntryNumbers();
    for (let order = 1; order <= 10_000; order += 1) numbers.numberOf('one', order);
    expect(numbers.numberBefore('one', 1)).toBe(0);
    numbers.numberOf('one', 10_001);
    expect([numbers.numberBefore('one', 1), numbers.numberBefore('one', 2)]).toEqual([null, 1]);
  });
});

import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type Step, stepName } from '../../../machines/paths/explore.ts';
import { always, eventually, never, type Property } from '../../../machines/paths/properties.ts';
import { asJourney, walkAtRandom } from '../../../machines/paths/walk.ts';
import { flow, shelf } from '../../support/shelf.ts';

describe('walking at random', () => {
  const overdrawn = shelf(
    ({ items, tries }) => ({ items, tries: Math.min(tries, 2) }),
    [
      always(
        'there is always more than one item once there are some',
        ({ context, value }) => value !== 'full' || context.items > 1,
      ),
    ],
  );

  test('the same seed walks the same way', () => {
    expect(walkAtRandom(flow, { seed: 7, walks: 50 })).toEqual(walkAtRandom(flow, { seed: 7, walks: 50 }));
  });

  test('what it finds is shrunk to the shortest sequence and can be pasted', () => {
    const { failure } = walkAtRandom(overdrawn, { seed: 7, walks: 500 });
    if (!failure) throw new Error('it found nothing');
    expect(failure.legs).toEqual([
      ['asked: by the visitor', 'loading.prompt'],
      ['load: two items', 'full'],
      ['taken: by the visitor', 'full'],
    ]);
    expect(asJourney(failure)).toContain('["load: two items", "full"],');
  });

  test('a step of no weight is never taken, one of much weight often', () => {
    /** How much of what happens to the loading is that two items come. */
    const comings = (weight: number) => {
      const happened: string[] = [];
      const heard = never('nothing is forbidden, but all is heard', ({ before, step }) => {
        if (before.matches('loading')) happened.push(stepName(step));
        return false;
      });
      const counted = shelf(({ items, tries }) => ({ items, tries }), [heard]);
      const weigh = (step: Step) => (stepName(step) === 'load: two items' ? weight : 1);
      walkAtRandom(counted, { seed: 1, walks: 100, weigh });
      return happened.filter((name) => name === 'load: two items').length / happened.length;
    };
    expect(comings(0)).toBe(0);
    expect(comings(1)).toBeGreaterThan(0.2);
    expect(comings(1)).toBeLessThan(0.5);
    expect(comings(20)).toBeGreaterThan(0.8);
  });

  test('a walk ends where it is told to stop', () => {
    const options = { seed: 1, walks: 100 };
    expect(walkAtRandom(overdrawn, options).failure).not.toBeNull();
    const stop = (snapshot: AnyMachineSnapshot) => snapshot.matches('full');
    expect(walkAtRandom(overdrawn, { ...options, stop }).failure).toBeNull();
  });

  describe('what must come in the end', () => {
    const settles = eventually('loading ends', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => !snapshot.matches('loading'),
    });
    const fills = eventually('what is asked for comes', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => snapshot.matches('full'),
    });
    const asked = (...properties: Property[]) =>
      shelf(({ items, tries }) => ({ items, tries: Math.min(tries, 2) }), properties);

    test('is waited for when a walk is over', () => {
      expect(walkAtRandom(asked(settles), { seed: 1, walks: 100 }).failure).toBeNull();
    });

    test('is missed where time alone does not bring it, and the walk is shrunk', () => {
      expect(walkAtRandom(asked(fills), { seed: 1, walks: 100 }).failure).toEqual({
        property: 'what is asked for comes',
        legs: [['asked: by the visitor', 'loading.prompt']],
      });
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import {
  always,
  eventually,
  journeyDivergence,
  never,
  type Property,
  type Step,
  stepName,
} from '../../../machines/paths/index.ts';
import { createFixtureFlow, flow } from '../../support/flowFixture.ts';
import { asJourney } from '../../support/walks/asJourney.ts';
import { journeyIn } from '../../support/walks/journeyIn.ts';
import { randomWalks, runRandomWalks } from '../../support/walks/randomWalks.ts';

describe('walking at random', () => {
  const failingFlow = createFixtureFlow(
    ({ items, attempts }) => ({ items, attempts: Math.min(attempts, 2) }),
    [
      always(
        'there is always more than one item once there are some',
        ({ context, value }) => value !== 'full' || context.items > 1,
      ),
    ],
  );

  test('the same seed gives the same walks', () => {
    expect(runRandomWalks(flow, { seed: 7, walks: 20 })).toEqual(
      runRandomWalks(flow, { seed: 7, walks: 20 }),
    );
  });

  test('a failure is shrunk to the shortest sequence and printed as a journey', () => {
    const { failure } = runRandomWalks(failingFlow, { seed: 7, walks: 500 });
    if (!failure) throw new Error('it found nothing');
    expect(failure.steps).toEqual([
      ['asked: by the visitor', 'loading.onTime'],
      ['load: two items', 'full'],
      ['taken: by the visitor', 'full'],
    ]);
    expect(asJourney(failure.property, failure.steps)).toContain('["load: two items", "full"],');
  });

  test('a failure that is pasted as a journey fails the same way, and passes on a machine without the error', async () => {
    const { failure } = runRandomWalks(failingFlow, { seed: 7, walks: 500 });
    if (!failure) throw new Error('it found nothing');
    const journey = await journeyIn(asJourney(failure.property, failure.steps));
    expect(journeyDivergence(failingFlow, journey)).toBe(
      'asked: by the visitor → load: two items → taken: by the visitor: violates "there is always more than one item once there are some"',
    );
    expect(journeyDivergence(flow, journey)).toBeNull();
  });

  test('walks that are led to rare pairs of transitions find more of them in the same number of steps', () => {
    const pairsIn = (steps: number, isGuided: boolean) => {
      let remaining = steps;
      for (const walk of randomWalks(contactFlow, { seed: 1, isGuided })) {
        remaining -= walk.steps.length;
        if (remaining <= 0) return walk.guide.pairs.size;
      }
      return 0;
    };
    expect(pairsIn(400, true)).toBeGreaterThan(1.2 * pairsIn(400, false));
  });

  test('a step of weight 0 is never taken, one of a high weight often', () => {
    /** The share of steps of the loading in which two items arrive. */
    const shareOfLoads = (weight: number) => {
      const happened: string[] = [];
      const recorder = never('nothing is forbidden, but all is heard', ({ before, step }) => {
        if (before.matches('loading')) happened.push(stepName(step));
        return false;
      });
      const recordingFlow = createFixtureFlow(({ items, attempts }) => ({ items, attempts }), [recorder]);
      const weigh = (step: Step) => (stepName(step) === 'load: two items' ? weight : 1);
      runRandomWalks(recordingFlow, { seed: 1, walks: 25, weightOf: weigh, isGuided: false });
      return happened.filter((name) => name === 'load: two items').length / happened.length;
    };
    expect(shareOfLoads(0)).toBe(0);
    expect(shareOfLoads(1)).toBeGreaterThan(0.2);
    expect(shareOfLoads(1)).toBeLessThan(0.5);
    expect(shareOfLoads(20)).toBeGreaterThan(0.8);
  });

  test('a walk ends where its stop condition holds', () => {
    const options = { seed: 1, walks: 30 };
    expect(runRandomWalks(failingFlow, options).failure).not.toBeNull();
    const stop = (snapshot: AnyMachineSnapshot) => snapshot.matches('full');
    expect(runRandomWalks(failingFlow, { ...options, shouldStop: stop }).failure).toBeNull();
  });

  describe('a property that must hold eventually', () => {
    const loadingEnds = eventually('loading ends', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => !snapshot.matches('loading'),
    });
    const itemsCome = eventually('what is asked for comes', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => snapshot.matches('full'),
    });
    const flowWith = (...properties: Property[]) =>
      createFixtureFlow(({ items, attempts }) => ({ items, attempts: Math.min(attempts, 2) }), properties);

    test('is waited for when a walk is over', () => {
      expect(runRandomWalks(flowWith(loadingEnds), { seed: 1, walks: 30 }).failure).toBeNull();
    });

    test('fails where time alone does not fulfil it, and the walk is shrunk', () => {
      expect(runRandomWalks(flowWith(itemsCome), { seed: 1, walks: 30 }).failure).toEqual({
        property: 'what is asked for comes',
        steps: [['asked: by the visitor', 'loading.onTime']],
      });
    });

    test('fails in a journey that ends before it is met', () => {
      const journey = { title: '', steps: [['asked: by the visitor', 'loading.onTime'] as const] };
      expect(journeyDivergence(flowWith(loadingEnds), journey)).toBeNull();
      expect(journeyDivergence(flowWith(itemsCome), journey)).toBe(
        'asked: by the visitor: violates "what is asked for comes"',
      );
    });
  });
});

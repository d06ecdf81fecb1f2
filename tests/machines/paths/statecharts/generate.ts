import fc from 'fast-check';
import type { Chart } from './chart.ts';
import { type RawState, specOf } from './rawSpec.ts';
import { chartOf, type GuardSpec, type StateSpec } from './spec.ts';

/** A number that stands for a state: its place among the states that are possible, counted round and round. */
const choice = fc.noBias(fc.nat(11));

/** A value so many times of ten, and otherwise none. */
const sometimes = <T>(timesOfTen: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 10 - timesOfTen, arbitrary: fc.constant(undefined) }, { weight: timesOfTen, arbitrary });

/** One of some words, each as often as its number says; the first is the simplest. */
const word = <Word extends string>(weights: Record<Word, number>): fc.Arbitrary<Word> => {
  const words: Word[] = [];
  for (const key in weights) words.push(...Array.from({ length: weights[key] }, () => key));
  return fc.constantFrom(...words);
};

const count = fc.record({ kind: word({ named: 1, inline: 1 }), count: fc.nat(2) });
const payload = fc.record({ kind: word({ payload: 1 }), n: fc.nat(1) });

const guard: fc.Arbitrary<GuardSpec> = fc.oneof(
  { weight: 5, arbitrary: count },
  { weight: 2, arbitrary: payload },
  { weight: 2, arbitrary: fc.record({ kind: word({ not: 1 }), guard: count }) },
  { weight: 2, arbitrary: fc.record({ kind: word({ or: 1, and: 1 }), guards: fc.tuple(count, payload) }) },
  { weight: 2, arbitrary: fc.record({ kind: word({ in: 1 }), state: choice.map(String) }) },
);

const transition = fc.record({
  target: choice,
  guard: sometimes(3, guard),
  kind: word({ plain: 8, targetless: 1, reenter: 2, several: 1 }),
  action: word({ none: 6, count: 5, delay: 1, cancel: 1, raise: 2 }),
});

const eventless = fc.record({
  target: choice,
  guard,
  kind: word({ plain: 1 }),
  action: word({ none: 1, count: 1 }),
});

const own = {
  on: fc.array(fc.record({ event: choice, transition }), { minLength: 1, maxLength: 3 }),
  always: sometimes(2, eventless),
  after: sometimes(3, fc.record({ delay: fc.constantFrom(10, 20, 30, 0), transition })),
  invoke: sometimes(
    2,
    fc.record({ src: word({ job: 2, child: 1 }), done: transition, error: sometimes(9, transition) }),
  ),
  done: sometimes(7, transition),
  entry: word({ none: 12, trace: 2, raise: 2, delay: 1 }),
  exit: word({ none: 12, trace: 2, count: 1 }),
  history: word({ none: 2, shallow: 1, deep: 1 }),
};

const stateOfDepth = (depth: number): fc.Arbitrary<RawState> => {
  const leaf = fc.record({ kind: word({ leaf: 5, final: 1 }), children: fc.constant([]), ...own });
  if (depth === 0) return leaf;
  const below = stateOfDepth(depth - 1);
  return fc.oneof(
    { weight: 5, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: word({ compound: 1 }),
        children: fc.array(below, { minLength: 1, maxLength: 3 }),
        ...own,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: word({ parallel: 1 }),
        children: fc.array(below, { minLength: 2, maxLength: 2 }),
        ...own,
      }),
    },
  );
};

/** The root has a few states; the first of them is no final one. */
const rawRoot: fc.Arbitrary<RawState> = fc.record({
  ...own,
  kind: word({ compound: 1 }),
  children: fc.array(stateOfDepth(2), { minLength: 5, maxLength: 6 }),
  history: fc.constant('none' as const),
  invoke: fc.constant(undefined),
  after: fc.constant(undefined),
  always: fc.constant(undefined),
});

/** A statechart as JSON, without an endless loop and with a finite graph. */
export const statechartSpec: fc.Arbitrary<StateSpec> = rawRoot.map(specOf);

/** A statechart with its cases; fast-check prints its `spec`, which `chartOf` makes a machine of. */
export const statechart: fc.Arbitrary<Chart & { spec: StateSpec }> = statechartSpec.map((spec) => ({
  ...chartOf(spec),
  spec,
  [fc.toStringMethod]: () => JSON.stringify(spec),
}));

import { expect, test } from 'vitest';
import { buildComparisonFlow as flow } from '../../machines/buildComparison/buildComparison.flow.ts';
import { behaviourOf, explore } from '../../machines/paths/index.ts';
import { constantMutations } from './constants.ts';
import { examineMutants } from './examine.ts';
import { survivingConstants } from './survivingConstants.ts';

/** Every mutant of the comparison of builds is killed on the bare machine, by a journey or a property. */

test('buildComparison: every mutant is killed, or is proven equivalent', { timeout: 600_000 }, async () => {
  const { survivors, summary } = await examineMutants({
    flow,
    actions: {},
    behaviour: behaviourOf(flow, explore(flow)),
    failsOnMachine: () => false,
    planOf: () => [],
    failsOnScreen: async () => false,
  });
  console.log(summary);
  expect(survivors).toEqual([]);
});

test('buildComparison: every constant that is off by one is noticed', async () => {
  expect(await survivingConstants(flow, constantMutations(flow.id))).toEqual([]);
});

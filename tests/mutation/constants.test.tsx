import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { constantMutations, sharedConstantMutations, survivingConstants } from './constants.ts';
import { failedJourney } from './killers.ts';

/**
 * Changes each constant in the rules of every flow by one, and expects that a journey or a property of the flow fails. A
 * rule is in effect on pages too, so that none is equivalent because the machine behaves alike.
 */

const flowsWithConstants = chosenOnMachine
  .map((flow) => ({ id: flow.id, flow, mutations: constantMutations(flow) }))
  .filter(({ mutations }) => mutations.length > 0);

describe.each(flowsWithConstants)('$id', ({ flow, mutations }) => {
  test('every constant that is off by one is noticed', async () => {
    expect(failedJourney(flow), 'the unchanged machine').toBeNull();
    const survivors = await survivingConstants(flow, mutations);
    console.log(`${flow.id}: ${mutations.length} constants off by one, ${survivors.length} survive`);
    expect(survivors).toEqual([]);
  });
});

const chosen = new Set(chosenOnMachine);

test('every constant of rules that flows share is noticed by one of them', async () => {
  const survivors: string[] = [];
  const shared = sharedConstantMutations(catalogue);
  for (const { mutation, flows } of shared.filter((each) => each.flows.some((flow) => chosen.has(flow)))) {
    let isNoticed = false;
    for (const flow of flows.toReversed())
      isNoticed ||= (await survivingConstants(flow, [mutation])).length === 0;
    if (!isNoticed) survivors.push(mutation.name);
  }
  expect(survivors).toEqual([]);
});

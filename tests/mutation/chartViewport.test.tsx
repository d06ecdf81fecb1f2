import { expect, test } from 'vitest';
import { chartViewportFlow as flow } from '../../machines/chartViewport/chartViewport.flow.ts';
import { behaviourOf, createSimulation, explore, type Flow, stepName } from '../../machines/paths/index.ts';
import { constantMutations } from './constants.ts';
import { examineMutants } from './examine.ts';
import { failedJourney, violatedProperty } from './killers.ts';
import { survivingConstants } from './survivingConstants.ts';

/**
 * Every mutant of the viewport's machine is killed on the bare machine: by a journey, a property, an exploration that
 * does not end, or by the machine's reports to the component that draws the chart.
 */

/** The machine's reports while somebody presses, searches and unfolds, step by step; null for a step that cannot happen. */
const expectedReports: readonly (readonly [step: string, reports: readonly string[] | null])[] = [
  ['resized: to a real size', []],
  ['pointerPressed: the first, on a state', null],
  ['layOut: laid out', []],
  ['pointerPressed: the first, on a state', []],
  ['pointerPressed: the first, on a state', null],
  ['pointerMoved: the first, hardly', null],
  ['pointerReleased: the second', null],
  ['pointerLost: the second', null],
  ['pointerReleased: the first', ['pressed lamp.off']],
  ['pointerPressed: the first, on a state', []],
  ['pointerMoved: the first, far', []],
  ['pointerPressed: the first, on a state', null],
  ['pointerMoved: the second, far', null],
  ['pointerReleased: the second', null],
  ['pointerLost: the second', null],
  ['pointerPressed: the second, on the background', []],
  ['pointerPressed: the second, on the background', null],
  ['pointerPressed: the third, on the background', null],
  ['pointerMoved: the third, far', null],
  ['pointerReleased: the third', null],
  ['pointerLost: the third', null],
  ['pointerReleased: the second', []],
  ['pointerMoved: the second, far', null],
  ['pointerReleased: the first', []],
  ['searched: for a state', []],
  ['nextMatchRequested: by the button', ['shown lamp.on.bright']],
  ['previousMatchRequested: by the button', ['shown lamp.on.bright']],
  ['chartChanged: a state is folded', []],
  ['layOut: laid out', []],
  ['nextMatchRequested: by the button', ['unfold lamp.on']],
  ['previousMatchRequested: by the button', ['unfold lamp.on']],
  ['revealRequested: a state that may be folded away', ['unfold lamp.on']],
  ['chartChanged: a state is folded', ['unfold lamp.on']],
  ['chartChanged: nothing is folded', []],
  ['layOut: laid out', ['shown lamp.on.bright']],
  ['chartChanged: a state is folded', []],
  ['layOut: laid out', []],
  ['revealRequested: a state that may be folded away', ['unfold lamp.on']],
];

/** The component reads what is reported, not the context. */
const actions = { reportPressed: () => {}, reportShown: () => {}, requestUnfold: () => {} };

/** Returns a sentence about the first step with other reports than expected, or null. */
function firstWrongReport(mutant: Flow): string | null {
  const reports: string[] = [];
  const note = (verb: string) => (_: unknown, id: string | undefined) => {
    if (id !== undefined) reports.push(`${verb} ${id}`);
  };
  const reporting = mutant.machine.provide({
    actions: {
      reportPressed: ({ context }) => note('pressed')(null, context.pointers[0]?.on?.id),
      reportShown: note('shown'),
      requestUnfold: note('unfold'),
    },
  });
  const simulation = createSimulation({ ...mutant, machine: reporting });
  try {
    for (const [name, expected] of expectedReports) {
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      if (!step && expected === null) continue;
      if (!step) return `${name} cannot happen`;
      if (expected === null) return `${name} can happen`;
      simulation.perform(step);
      const actual = reports.splice(0);
      if (actual.join() !== expected.join()) return `${name} reported ${actual.join()}`;
    }
    return null;
  } finally {
    simulation.actor.stop();
  }
}

test('chartViewport: every mutant is killed, or is proven equivalent', { timeout: 1_800_000 }, async () => {
  const graph = explore(flow);
  const killer = failedJourney(flow) ?? violatedProperty(flow, graph) ?? firstWrongReport(flow);
  expect(killer, 'the unchanged machine').toBeNull();
  const { survivors, summary } = await examineMutants({
    flow,
    actions,
    behaviour: behaviourOf(flow, graph, actions),
    failsOnMachine: (mutant) => firstWrongReport(mutant) !== null,
    planOf: () => [],
    failsOnScreen: async () => false,
  });
  console.log(summary);
  expect(survivors).toEqual([]);
});

test('chartViewport: every constant that is off by one is noticed', async () => {
  expect(await survivingConstants(flow, constantMutations(flow.id))).toEqual([]);
});

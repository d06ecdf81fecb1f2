import { expect, test } from 'vitest';
import { chartViewportFlow as flow } from '../../machines/chartViewport/chartViewport.flow.ts';
import { explore, type Graph, stepName, stepsFrom } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { astray } from '../../machines/paths/journey.ts';
import { mutationsOf } from '../../machines/paths/mutate.ts';
import { counterexample } from '../../machines/paths/properties.ts';
import { createStage } from '../../machines/paths/stage.ts';

/**
 * Every mistake in the machine of the viewport is found on the bare machine: by a journey, a property, an exploration
 * that does not end, or by what the machine tells whoever draws the chart.
 */

/** More states than the right machine has. */
const LIMIT = 800;

/** What the machine tells while somebody presses, searches and unfolds, step by step. */
const conversation: readonly (readonly [step: string, told: readonly string[]])[] = [
  ['resized: to a real size', []],
  ['layOut: laid out', []],
  ['pointerPressed: the first, on a state', []],
  ['pointerReleased: the first', ['pressed lamp.off']],
  ['searched: for a state', []],
  ['nextAsked: by the button', ['shown lamp.on.bright']],
  ['previousAsked: by the button', ['shown lamp.on.bright']],
  ['chartChanged: a state is folded', []],
  ['layOut: laid out', []],
  ['nextAsked: by the button', ['unfold lamp.on']],
  ['previousAsked: by the button', ['unfold lamp.on']],
  ['shown: a state that may be folded away', ['unfold lamp.on']],
  ['chartChanged: a state is folded', ['unfold lamp.on']],
  ['chartChanged: nothing is folded', []],
  ['layOut: laid out', ['shown lamp.on.bright']],
];

/** Where the conversation goes otherwise, or null. */
function misheard({ machine, input }: Flow): string | null {
  const heard: string[] = [];
  const note = (verb: string) => (_: unknown, id: string | undefined) => {
    if (id !== undefined) heard.push(`${verb} ${id}`);
  };
  const tell = machine.provide({
    actions: {
      tellPressed: (_: unknown, pressed: { id: string } | null) => note('pressed')(_, pressed?.id),
      tellShown: note('shown'),
      askToUnfold: note('unfold'),
    },
  });
  const stage = createStage(tell, input);
  try {
    for (const [name, told] of conversation) {
      const step = stepsFrom({ ...flow, machine: tell }, stage.actor.getSnapshot()).find(
        (possible) => stepName(possible) === name,
      );
      if (!step) return `${name} cannot happen`;
      stage.take(step);
      const said = heard.splice(0);
      if (said.join() !== told.join()) return `${name} told ${said.join()}`;
    }
    return null;
  } finally {
    stage.actor.stop();
  }
}

function graphOf(explored: Flow): Graph | null {
  try {
    return explore(explored, { limit: LIMIT });
  } catch {
    return null;
  }
}

function isFound(wrong: Flow): boolean {
  if (wrong.journeys.some((journey) => astray(wrong, journey)) || misheard(wrong)) return true;
  const graph = graphOf(wrong);
  return graph === null || wrong.properties.some((property) => counterexample(graph, property));
}

/** A transition without an event that never leaves its state has no end, and no test either. */
const isEndless = (name: string) => /^retarget .* · always to /.test(name);

test('chartViewport: every mistake is found', { timeout: 1_800_000 }, () => {
  expect(isFound(flow), 'the machine without a mistake').toBe(false);
  const survivors = mutationsOf(flow.machine).filter(({ name, apply }) => {
    if (isEndless(name)) return false;
    const undo = apply();
    try {
      return !isFound({ ...flow, machine: flow.machine.provide({}) });
    } finally {
      undo();
    }
  });
  expect(survivors.map(({ name }) => name)).toEqual([]);
});

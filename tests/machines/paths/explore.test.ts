import { describe, expect, test } from 'vitest';
import { assign, createMachine, spawnChild } from 'xstate';
import {
  createSimulation,
  ExploreError,
  explore,
  type Flow,
  findUnreachable,
  flowOfMachine,
  type MachineCases,
  plan,
  stepName,
} from '../../../machines/paths/index.ts';
import { createFixtureFlow, flow, graph, unboundedFlow } from '../../support/flowFixture.ts';

const neverOnFire =
  'its guard "isOnFire" is false in all 6 states where it is asked; the nearest is "full", after asked: by the visitor → load: two items';

describe('exploring', () => {
  test('a state has its enabled steps only, each outcome with its case, and its earliest timer', () => {
    const prompt = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'onTime' }));
    expect(prompt?.edges.map(({ step }) => stepName(step))).toEqual([
      'load: two items',
      'load: the van broke down',
      'after hint',
    ]);
    const slow = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'slow' }));
    expect(slow?.edges.map(({ step }) => stepName(step))).toContain('after timeout');
  });

  test('what is never reached is listed with the reason', () => {
    expect(findUnreachable(graph)).toEqual([
      {
        id: 'shelf.ashes',
        reason: `the only transition that leads there, "shelf.full · burnt", is never taken: ${neverOnFire}`,
      },
      {
        id: 'shelf.full · cleared',
        reason: 'there is no case for "cleared", and nothing raises it in its state',
      },
      { id: 'shelf.full · burnt', reason: neverOnFire },
      { id: 'shelf.ashes · asked', reason: 'its state "shelf.ashes" is never reached' },
    ]);
  });

  test('too many states are an error that names the value in the context', () => {
    expect(() => explore(unboundedFlow, { limit: 500 })).toThrow(
      /^shelf: there are more than 500 states, the last one in "full": "attempts" has \d+ values; .* in shelf.cases.ts$/,
    );
  });

  test('too many states are an error that names the largest part of the projection, where it has parts', () => {
    const counting = createMachine({
      id: 'm',
      context: { count: 0 },
      initial: 'a',
      states: {
        a: { on: { MORE: { target: 'b', actions: assign({ count: ({ context }) => context.count + 1 }) } } },
        b: { on: { MORE: 'a' } },
      },
    });
    const refusal = 'm: there are more than 7 states, the last one in "b"';
    const exploring = (project: MachineCases['project']) => () =>
      explore(flowOfMachine(counting, { project }), { limit: 7 });
    expect(exploring(({ count }) => ({ isOdd: Number(count) % 2, count }))).toThrow(
      new ExploreError(
        `${refusal}: "count" has 5 values; project less of it, or use fewer cases, in the file that --cases names`,
      ),
    );
    const spawning = createMachine({
      id: 'm',
      initial: 'b',
      states: { b: { on: { MORE: { actions: spawnChild(createMachine({})) } } } },
    });
    expect(() => explore(flowOfMachine(spawning, { project: () => null }), { limit: 7 })).toThrow(
      new ExploreError(refusal),
    );
  });

  test('a plan made with a projection that hides too much diverges from the machine', () => {
    const steps = ['asked: by the visitor', ...Array(3).fill('load: the van broke down')];
    const journey = { title: 'no attempt is left', steps: steps.map((name) => [name, ''] as const) };
    const requirements = { journeys: [journey], properties: [] };
    /** Returns the first step at which the machine diverges from the plan. */
    const firstDivergence = (each: Flow) => {
      for (const path of plan(explore(each), { criteria: ['requirements'], requirements }).paths) {
        const simulation = createSimulation(each);
        for (const { step, transitions } of path) {
          const before = simulation.takenTransitions.length;
          simulation.perform(step);
          if (simulation.takenTransitions.slice(before).join() !== transitions.join()) return stepName(step);
        }
        simulation.actor.stop();
      }
      return null;
    };
    expect(firstDivergence(flow)).toBeNull();
    // The projection omits the attempts, so that the graph always has one left.
    expect(firstDivergence(createFixtureFlow(({ items }) => ({ items })))).toBe('load: the van broke down');
  });
});

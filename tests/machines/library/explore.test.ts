import { describe, expect, test } from 'vitest';
import { explore, stepName, unreachable } from '../../../machines/paths/explore.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { plan, usual } from '../../../machines/paths/plan.ts';
import { createStage } from '../../../machines/paths/stage.ts';
import { endless, flow, graph, shelf } from '../../support/shelf.ts';

describe('exploring', () => {
  test('only what is enabled happens, outcomes never bare, and the earliest timer first', () => {
    const prompt = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'prompt' }));
    expect(prompt?.edges.map(({ step }) => stepName(step))).toEqual([
      'load: two items',
      'load: the van broke down',
      'after hint',
    ]);
    const slow = [...graph.states.values()].find(({ snapshot }) => snapshot.matches({ loading: 'slow' }));
    expect(slow?.edges.map(({ step }) => stepName(step))).toContain('after hint');
  });

  test('what is never reached is told with the reason', () => {
    expect(unreachable(flow, graph)).toEqual([
      { id: 'shelf.ashes', why: 'no transition that is taken leads there' },
      { id: 'shelf.loading · xstate.after.timeout.shelf.loading', why: expect.stringContaining('"timeout"') },
      { id: 'shelf.full · cleared', why: 'there is no case for "cleared"' },
      { id: 'shelf.full · burnt', why: 'its guard "isOnFire" is never true in any case' },
      { id: 'shelf.ashes · asked', why: 'its state "shelf.ashes" is never reached' },
    ]);
  });

  test('a context that explodes is named', () => {
    expect(() => explore(endless, { limit: 500 })).toThrow(
      /^shelf: there are more than 500 states: "tries" has \d+ values; .* in machines\/shelf\/shelf.cases.ts$/,
    );
  });

  test('a projection that hides too much is found by whoever walks the plan', () => {
    /** The first step at which the machine does something else than the plan says. */
    const strayOf = (each: Flow) => {
      for (const path of plan(explore(each), usual)) {
        const stage = createStage(each.machine, each.input);
        for (const { step, transitions } of path) {
          const before = stage.taken.length;
          stage.take(step);
          if (stage.taken.slice(before).join() !== transitions.join()) return stepName(step);
        }
        stage.actor.stop();
      }
      return null;
    };
    expect(strayOf(flow)).toBeNull();
    // It does not see the tries, and so believes that there is always one left.
    expect(strayOf(shelf(({ items }) => ({ items })))).toBe('load: the van broke down');
  });
});

import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { openingsFlow } from '../../../machines/openings/openings.flow.ts';
import { createSimulation, explore, stepName } from '../../../machines/paths/index.ts';
import { readPersistedSnapshot, toPlainData } from '../../../src/visualiser/shared/channel/index.ts';
import { handleRequest } from '../../../src/visualiser/tool/runs/index.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The names of the steps from the start to the nearest of several goals. */
async function stepNamesTo(flow: string, ...goals: string[]): Promise<string[]> {
  const response = await handleRequest({ kind: 'path', flow, goals, snapshot: null });
  return response && 'steps' in response ? response.steps.map(({ name }) => name) : [];
}

describe('the path that is shown to a state', () => {
  test.each(['paid.unregistered', 'registered', 'paying.formShown.declined'])(
    'the path to the state %s needs no earlier visit',
    async (goal) => {
      const names = await stepNamesTo('registration', goal);
      expect(names.length).toBeGreaterThan(1);
      expect(nonEmpty(names).filter((name) => name.startsWith('draftFound'))).toEqual([]);
    },
  );

  test('the path to a state begins with an earlier visit where nothing else leads there', async () => {
    expect((await stepNamesTo('registration', 'registration.editing.idle · draftFound[1]'))[0]).toMatch(
      /^draftFound: /,
    );
  });

  test('the path to a state leads to the nearest of several', async () => {
    expect(await stepNamesTo('contact', 'done', 'submitting')).toEqual([
      'changed: everything valid',
      'submitted: by the button',
    ]);
  });
});

test('starts again where the flow takes other steps from the state of the page', async () => {
  const everywhere = ['teaching', 'technical', 'content'].map((category, id) => ({ id, category }));
  const page = createSimulation({ ...openingsFlow, input: { category: null, items: everywhere } });
  const snapshot = readPersistedSnapshot(toPlainData(page.actor.getPersistedSnapshot()));
  page.actor.stop();
  const pathTo = (goal: string) => handleRequest({ kind: 'path', flow: 'openings', goals: [goal], snapshot });
  expect(await pathTo('empty')).toMatchObject({ isFromStart: true });
  expect(await pathTo('openings · categoryChosen[0]')).toMatchObject({ isFromStart: false });
});

describe('the path to the next uncovered transition', () => {
  test.each(catalogue.slice(0, times(3, catalogue.length)))(
    'next uncovered reaches every reachable transition of $id',
    async (flow) => {
      const graph = explore(flow);
      const steps = [...graph.states.values()].flatMap(({ edges }) => edges);
      const uncovered = new Set(steps.flatMap(({ transitions }) => transitions));
      let simulation = createSimulation(flow);
      while (uncovered.size > 0) {
        const snapshot = readPersistedSnapshot(toPlainData(simulation.actor.getPersistedSnapshot()));
        const next = await handleRequest({ kind: 'path', flow: flow.id, goals: [...uncovered], snapshot });
        if (!next || !('goal' in next)) break;
        if (next.isFromStart) {
          simulation.actor.stop();
          simulation = createSimulation(flow);
        }
        for (const { name, transitions } of next.steps) {
          const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
          if (!step) throw new Error(`"${name}" is not possible.`);
          simulation.perform(step);
          for (const id of transitions) uncovered.delete(id);
        }
        expect(uncovered).not.toContain(next.goal);
      }
      simulation.actor.stop();
      expect([...uncovered]).toEqual([]);
    },
  );
});

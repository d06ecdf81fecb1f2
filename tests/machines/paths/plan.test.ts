import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import {
  defaultCriteria,
  explore,
  pathTo,
  plan,
  shortestPathPerTransition,
  stepName,
  withoutEvents,
} from '../../../machines/paths/index.ts';
import { fewestSteps } from '../../support/fewestSteps.ts';
import { flow, graph } from '../../support/flowFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

describe('planning', () => {
  test('is the same every time', () => {
    const names = () =>
      plan(explore(flow), defaultCriteria).map((path) => path.map(({ step }) => stepName(step)));
    expect(names()).toEqual(names());
  });

  test('keeps to the greatest length unless one goal alone is further away', () => {
    for (const path of nonEmpty(plan(graph, defaultCriteria, { maxLength: 6 })))
      expect(path.length).toBeLessThanOrEqual(6);
  });

  test('the shortest path from any state to a state or a transition', () => {
    expect(pathTo(graph, 'full')?.map(({ step }) => stepName(step))).toEqual([
      'asked: by the visitor',
      'load: two items',
    ]);
    const full = [...graph.states.entries()].find(([, { snapshot }]) => snapshot.matches('full'))?.[0];
    expect(pathTo(graph, 'shelf.full · taken[0]', full)?.map(({ step }) => stepName(step))).toEqual(
      Array(3).fill('taken: by the visitor'),
    );
    expect(pathTo(graph, 'ashes')).toBeNull();
  });

  test('a path without some events', () => {
    expect(pathTo(withoutEvents(graph, 'taken'), 'full')).toHaveLength(2);
    expect(pathTo(withoutEvents(graph, 'asked'), 'full')).toBeNull();
  });

  test.each(['contact', 'scholarship', 'curriculum', 'routeLoading', 'newsletter', 'visualiserRun'])(
    '%s: at most 1.15 times the fewest steps that take every transition',
    (id) => {
      const [chosen = flow] = catalogue.filter((each) => each.id === id);
      const chosenGraph = explore(chosen);
      const fewest = fewestSteps(chosenGraph);
      expect(chosen.id).toBe(id);
      expect(fewest.isExact).toBe(true);
      const steps = plan(chosenGraph, ['transitions']).flat().length;
      expect(steps).toBeGreaterThanOrEqual(fewest.steps);
      expect(steps).toBeLessThanOrEqual(1.15 * fewest.steps);
    },
  );

  test('over all flows: at most a quarter of the tests of one shortest path a transition, and fewer steps', () => {
    const flows = catalogue.map((each) => explore(each));
    const planned = flows.flatMap((each) => plan(each, ['transitions']));
    const each = flows.flatMap(shortestPathPerTransition);
    expect(planned.length).toBeLessThanOrEqual(each.length / 4);
    expect(planned.flat().length).toBeLessThan(each.flat().length);
  });
});

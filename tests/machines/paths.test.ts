import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { explore, stateKey, stepName, unreachable } from '../../machines/paths/explore.ts';
import { transitionsOf } from '../../machines/paths/internals.ts';
import { plan } from '../../machines/paths/plan.ts';
import { createStage } from '../../machines/paths/stage.ts';

describe.each(catalogue)('$id', (flow) => {
  const graph = explore(flow);
  const paths = plan(graph, ['states', 'transitions', 'guards', 'cases']);

  test('every state and transition can be reached, and no step ends in the error status', () => {
    expect(unreachable(flow, graph)).toEqual([]);
    const broken = [...graph.states.values()].filter(({ snapshot }) => snapshot.status === 'error');
    expect(broken.map(({ snapshot }) => snapshot.value)).toEqual([]);
  });

  test('every guard answers both ways', () => {
    const answers = new Set(
      [...graph.states.values()].flatMap(({ edges }) => edges.flatMap((edge) => edge.answers)),
    );
    const guarded = transitionsOf(flow.machine).filter(({ guard }) => guard !== undefined);
    const expected = guarded.flatMap(({ id }) => [`${id} ? true`, `${id} ? false`]);
    expect([...answers].sort()).toEqual(expected.sort());
  });

  test('every case is enabled somewhere', () => {
    const walked = new Set(paths.flat().map(({ step }) => stepName(step)));
    const events = Object.entries(flow.events).flatMap(([type, cases]) =>
      Object.keys(cases).map((name) => `${type}: ${name}`),
    );
    const outcomes = Object.entries(flow.outcomes).flatMap(([actor, cases]) =>
      Object.keys(cases).map((name) => `${actor}: ${name}`),
    );
    expect([...events, ...outcomes].filter((name) => !walked.has(name))).toEqual([]);
  });

  test.each(paths.map((path, index) => ({ path, title: `path ${index + 1}, ${path.length} steps` })))(
    '$title',
    ({ path }) => {
      const stage = createStage(flow.machine, flow.input);
      for (const { step, to, transitions } of path) {
        const before = stage.taken.length;
        stage.take(step);
        expect(stateKey(flow, stage.actor.getSnapshot()), stepName(step)).toBe(to);
        expect(stage.taken.slice(before), stepName(step)).toEqual(transitions);
      }
      stage.actor.stop();
    },
  );
});

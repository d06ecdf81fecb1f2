import { expect, test } from 'vitest';
import { explore, stateKey, stepName, unreachable } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { transitionsOf } from '../../machines/paths/internals.ts';
import { astray } from '../../machines/paths/journey.ts';
import { plan } from '../../machines/paths/plan.ts';
import { printFailure } from '../../machines/paths/print.ts';
import { counterexample } from '../../machines/paths/properties.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { stateName } from '../../machines/stateName.ts';
import { keepWalked } from '../support/walked.ts';

/** Tests that a flow can be walked whole, and walks the plan on its bare machine. */
export function pathTests(flow: Flow): void {
  const graph = explore(flow);
  const paths = plan(graph, ['states', 'transitions', 'guards', 'cases']);
  const keep = keepWalked('machines', flow, graph);

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
      const initial = stage.actor.getSnapshot();
      const walked = path.map((edge, index) => {
        const before = stage.taken.length;
        stage.take(edge.step);
        const taken = stage.taken.slice(before);
        const snapshot = stage.actor.getSnapshot();
        if (stateKey(flow, snapshot) !== edge.to)
          expect.fail(printFailure(initial, path.slice(0, index + 1), stateName(snapshot)));
        expect(taken, stepName(edge.step)).toEqual(edge.transitions);
        return { edge, taken, isSeen: true };
      });
      stage.actor.stop();
      keep(walked);
    },
  );
}

/** Tests that the pinned journeys of a flow go as they should, and that its properties hold. */
export function journeyTests(flow: Flow): void {
  test.each(flow.journeys)('$title', (journey) => {
    expect(astray(flow, journey)).toBeNull();
  });

  const graph = explore(flow);
  test.each(flow.properties)('$kind: $title', (property) => {
    expect(counterexample(graph, property)).toBeNull();
  });
}

import { describe, expect, test } from 'vitest';
import { counterexample } from '../../../machines/paths/counterexample.ts';
import { always, eventually, never } from '../../../machines/paths/properties.ts';
import { flow, graph } from '../../support/flowFixture.ts';

describe('properties', () => {
  test('a property that holds has no counterexample', () => {
    expect(flow.properties.map((property) => counterexample(graph, property))).toEqual([null, null]);
  });

  test('the counterexample of a broken property is the shortest path there', () => {
    const neverFull = always('never full', (snapshot) => !snapshot.matches('full'));
    expect(counterexample(graph, neverFull)).toEqual(['asked: by the visitor', 'load: two items']);
    const neverTaken = never(
      'nothing is taken',
      ({ before, after }) => after.context.items < before.context.items,
    );
    expect(counterexample(graph, neverTaken)?.at(-1)).toBe('taken: by the visitor');
  });

  test('an eventual state that can be delayed for ever is a counterexample', () => {
    const loadingEnds = eventually('loading ends', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => !snapshot.matches('loading'),
    });
    expect(counterexample(graph, loadingEnds)).toBeNull();
    // Loading starts again each time the van breaks down, as long as attempts are left; then it ends.
    const itemsCome = eventually('items come', {
      after: (snapshot) => snapshot.matches('loading'),
      comes: (snapshot) => snapshot.matches('full'),
    });
    expect(counterexample(graph, itemsCome)).toEqual(['asked: by the visitor']);
  });
});

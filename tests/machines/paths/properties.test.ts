import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import {
  always,
  counterexample,
  eventually,
  explore,
  never,
  performedInOrder,
  timersLast,
} from '../../../machines/paths/index.ts';
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

  test('a timer of another length, and one that is not written down, are counterexamples', () => {
    expect(counterexample(graph, timersLast({ hint: 100, timeout: 1_000 }))).toBeNull();
    expect(counterexample(graph, timersLast({ hint: 50, timeout: 1_000 }))).toEqual([
      'asked: by the visitor',
    ]);
    expect(counterexample(graph, timersLast({ hint: 100 }))).toEqual(['asked: by the visitor']);
  });

  test('two actions in the wrong order are a counterexample', () => {
    const machine = setup({ actions: { open: () => {}, ring: () => {} } }).createMachine({
      initial: 'outside',
      states: { outside: { on: { asked: { target: 'inside', actions: ['ring', 'open'] } } }, inside: {} },
    });
    const graphOfDoor = explore({ ...flow, machine, project: () => null });
    expect(counterexample(graphOfDoor, performedInOrder('asked', 'ring', 'open'))).toBeNull();
    expect(counterexample(graphOfDoor, performedInOrder('asked', 'open', 'ring'))).toEqual([
      'asked: by the visitor',
    ]);
    expect(counterexample(graphOfDoor, performedInOrder('asked', 'open', 'knock'))).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { journeyDivergence } from '../../../machines/paths/journey.ts';
import { mutationsOf } from '../../../machines/paths/mutate.ts';
import { fixtureMachine, flow } from '../../support/flowFixture.ts';

describe('journeys and mutations', () => {
  const journey = {
    title: 'two things are taken',
    steps: [
      ['asked: by the visitor', 'loading.onTime', { attempts: 1 }],
      ['load: two items', 'full', { items: 2 }],
      ['taken: by the visitor', 'full', { items: 1 }],
    ],
  } as const;

  test('a divergence from a journey is described in a sentence', () => {
    expect(journeyDivergence(flow, journey)).toBeNull();
    expect(journeyDivergence(flow, { title: '', steps: [['taken: by the visitor', 'full']] })).toBe(
      'taken: by the visitor: the last step cannot happen in "idle"',
    );
    expect(journeyDivergence(flow, { title: '', steps: [['asked: by the visitor', 'full']] })).toBe(
      'asked: by the visitor: led to "loading.onTime", not to "full"',
    );
  });

  test('every transition is removed and retargeted, every guard and action dropped, and all of it undone', () => {
    const mutations = mutationsOf(fixtureMachine);
    const kinds = mutations.map(({ name }) => name.split(' ')[0]);
    expect(kinds.filter((kind) => kind === 'remove')).toHaveLength(11);
    expect(kinds.filter((kind) => kind === 'retarget')).toHaveLength(11);
    expect(mutations.filter(({ name }) => name.startsWith('drop guard'))).toHaveLength(3);
    expect(mutations.filter(({ name }) => name.startsWith('drop action'))).toHaveLength(4);
    const before = JSON.stringify(fixtureMachine.config);
    for (const { apply } of mutations) {
      const undo = apply();
      expect(JSON.stringify(fixtureMachine.config)).not.toBe(before);
      undo();
    }
    expect(JSON.stringify(fixtureMachine.config)).toBe(before);
  });

  test('a mutant diverges from the journey', () => {
    const removed = mutationsOf(fixtureMachine).find(({ name }) => name === 'remove shelf.idle · asked');
    const undo = removed?.apply();
    expect(journeyDivergence({ ...flow, machine: fixtureMachine.provide({}) }, journey)).toContain(
      'cannot happen',
    );
    undo?.();
    expect(journeyDivergence({ ...flow, machine: fixtureMachine.provide({}) }, journey)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { astray } from '../../../machines/paths/journey.ts';
import { mutationsOf } from '../../../machines/paths/mutate.ts';
import { flow, shelfMachine } from '../../support/shelf.ts';

describe('journeys and mutations', () => {
  const journey = {
    title: 'two things are taken',
    legs: [
      ['asked: by the visitor', 'loading.prompt', { tries: 1 }],
      ['load: two items', 'full', { items: 2 }],
      ['taken: by the visitor', 'full', { items: 1 }],
    ],
  } as const;

  test('a journey says in a sentence where it went otherwise', () => {
    expect(astray(flow, journey)).toBeNull();
    expect(astray(flow, { title: '', legs: [['taken: by the visitor', 'full']] })).toBe(
      'taken: by the visitor: the last step cannot happen in "idle"',
    );
    expect(astray(flow, { title: '', legs: [['asked: by the visitor', 'full']] })).toBe(
      'asked: by the visitor: led to "loading.prompt", not to "full"',
    );
  });

  test('every transition is removed and retargeted, every guard and action dropped, and all of it undone', () => {
    const mutations = mutationsOf(shelfMachine);
    const kinds = mutations.map(({ name }) => name.split(' ')[0]);
    expect(kinds.filter((kind) => kind === 'remove')).toHaveLength(11);
    expect(kinds.filter((kind) => kind === 'retarget')).toHaveLength(11);
    expect(mutations.filter(({ name }) => name.startsWith('drop guard'))).toHaveLength(3);
    expect(mutations.filter(({ name }) => name.startsWith('drop action'))).toHaveLength(4);
    const before = JSON.stringify(shelfMachine.config);
    for (const { apply } of mutations) {
      const undo = apply();
      expect(JSON.stringify(shelfMachine.config)).not.toBe(before);
      undo();
    }
    expect(JSON.stringify(shelfMachine.config)).toBe(before);
  });

  test('a mutant goes astray', () => {
    const removed = mutationsOf(shelfMachine).find(({ name }) => name === 'remove shelf.idle · asked');
    const undo = removed?.apply();
    expect(astray({ ...flow, machine: shelfMachine.provide({}) }, journey)).toContain('cannot happen');
    undo?.();
    expect(astray({ ...flow, machine: shelfMachine.provide({}) }, journey)).toBeNull();
  });
});

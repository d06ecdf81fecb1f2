import { describe, expect, test } from 'vitest';
import { answerTo } from '../../src/visualiser/planner/planner.ts';

/** The names of the steps that lead to the nearest of several goals from the start. */
function namesTo(flow: string, ...goals: string[]): string[] {
  const answer = answerTo({ kind: 'way', flow, goals, pose: null });
  return answer && 'legs' in answer ? answer.legs.map(({ name }) => name) : [];
}

describe('the way that is shown to a state', () => {
  test.each(['paid.unregistered', 'registered', 'paying.back.declined'])(
    '%s needs no earlier visit',
    (goal) => {
      const names = namesTo('registration', goal);
      expect(names.length).toBeGreaterThan(1);
      expect(names.filter((name) => name.startsWith('draftFound'))).toEqual([]);
    },
  );

  test('begins with an earlier visit where nothing else leads there', () => {
    expect(namesTo('registration', 'registration.editing.ready · draftFound[1]')[0]).toMatch(/^draftFound: /);
  });

  test('leads to the nearest of several', () => {
    expect(namesTo('contact', 'done', 'submitting')).toEqual([
      'changed: everything right',
      'submitted: by the button',
    ]);
  });
});

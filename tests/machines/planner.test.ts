import { describe, expect, test } from 'vitest';
import { handleRequest } from '../../src/visualiser/planner/planner.ts';

/** Returns the names of the steps from the start to the nearest of several goals. */
function stepNamesTo(flow: string, ...goals: string[]): string[] {
  const response = handleRequest({ kind: 'path', flow, goals, snapshot: null });
  return response && 'steps' in response ? response.steps.map(({ name }) => name) : [];
}

describe('the path that is shown to a state', () => {
  test.each(['paid.unregistered', 'registered', 'paying.formShown.declined'])(
    '%s needs no earlier visit',
    (goal) => {
      const names = stepNamesTo('registration', goal);
      expect(names.length).toBeGreaterThan(1);
      expect(names.filter((name) => name.startsWith('draftFound'))).toEqual([]);
    },
  );

  test('begins with an earlier visit where nothing else leads there', () => {
    expect(stepNamesTo('registration', 'registration.editing.idle · draftFound[1]')[0]).toMatch(
      /^draftFound: /,
    );
  });

  test('leads to the nearest of several', () => {
    expect(stepNamesTo('contact', 'done', 'submitting')).toEqual([
      'changed: everything valid',
      'submitted: by the button',
    ]);
  });
});

import { expect, test } from 'vitest';
import { runCommandInProcess } from '../../support/commandFixture.ts';
import { separateFlows, testsOfFlows } from '../../tools/runner/flows.ts';
import { runTestCommand } from '../../tools/runner/run.ts';

/** The tests that `npm test` runs for names. */

test('a name of a flow may have hyphens; other names are parts of paths', () => {
  expect(separateFlows(['contact', 'call-back', 'buildComparison', 'machines/fields'])).toEqual({
    flows: ['contact', 'callBack', 'buildComparison'],
    filters: ['machines/fields'],
  });
});

const LEVELS = ['machines', 'screens', 'browser'];

test.each([
  ['contact', LEVELS],
  ['visualiserView', LEVELS],
  ['order', ['machines']],
  ['buildComparison', ['machines']],
])('the flow %s is walked at %j', (id, levels) => {
  expect(testsOfFlows([id], LEVELS).map((file) => file.split('/')[1])).toEqual(levels);
});

test('no name of a flow selects no walks', () => expect(testsOfFlows([], LEVELS)).toEqual([]));

test.each([
  [['contcat'], /^"contcat" is no flow and no part of the path of a test file\.$/],
  [['--changed', 'nowhere'], /^git knows no commit "nowhere"\.$/],
])('npm test refuses %j in one sentence', async (args, sentence) => {
  const { status, error } = await runCommandInProcess(runTestCommand, ...args);
  expect(status).toBe(2);
  expect(error).toMatch(sentence);
});

import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../runner/arguments.ts';
import { flowIds } from '../../runner/flows.ts';
import { createImportGraph } from '../../runner/imports.ts';
import { editDistance, type KnownTargets, resolveTarget } from '../../runner/targets.ts';
import { testFiles, titlesIn } from '../../runner/testFiles.ts';

/** The tests that the arguments of `npm test` select. */

const graph = createImportGraph();
const tests = testFiles();
const names: KnownTargets = { flows: flowIds(graph), tests, titles: titlesIn(graph, tests) };

describe('a name is', () => {
  test.each([
    ['contact', { kind: 'flow', id: 'contact' }],
    ['callBack', { kind: 'flow', id: 'callBack' }],
    ['call-back', { kind: 'flow', id: 'callBack' }],
    ['tests/machines/phone.test.ts', { kind: 'files', files: ['tests/machines/phone.test.ts'] }],
    ['machines/phone', { kind: 'files', files: ['tests/machines/phone.test.ts'] }],
    [
      'two visualisers know of each other',
      { kind: 'title', files: ['tests/browser/visualiser/link.test.ts'] },
    ],
  ])('%s: %j', (given, expected) => {
    expect(resolveTarget(given, names)).toMatchObject(expected);
  });

  test('the title of a journey', () => {
    const text = 'there is no place, then there is one';
    const titles = new Map([['machines/x/x.journeys.ts', ['tests/machines/journeys.test.ts']]]);
    expect(resolveTarget(text, { flows: [], tests: [], titles }, () => `title: '${text}',`)).toEqual({
      kind: 'title',
      title: text,
      files: ['tests/machines/journeys.test.ts'],
    });
  });

  test.each([
    ['contcat', 'contact'],
    ['registraton', 'registration'],
    ['erorCatalogue', 'errorCatalogue'],
  ])('none: %s is answered in one sentence that names %s', (given, near) => {
    expect(() => resolveTarget(given, names)).toThrow(
      new RegExp(
        `^"${given}" is no flow, no test file and no part of a test's title; the nearest names are: ${near}, .*\\.$`,
      ),
    );
  });
});

test('the distance of words is the number of letters that differ', () => {
  expect([
    editDistance('contact', 'contact'),
    editDistance('contcat', 'contact'),
    editDistance('', 'abc'),
  ]).toEqual([0, 2, 3]);
});

describe('the arguments', () => {
  test('of `npm test` are told from those of Vitest', () => {
    expect(parseArguments(['contact', '--since', 'main', '--shard=2/3', '--bail=1', '-t', 'x'])).toEqual({
      watch: false,
      since: 'main',
      rest: ['contact', '--shard=2/3', '--bail=1', '-t', 'x'],
    });
  });

  test.each([
    [['--since'], '--since takes a git ref.'],
    [['--watch', '--since', 'main'], '--watch and --since do not go together.'],
  ])('%j are refused in one sentence', (args, sentence) => {
    expect(() => parseArguments(args)).toThrow(sentence);
  });
});

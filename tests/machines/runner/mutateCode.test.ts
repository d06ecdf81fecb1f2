import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOfDiff, sampledLines } from '../../mutation/mutatedLines.ts';
import { newSurvivors, outdatedSurvivors, percentageOf, scoresOf } from '../../mutation/scores.ts';
import type { CodeMutant } from '../../mutation/strykerMutants.ts';
import { type Survivor, survivors } from '../../mutation/survivors.ts';
import { isMutated, testsOfFile } from '../../mutation/testsOfFile.ts';
import { createImportGraph, root } from '../../runner/imports.ts';
import { testFiles } from '../../runner/testFiles.ts';

const graph = createImportGraph();
const testsOf = (file: string) => testsOfFile(graph, testFiles(), file);

describe('the tests that are asked about a file', () => {
  test('import it, or have its name', () => {
    expect(testsOf('machines/phone.ts')).toEqual(['tests/machines/phone.test.ts']);
    expect(testsOf('server/mail/compose.ts')).toContain('tests/server/mailCompose.test.ts');
    expect(testsOf('server/config.ts')[0]).toBe('tests/server/configValues.test.ts');
  });

  test('begin with those that have most of its name, so that they are asked before cheaper ones', () => {
    expect(testsOf('server/simulator/store.ts')[0]).toBe('tests/server/simulatorStore.test.ts');
    expect(testsOf('server/backup/snapshot.ts')[0]).toBe('tests/server/snapshot.test.ts');
  });

  test('are others that reach it where none is near, and none that starts programs', () => {
    expect(testsOf('src/flows/useFlow.ts').join()).toMatch(/^tests\/screens\//);
    for (const file of ['server/service.ts', 'server/mail/worker.ts', 'machines/catalogue.ts']) {
      expect(testsOf(file), file).not.toEqual([]);
      expect(testsOf(file).join()).not.toMatch(/process|command|runner/i);
    }
  });

  test('rules are tested at the level of the machines', () => {
    for (const file of ['machines/contact/contact.rules.ts', 'machines/fields.ts'])
      expect(testsOf(file).join(), file).toMatch(/^(tests\/machines\/[^,]+,?)+$/);
  });
});

test('the library of paths is tested as a whole, the cheapest tests first', () => {
  const tests = testsOf('machines/paths/stateKey.ts');
  for (const name of ['library/plan', 'statecharts/agreement', 'journeys'])
    expect(tests).toContain(`tests/machines/${name}.test.ts`);
  expect(tests.join()).toMatch(/^(tests\/machines\/[^,]+,?)+$/);
  expect(tests.join()).not.toMatch(/promises|command|runner/);
  expect(testsOf('machines/paths/mutate.ts')).toEqual(tests);
});

describe('the visualiser', () => {
  test('is tested by its own tests', () => {
    expect(testsOf('src/visualiser/sequence/sequence.ts')).toEqual(['tests/machines/sequence.test.ts']);
  });

  test('has checks of pages that are tested by the paths of every flow, after tests that are near', () => {
    const tests = testsOf('src/visualiser/checks/contact.checks.ts');
    expect(tests.at(-1)).toBe('tests/screens/paths.test.tsx');
    expect(tests).toContain('tests/machines/sendFormChecks.test.ts');
  });
});

test('code is mutated; what machines are made of, types and tests are not', () => {
  const files = ['server/config.ts', 'machines/fields.ts', 'machines/contact/contact.rules.ts'];
  expect(files.filter(isMutated)).toEqual(files);
  for (const file of [
    'machines/contact/contact.machine.ts',
    'machines/sendForm/sendForm.types.ts',
    'tests/run.ts',
    'server/none.ts',
    'src/styles/global.css',
  ])
    expect([file, isMutated(file)]).toEqual([file, false]);
});

test('the lines of a diff are those that were added or altered', () => {
  const diff = ['@@ -3 +3 @@', '-a', '+b', '@@ -9,2 +9,0 @@', '-c', '-d', '@@ -20,0 +19,4 @@ f()'];
  expect(linesOfDiff(diff.join('\n'))).toEqual([
    { from: 3, to: 3 },
    { from: 19, to: 22 },
  ]);
});

test('a sample counts its lines on from one file to the next', () => {
  const files = ['server/log.ts', 'server/json.ts'];
  const countOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length;
  const sample = sampledLines(files, 4);
  const [first = 0, second = 0] = files.map(countOf);
  expect(sample.get('server/log.ts')?.slice(0, 2)).toEqual([
    { from: 4, to: 4 },
    { from: 8, to: 8 },
  ]);
  expect(sample.get('server/json.ts')?.[0]?.from).toBe(4 - (first % 4));
  expect([...sample.values()].flat()).toHaveLength(Math.floor((first + second) / 4));
});

const mutant: CodeMutant = {
  ...{ file: 'server/a.ts', at: 1, line: 'a = 1 + 1;', mutator: 'ArithmeticOperator' },
  ...{ change: '1 + 1 → 1 - 1', isNoticed: false },
};
const entry: Survivor = { file: mutant.file, line: mutant.line, change: mutant.change, reason: 'none' };

test('a survivor is new unless its file, line and change are in the list', () => {
  expect(newSurvivors([mutant], [])).toEqual([mutant]);
  expect(
    newSurvivors(
      [
        { ...mutant, isNoticed: true },
        { ...mutant, isNoticed: null },
      ],
      [],
    ),
  ).toEqual([]);
  expect(newSurvivors([mutant], [entry])).toEqual([]);
  for (const change of [{ file: 'server/b.ts' }, { line: '' }, { change: '' }])
    expect(newSurvivors([mutant], [{ ...entry, ...change }])).toEqual([mutant]);
});

test('an entry of the list is outdated if its file was mutated and its mutant does not survive', () => {
  expect(outdatedSurvivors([mutant], [entry], ['server/a.ts'])).toEqual([]);
  expect(outdatedSurvivors([{ ...mutant, isNoticed: true }], [entry], ['server/a.ts'])).toEqual([entry]);
  expect(outdatedSurvivors([], [entry], ['server/a.ts'])).toEqual([entry]);
  expect(outdatedSurvivors([], [entry], ['server/b.ts'])).toEqual([]);
});

test('a score counts what is noticed of a folder; what is no program does not count', () => {
  const of = (file: string, isNoticed: boolean | null) => ({ file, isNoticed });
  const scores = scoresOf([
    of('server/mail/a.ts', true),
    of('server/mail/b.ts', false),
    of('server/mail/b.ts', null),
    of('machines/contact/contact.rules.ts', true),
    of('machines/fields.ts', true),
    of('src/components/A.tsx', true),
  ]);
  expect(scores).toEqual([
    { name: 'server/mail', threshold: 95, noticed: 1, total: 2, files: 2 },
    { name: 'rules', threshold: 95, noticed: 2, total: 2, files: 2 },
    { name: 'src/components', threshold: 90, noticed: 1, total: 1, files: 1 },
  ]);
  expect(scores.map(percentageOf)).toEqual([50, 100, 100]);
});

test('every survivor of the list is of a line that exists, and has a reason', () => {
  const isWhole = ({ file, line, reason }: Survivor) => {
    if (!existsSync(join(root, file)) || reason === '') return false;
    return readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ').includes(line.replace(/…$/, ''));
  };
  const made = { file: 'machines/phone.ts', line: 'no such line', change: 'a → b', reason: 'none' };
  expect([made, ...survivors].filter((survivor) => !isWhole(survivor))).toEqual([made]);
});

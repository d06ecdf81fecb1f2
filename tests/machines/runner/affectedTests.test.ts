import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { testsAffectedBy } from '../../runner/affectedTests.ts';
import { flowIds, flowsAffectedBy } from '../../runner/flows.ts';
import { createImportGraph } from '../../runner/imports.ts';
import { nearestFirst } from '../../runner/order.ts';
import { flowsToMutate } from '../../runner/runSelectedTests.ts';
import { testFiles } from '../../runner/testFiles.ts';

/** The flows and the tests that a change can affect. */

const graph = createImportGraph();
const flows = flowIds(graph);
const tests = testFiles();

const affected = (...files: string[]) => testsAffectedBy(graph, tests, flows, { ref: 'main', files });

test('the flows are those of the catalogue', () => {
  expect([...flows].sort()).toEqual(catalogue.map(({ id }) => id).sort());
});

describe('the flows that a file reaches', () => {
  test.each([
    ['machines/contact/contact.machine.ts', ['contact'], ['contact']],
    ['machines/registration/registration.rules.ts', ['registration'], ['registration']],
    ['tests/drivers/contact.driver.ts', [], ['contact']],
    ['src/screens/contact/ContactScreen.tsx', [], ['contact']],
    ['src/components/Header.tsx', [], flows],
    ['machines/paths/plan/plan.ts', flows, flows],
    ['server/main.ts', [], []],
  ])('%s', (file, machines, screens) => {
    expect(flowsAffectedBy(graph, [file])).toEqual({ machines, screens });
  });

  test('are more where a machine is made of shared parts', () => {
    const { machines } = flowsAffectedBy(graph, ['machines/sendForm/sendForm.machine.ts']);
    expect(machines).toEqual(expect.arrayContaining(['contact', 'scholarship']));
    expect(machines).not.toContain('registration');
  });
});

test('mutants are left out for a flow whose machine has not changed', () => {
  const change = { ref: 'main', files: ['machines/contact/contact.machine.ts', 'src/styles/base.css'] };
  expect(flowsToMutate(graph, ['contact', 'registration'], change)).toEqual({
    flows: ['contact'],
    omitted: 'left out for registration, since its machine is the same as in main',
  });
  expect(flowsToMutate(graph, ['contact'], null)).toEqual({ flows: ['contact'], omitted: '' });
});

describe('of all tests', () => {
  test('none runs where nothing has changed', () => {
    expect(affected()).toMatchObject({ files: [] });
  });

  test.each([
    [
      'a machine',
      'machines/contact/contact.machine.ts',
      ['tests/machines/paths.test.ts', 'tests/browser/paths.test.ts'],
    ],
    ['a file that a test reads', 'docs/adding-a-flow.md', ['tests/browser/newFlow.test.ts']],
    ['a command that a test starts', 'server/submissions.ts', ['tests/machines/command.test.ts']],
    ['a document of the site', 'index.html', ['tests/browser/paths.test.ts', 'tests/browser/seo.test.ts']],
    ['the setup of a level', 'tests/screens/setup.ts', ['tests/screens/paths.test.tsx']],
    ['a picture', 'public/icon.svg', ['tests/browser/documentLoads.test.ts']],
  ])('those run that %s can reach', (_, file, expected) => {
    expect(affected(file).files).toEqual(expect.arrayContaining(expected));
  });

  test('those are left out that the change cannot reach', () => {
    const { files, why } = affected('machines/contact/contact.machine.ts');
    expect(files).not.toContain('tests/machines/phone.test.ts');
    expect(why.join('\n')).toMatch(/: the paths of .*\bregistration, /);
  });

  test('the nearest run first: by folder and name, then by imports, then by level', () => {
    const [first, second] = ['tests/server/mail.test.ts', 'tests/machines/paths.test.ts'];
    expect(nearestFirst(graph, [second, first], ['server/mail/worker.ts'])).toEqual([first, second]);
    expect(nearestFirst(graph, [first, second], ['machines/contact/contact.rules.ts'])).toEqual([
      second,
      first,
    ]);
  });

  test('only the flows are walked that the change can reach', () => {
    expect(affected('machines/contact/contact.machine.ts').flows).toEqual({
      machines: ['contact'],
      screens: ['contact'],
      browser: ['contact'],
      mutation: ['contact'],
    });
    expect(affected('src/styles/base.css').flows.browser).toEqual(flows);
  });

  test.each(['package.json', 'vitest.config.ts', 'tsconfig.json', 'something.new'])(
    'all run where %s has changed',
    (file) => {
      const { files, why } = affected(file);
      expect(files).toEqual(tests);
      expect(why).toEqual([expect.stringContaining(`Everything runs: ${file} has changed`)]);
    },
  );

  test('none runs for a document that no test reads', () => {
    expect(affected('nobody-reads-this.md').files).toEqual([]);
  });
});

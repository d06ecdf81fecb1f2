import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allFlows } from '../../../machines/allFlows.ts';
import { catalogue } from '../../../machines/catalogue.ts';
import { runCommandInProcess } from '../../support/commandFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { selectAffected } from '../../tools/runner/affectedTests.ts';
import { flowIds, flowsAffectedBy, LEVELS, pageFlowIds } from '../../tools/runner/flows.ts';
import { createImportGraph } from '../../tools/runner/imports.ts';
import { runTestCommand } from '../../tools/runner/run.ts';
import { namedTests, selectNamed } from '../../tools/runner/selection.ts';

/** The tests that `npm test` runs for names and for a change. */

const graph = createImportGraph();
const flows = flowIds(graph);
const tests = LEVELS.flatMap((level) =>
  readdirSync(`tests/${level}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/${level}/${name}`),
);

test('the flows are those of the catalogue; the server’s runs on no page', () => {
  const listed = catalogue.map(({ id }) => id);
  expect(flows.toSorted()).toEqual(allFlows.map(({ id }) => id).toSorted());
  expect(pageFlowIds(graph).toSorted()).toEqual(listed.filter((id) => id !== 'order').toSorted());
});

describe('a name', () => {
  test.each([
    ['contact', { flows: ['contact'] }],
    ['call-back', { flows: ['callBack'] }],
    ['tests/machines/fields.test.ts', { files: ['tests/machines/fields.test.ts'] }],
    ['machines/fields', { files: ['tests/machines/fields.test.ts'] }],
  ])('the name %s selects %j', (name, expected) => {
    expect(namedTests([name], { flows, tests })).toEqual({ flows: [], files: [], ...expected });
  });

  test.each([
    [['contcat'], /^"contcat" is no flow and no test file; the nearest names are: contact, .*\.$/],
    [['--since', 'nowhere'], /^git knows no commit "nowhere"\.$/],
    [['--since'], /^--since takes a git ref\.$/],
    [['--watch', '--since', 'main'], /^--watch and --since do not go together\.$/],
    [['--watch', 'contcat'], /the nearest names are: contact, /],
  ])('npm test refuses %j in one sentence', async (args, sentence) => {
    const { status, error } = await runCommandInProcess(runTestCommand, ...args);
    expect(status).toBe(2);
    expect(error).toMatch(sentence);
  });

  test('a flow’s name selects its paths at three levels, and changed mutants', () => {
    const change = { ref: 'main', files: ['machines/contact/contact.machine.ts', 'src/styles/base.css'] };
    const {
      files,
      flows: selected,
      leftOut,
    } = selectNamed(graph, { flows: ['contact', 'openings'], files: [] }, change);
    expect(files).toEqual(
      expect.arrayContaining(
        ['machines/paths.test.ts', 'screens/paths.test.tsx', 'browser/paths.test.ts'].map(
          (name) => `tests/${name}`,
        ),
      ),
    );
    expect(selected).toMatchObject({ browser: ['contact', 'openings'], mutation: ['contact'] });
    expect(leftOut).toEqual(['Left out: the mutants of openings, whose machine is the same as in main.']);
  });
});

test('a file of mutants or walks named with a flow is about that flow', () => {
  const code = 'tests/mutation/code.test.tsx';
  const named = (...ids: string[]) => selectNamed(graph, { flows: ids, files: [code] });
  expect(named()).toMatchObject({ files: [code], flows: { mutation: flows, screens: [] } });
  expect(named('contact').flows.mutation).toEqual(['contact']);
});

describe('the flows that a file reaches', () => {
  test.each([
    ['machines/contact/contact.machine.ts', ['contact'], expect.arrayContaining(['contact'])],
    ['tests/drivers/registration.driver.ts', [], ['registration']],
    ['tests/drivers/layout.driver.ts', [], ['connection', 'mobileMenu', 'routeLoading']],
    ['src/screens/contact/ContactScreen.tsx', [], expect.arrayContaining(['contact'])],
    ['src/components/Header.tsx', [], pageFlowIds(graph)],
    ['machines/visualiser/buildComparison/buildComparison.cases.ts', ['buildComparison'], []],
    ['machines/paths/plan/plan.ts', flows, pageFlowIds(graph)],
    ['server/main.ts', [], []],
  ])('the flows that %s reaches are selected', (file, machines, screens) => {
    expect(flowsAffectedBy(graph, [file])).toEqual({ machines, screens });
  });

  test('a shared part of machines reaches several flows', () => {
    const { machines } = flowsAffectedBy(graph, ['machines/sendForm/sendForm.machine.ts']);
    expect(machines).toEqual(expect.arrayContaining(['contact', 'scholarship']));
    expect(machines).not.toContain('registration');
  });
});

describe('of all tests', () => {
  const affectedBy = (...files: string[]) => selectAffected(graph, tests, { ref: 'main', files });

  test.each([
    [
      'a machine',
      'machines/contact/contact.machine.ts',
      ['tests/machines/paths.test.ts', 'tests/browser/paths.test.ts'],
    ],
    ['a file that a test reads', 'docs/writing-a-flow.md', ['tests/machines/commands/newFlow.test.ts']],
    ['a document of the site', 'index.html', ['tests/browser/paths.test.ts']],
    ['the setup of a level', 'tests/screens/setup.ts', ['tests/screens/paths.test.tsx']],
  ])('the tests that %s can reach run', (_, file, expected) => {
    expect(affectedBy(file).files).toEqual(expect.arrayContaining(expected));
  });

  test('tests and flows that a change cannot reach are left out', () => {
    const { files, flows: affected, leftOut } = affectedBy('machines/contact/contact.machine.ts');
    expect(files).not.toContain('tests/machines/fields.test.ts');
    expect(leftOut.join()).toMatch(/^Left out: \d+ of \d+ test files, to which nothing leads/);
    expect(affected.machines).toEqual(['contact']);
    expect(affected.browser.length).toBeLessThan(flows.length);
    expect(affectedBy('src/styles/base.css').flows.browser).toEqual(pageFlowIds(graph));
    expect(affectedBy('nobody-reads-this.md').files).toEqual([]);
  });

  test.each(['package.json', 'vite.config.ts', 'something.new'])(
    'all tests run where %s has changed',
    (file) => {
      const { files, leftOut } = affectedBy(file);
      expect(nonEmpty(files).toSorted()).toEqual(tests.toSorted());
      expect(leftOut).toEqual([
        `Everything runs: ${file} has changed, and no import says what it can reach.`,
      ]);
    },
  );

  test.each([
    ['machines/contact/contact.rules.ts', /^tests\/machines\/(paths|journeys)/],
    ['machines/shared/text.ts', /^tests\/machines\//],
    ['server/mail/worker.ts', /^tests\/server\/(mail|.*[mM]ail)/],
    ['server/payments/orders.ts', /^tests\/server\/(payments\/|.*orders)/],
    ['server/database/advisoryLocks.ts', /^tests\/server\/database\/locks/],
    ['server/metrics/collectedMetrics.ts', /^tests\/server\/http\/overload/],
    ['machines/order/order.answer.ts', /^tests\/machines\/order/],
    ['server/checkStart.ts', /^tests\/server\//],
    ['src/flows/contact.ts', /^tests\/screens\/paths/],
    ['src/flows/newsletter.ts', /^tests\/screens\/paths/],
  ])('a test near %s runs first', (file, nearest) => {
    expect(affectedBy(file).files[0]).toMatch(nearest);
  });

  test('the flow that a change is about is walked first', () => {
    expect(affectedBy('src/flows/newsletter.ts').flows.screens[0]).toBe('newsletter');
  });
});

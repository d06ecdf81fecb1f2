import { expect, test } from 'vitest';
import { flowIds } from '../../runner/flows.ts';
import { createImportGraph } from '../../runner/imports.ts';
import { testsAffectedBySave } from '../../runner/watch.ts';

const graph = createImportGraph();
const all = flowIds(graph);

test.each([
  ['machines/contact/contact.rules.ts', { machines: ['contact'], screens: ['contact'], files: [] }],
  ['tests/drivers/contact.driver.ts', { machines: [], screens: ['contact'], files: [] }],
  ['tests/machines/phone.test.ts', { machines: [], screens: [], files: ['tests/machines/phone.test.ts'] }],
  ['tests/browser/seo.test.ts', { machines: [], screens: [], files: [] }],
])('a save of %s asks for the flows that it reaches, or for the test file itself', (file, expected) => {
  const { machines, screens, files } = testsAffectedBySave(graph, file, all);
  expect({ machines: [...machines], screens: [...screens], files: [...files] }).toEqual(expected);
});

test('only flows that were named are run', () => {
  const { machines, screens } = testsAffectedBySave(graph, 'machines/paths/plan.ts', ['contact']);
  expect([[...machines], [...screens]]).toEqual([['contact'], ['contact']]);
});

import { expect, test } from 'vitest';
import { flowIds } from '../../runner/flows.ts';
import { importGraph } from '../../runner/imports.ts';
import { wantedBy } from '../../runner/watch.ts';

const graph = importGraph();
const all = flowIds(graph);

test.each([
  ['machines/contact/contact.rules.ts', { machines: ['contact'], screens: ['contact'], files: [] }],
  ['tests/drivers/contact.driver.ts', { machines: [], screens: ['contact'], files: [] }],
  ['tests/machines/phone.test.ts', { machines: [], screens: [], files: ['tests/machines/phone.test.ts'] }],
  ['tests/browser/seo.test.ts', { machines: [], screens: [], files: [] }],
])('a save of %s asks for the flows that it reaches, or for the test file itself', (file, expected) => {
  const { machines, screens, files } = wantedBy(graph, file, all);
  expect({ machines: [...machines], screens: [...screens], files: [...files] }).toEqual(expected);
});

test('only flows that were named are run', () => {
  const { machines, screens } = wantedBy(graph, 'machines/paths/plan.ts', ['contact']);
  expect([[...machines], [...screens]]).toEqual([['contact'], ['contact']]);
});

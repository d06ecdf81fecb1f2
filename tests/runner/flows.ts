import type { ImportGraph } from './imports.ts';

/** The levels at which flows are walked or mutated. */
export const FLOW_LEVELS = ['machines', 'screens', 'browser', 'mutation'] as const;

export type FlowLevel = (typeof FLOW_LEVELS)[number];

/** The tests that walk or mutate flows. */
export const FLOW_TESTS: Readonly<Record<FlowLevel, readonly string[]>> = {
  machines: ['tests/machines/paths.test.ts', 'tests/machines/journeys.test.ts'],
  screens: ['tests/screens/paths.test.tsx'],
  browser: ['tests/browser/paths.test.ts'],
  mutation: ['site', 'tool', 'constants'].map((name) => `tests/mutation/${name}.test.tsx`),
};

const CATALOGUE = 'machines/catalogue.ts';
const SCREENS = 'src/screens.ts';

/** The lists that name every flow. Each of their imports belongs to one flow, not to all files that import the list. */
const FLOW_LISTS = new Set([
  CATALOGUE,
  SCREENS,
  'tests/drivers/index.ts',
  'tests/drivers/siteFlows.ts',
  'src/flows/checks.ts',
  'src/visualiser/tool/errorCatalogue.ts',
  'src/visualiser/tool/environment/serverCalls.ts',
]);

const FLOW_FILE = /^machines\/(?:visualiser\/)?(\w+)\/\1\.flow\.ts$/;

const flowFile = (graph: ImportGraph, id: string): string =>
  graph.importsOf(CATALOGUE).find((file) => FLOW_FILE.exec(file)?.[1] === id) ?? '';

/** Returns the ids of the flows of the catalogue. */
export const flowIds = (graph: ImportGraph): string[] =>
  graph.importsOf(CATALOGUE).flatMap((file) => FLOW_FILE.exec(file)?.[1] ?? []);

/** Returns the files that belong to one flow only: its machine, its driver, its site flow and the screens that import it. */
export function filesOfFlow(graph: ImportGraph, id: string): string[] {
  const flow = flowFile(graph, id);
  const fileNamed = (part: string) => flow.replace('.flow.ts', `.${part}.ts`);
  const machine = fileNamed('machine');
  const shows = (file: string) => graph.withDependencies([file], FLOW_LISTS).has(machine);
  return [
    flow,
    `tests/drivers/${id}.driver.ts`,
    fileNamed('checks'),
    ...graph.importsOf('tests/drivers/siteFlows.ts').filter(shows),
    ...graph.importsOf(SCREENS).filter(shows),
  ];
}

export type AffectedFlows = {
  /** The flows whose machines can behave otherwise. */
  machines: string[];
  /** The flows whose pages can look or behave otherwise. */
  screens: string[];
};

/** Returns the flows that a change of files can affect. */
export function flowsAffectedBy(graph: ImportGraph, changed: readonly string[]): AffectedFlows {
  const isAffected = (files: readonly string[]) => {
    const reached = graph.withDependencies(files, FLOW_LISTS);
    return changed.some((file) => reached.has(file));
  };
  const ids = flowIds(graph);
  if (isAffected(FLOW_TESTS.machines)) return { machines: ids, screens: ids };
  const affectsAllScreens = isAffected([...FLOW_TESTS.screens, ...FLOW_TESTS.mutation]);
  return {
    machines: ids.filter((id) => isAffected([flowFile(graph, id)])),
    screens: ids.filter((id) => affectsAllScreens || isAffected(filesOfFlow(graph, id))),
  };
}

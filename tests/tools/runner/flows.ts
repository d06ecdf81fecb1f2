import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOfServer } from '../../../machines/folders.ts';
import { type ImportGraph, root } from './imports.ts';

/** The levels of tests, each a project of Vitest, the quickest to fail first. */
export const LEVELS: readonly string[] = ['machines', 'screens', 'server', 'mutation', 'browser'];

/** Whether a test file visits the built site. */
export const isInBrowser = (file: string): boolean => /^tests\/(more\/)?browser\//.test(file);

export const isOfVisualiser = (id: string): boolean => existsSync(join(root, 'machines/visualiser', id));

/** The levels at which flows are walked or mutated. */
export const FLOW_LEVELS = ['machines', 'screens', 'browser', 'mutation'] as const;

export type FlowLevel = (typeof FLOW_LEVELS)[number];

/** The flow whose mutants run in `npm test`; `npm run test:more` runs those of every flow. */
export const MUTATED_FLOW = 'contact';

/** The mutants of machines, and the slips in the code that machines call. */
export const MUTATION_TESTS = {
  machines: 'tests/mutation/mutants.test.tsx',
  code: 'tests/mutation/code.test.tsx',
} as const;

/** The tests that walk or mutate flows. */
export const FLOW_TESTS: Readonly<Record<FlowLevel, readonly string[]>> = {
  machines: ['tests/machines/paths.test.ts'],
  screens: ['tests/screens/paths.test.tsx'],
  browser: ['tests/browser/paths.test.ts'],
  mutation: Object.values(MUTATION_TESTS),
};

const CATALOGUE = 'machines/catalogue.ts';
const SCREENS = 'src/screens.ts';

/** The list of the flows that are not in the catalogue. */
const ALL_FLOWS = 'machines/allFlows.ts';

const DRIVER_LISTS = ['forms', 'content', 'layout'].map((name) => `tests/drivers/${name}.driver.ts`);

/**
 * The lists that name several flows. Each of their imports belongs to one flow, not to all files that import the
 * list.
 */
const FLOW_LISTS = new Set([
  CATALOGUE,
  ALL_FLOWS,
  SCREENS,
  ...DRIVER_LISTS,
  'tests/drivers/index.ts',
  'tests/drivers/siteFlows.ts',
  'src/flows/checks.ts',
  'src/visualiser/tool/model/index.ts',
  'src/visualiser/tool/environment/serverCalls.ts',
]);

const FLOW_FILE = /^machines\/(?:visualiser\/)?(\w+)\/\1\.flow\.ts$/;

const flowFile = (graph: ImportGraph, id: string): string =>
  [CATALOGUE, ALL_FLOWS].flatMap(graph.importsOf).find((file) => FLOW_FILE.exec(file)?.[1] === id) ?? '';

const flowsIn = (graph: ImportGraph, list: string): string[] =>
  graph.importsOf(list).flatMap((file) => FLOW_FILE.exec(file)?.[1] ?? []);

/** The ids of the flows of the catalogue that run on a page. */
export const pageFlowIds = (graph: ImportGraph): string[] =>
  flowsIn(graph, CATALOGUE).filter((id) => !isOfServer({ id }));

/** The ids of all flows, in the catalogue or in no list. */
export const flowIds = (graph: ImportGraph): string[] =>
  [CATALOGUE, ALL_FLOWS].flatMap((list) => flowsIn(graph, list));

/** The files of drivers of several flows that drive a flow, and their imports except those of other flows. */
function listedDriver(graph: ImportGraph, id: string): string[] {
  const folder = dirname(flowFile(graph, id));
  const isOfAnotherFlow = (file: string) =>
    flowIds(graph).includes(/^machines\/(\w+)\//.exec(file)?.[1] ?? '') && dirname(file) !== folder;
  return DRIVER_LISTS.map((file) => [file, ...graph.importsOf(file)])
    .filter((files) => files.some((file) => dirname(file) === folder))
    .flatMap((files) => files.filter((file) => !isOfAnotherFlow(file)));
}

/**
 * The files that belong to one flow only: its machine, its driver, its site flow and the screens that import it.
 */
export function filesOfFlow(graph: ImportGraph, id: string): string[] {
  const flow = flowFile(graph, id);
  const fileNamed = (part: string) => flow.replace('.flow.ts', `.${part}.ts`);
  const machine = fileNamed('machine');
  const shows = (file: string) => graph.withDependencies([file], FLOW_LISTS).has(machine);
  return [
    flow,
    `tests/drivers/${id}.driver.ts`,
    ...listedDriver(graph, id),
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

/** The flows that a change of files can affect. */
export function flowsAffectedBy(graph: ImportGraph, changed: readonly string[]): AffectedFlows {
  const isAffected = (files: readonly string[]) => {
    const reached = graph.withDependencies(files, FLOW_LISTS);
    return changed.some((file) => reached.has(file));
  };
  const affectsAllMachines = isAffected(FLOW_TESTS.machines);
  const affectsAllScreens = affectsAllMachines || isAffected([...FLOW_TESTS.screens, ...FLOW_TESTS.mutation]);
  return {
    machines: flowIds(graph).filter((id) => affectsAllMachines || isAffected([flowFile(graph, id)])),
    screens: pageFlowIds(graph).filter((id) => affectsAllScreens || isAffected(filesOfFlow(graph, id))),
  };
}

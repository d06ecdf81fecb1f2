import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfServer } from '../../../machines/folders.ts';
import { root } from '../../support/root.ts';

/** The levels of tests, each a project of Vitest. */
export const LEVELS: readonly string[] = ['machines', 'screens', 'server', 'mutation', 'browser'];

const FLOW_TESTS: Readonly<Record<string, string>> = {
  machines: 'tests/machines/paths.test.ts',
  screens: 'tests/screens/paths.test.tsx',
  browser: 'tests/browser/paths.test.ts',
};

export const isOfVisualiser = (id: string): boolean => existsSync(join(root, 'machines/visualiser', id));

/** The flow whose mutants run in `npm test`; `npm run test:more` runs those of every flow. */
export const MUTATED_FLOW = 'contact';

const isOnPage = (id: string): boolean =>
  !isOfServer({ id }) && readFileSync(join(root, 'machines/catalogue.ts'), 'utf8').includes(`/${id}.flow.ts`);

/** The tests that walk some flows at some levels. A flow without a page is walked on the bare machine alone. */
export const testsOfFlows = (flows: readonly string[], levels: readonly string[]): string[] =>
  Object.entries(FLOW_TESTS)
    .filter(([level]) => levels.includes(level))
    .filter(([level]) => (level === 'machines' ? flows.length > 0 : flows.some(isOnPage)))
    .map(([, file]) => file);

const FLOW_FILE = /(?:^|\/)(\w+)\/\1\.flow\.ts$/;

/** The ids of all flows, by their files: a flow that cannot be loaded is one too. */
const flowIds = (): string[] =>
  readdirSync(join(root, 'machines'), { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => FLOW_FILE.exec(file.replaceAll('\\', '/'))?.[1] ?? [],
  );

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Separates the names of flows, with or without hyphens, from parts of the paths of test files. */
export function separateFlows(names: readonly string[]): { flows: string[]; filters: string[] } {
  const ids = flowIds();
  const idOf = (name: string) => ids.find((id) => id === name || id === camelCase(name));
  return {
    flows: names.flatMap((name) => idOf(name) ?? []),
    filters: names.filter((name) => idOf(name) === undefined),
  };
}

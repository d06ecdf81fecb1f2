import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOfServer } from '../../machines/folders.ts';
import type { Flow } from '../../machines/paths/index.ts';
import { buildVersion } from '../../src/visualiser/index.ts';
import { missingDriver } from '../drivers/driver.ts';
import { visitFaults } from '../support/faults/visitFaults.ts';
import { assertNoProblems, flowProblems, loadProblem } from '../support/flowProblems.ts';

/**
 * Every flow and document of the project is complete; each failure is a sentence that says what to write where.
 */

type Loaded = { id: string; file: string; flow?: Flow; error?: unknown };

/**
 * Some machines of the visualiser are in no list and have no driver: they are walked on the bare machine alone.
 */
const loaders = import.meta.glob<Record<string, Flow>>([
  '../../machines/**/*.flow.ts',
  '!../../machines/visualiser/{buildComparison,chartView,visualiser,visualiserEnvironment,visualiserMessages}/*',
]);

const loaded = await Promise.all(
  Object.entries(loaders).map(async ([path, load]): Promise<Loaded> => {
    const id = path.split('/').at(-2) ?? '';
    const file = path.replace('../../', '');
    try {
      const [flow] = Object.values(await load());
      return flow ? { id, file, flow } : { id, file, error: new Error(`${file} exports no flow`) };
    } catch (error) {
      return { id, file, error: loadProblem(id, file.replace('.flow.', '.machine.'), error) };
    }
  }),
);

/** The lists that import every flow; false if a flow cannot be loaded, so that only that flow fails. */
const lists = loaded.every(({ flow }) => flow) && {
  ...(await import('../../machines/catalogue.ts')),
  ...(await import('../drivers/index.ts')),
  ...(await import('../drivers/siteFlows.ts')),
  ...(await import('../../src/flows/checks.ts')),
};

function listProblems(id: string, file: string, flow: Flow): string[] {
  if (!lists) return [];
  const { catalogue, checks, drivers, siteFlows } = lists;
  const problems = [
    flow.id !== id && `the flow has the id "${flow.id}"; write "${id}" in ${file}`,
    !catalogue.includes(flow) && `the flow is not in the catalogue; write ${id}Flow in machines/catalogue.ts`,
    flow.page !== null &&
      !(id in checks) &&
      `the checks of the flow are not listed; write ${id}Checks in src/flows/checks.ts`,
    !isOfServer(flow) &&
      !(id in siteFlows) &&
      `the flow of the site is not listed; write the one of src/flows in tests/drivers/siteFlows.ts`,
  ].flatMap((problem) => (problem ? [`${id}: ${problem}`] : []));
  return id in drivers || isOfServer(flow) ? problems : [...problems, missingDriver(id)];
}

test.each(loaded)('the flow $id is complete', ({ id, file, flow, error }) => {
  if (!flow) throw error;
  assertNoProblems([
    ...listProblems(id, file, flow),
    ...flowProblems(flow, lists ? lists.drivers[id] : undefined),
  ]);
});

test.runIf(lists)('the generated documents are up to date', async () => {
  const { generatedDocuments } = await import('../tools/docs.ts');
  assertNoProblems(
    generatedDocuments()
      .filter(({ found, expected }) => found !== expected)
      .map(({ name }) => `${name}: it is not what the code says; write it with: npm run tools -- docs`),
  );
});

test('each fault of a visit has its test', () => {
  assertNoProblems(
    Object.entries(visitFaults)
      .filter(([, { file, title }]) => !readFileSync(file, 'utf8').includes(`'${title}'`))
      .map(([fault, { file, title }]) => `${file}: nothing is called "${title}", which shows: ${fault}`),
  );
});

/** Variables that the build, a command or a test sets itself, or that every system has. */
const OURS = [
  'VITE_BUILD_VERSION',
  'VITE_SOURCE_ROOT',
  'VITE_INSTRUMENTATION',
  'VITE_SITE_ORIGIN',
  'PATH',
  'DISPLAY',
  'MODE',
  'MUTANTS',
  'VITE_NAME',
  'TEST_MORE',
  'SLOW_WHILE',
  'TZ',
];

test('docs and .env.example name every environment variable that is read', () => {
  const files = ['server', 'src', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const sources = ['vite.config.ts', ...files.filter((file) => /\.tsx?$/.test(file))];
  const read = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\benv\??\.([A-Z_]+)|\bread\w*\('([A-Z_]+)'/g)].map(
      ([, one, other]) => one ?? other ?? '',
    ),
  );
  const rows = readFileSync('docs/operations/configuration.md', 'utf8').match(/^\| `[A-Z_]+`.*$/gm) ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]{2,}/g) ?? []);
  expect(named.toSorted()).toEqual([...new Set(read)].filter((name) => !OURS.includes(name)).toSorted());

  // The password is for the PostgreSQL of compose.yaml alone.
  const example = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm);
  expect(['POSTGRES_PASSWORD', ...named].toSorted()).toEqual([...example].map(([, name]) => name).toSorted());
});

test('a build is called by its commit, and by its changes where it has some', () => {
  const folder = mkdtempSync(join(tmpdir(), 'version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: folder });
  const versionWith = (text: string) => {
    writeFileSync(join(folder, 'file'), text);
    return buildVersion('1.2.3', folder);
  };
  expect(versionWith('one')).toBe('version 1.2.3');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  const commit = versionWith('one');
  expect(commit).toMatch(/^[0-9a-f]{7,}$/);
  expect(versionWith('two')).toMatch(new RegExp(`^${commit} with changes \\([0-9a-f]{6}\\)$`));
  expect(versionWith('three')).not.toBe(versionWith('two'));
});

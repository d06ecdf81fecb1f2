import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { serverActors } from '../../src/visualiser/tool/environment/index.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/**
 * Imports, including those of types, have one direction. Lint refuses circles, and imports that leave machines,
 * src or server.
 */

const files = ['machines', 'src', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|js)$/.test(file)),
);

const specifiersIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );

/** The imports that a folder, or one file, may have in addition to files of the same folder. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'machines/paths/define/': [],
  'machines/paths/simulate/': ['machines/paths/define/'],
  'machines/paths/plan/': ['machines/paths/define/', 'machines/paths/simulate/'],
  'machines/paths/check/': ['machines/paths/define/', 'machines/paths/simulate/', 'machines/paths/plan/'],
  'machines/paths/compare/': ['machines/paths/'],
  'machines/paths/command/': ['machines/paths/index.ts'],
  'src/content/': ['machines/', 'src/browser/importAgain.ts'],
  'src/illustrations/': [],
  'src/browser/': ['machines/'],
  'src/flows/': ['machines/', 'src/content/', 'src/browser/', 'src/screens.ts'],
  'src/components/': ['machines/', 'src/content/', 'src/illustrations/', 'src/browser/', 'src/flows/'],
  'src/screens/': [
    'machines/',
    'src/content/',
    'src/illustrations/',
    'src/browser/',
    'src/flows/',
    'src/components/',
  ],
  'src/screens.ts': ['machines/', 'src/screens/', 'src/browser/importAgain.ts'],
  'src/routes.tsx': ['src/screens.ts', 'src/browser/', 'src/flows/', 'src/components/'],
  'src/prerender/': ['machines/', 'src/content/', 'src/screens.ts', 'src/screens/', 'src/routes.tsx'],
  'src/visualiser/shared/': ['machines/', 'src/browser/', 'src/flows/inspection.ts'],
  'src/visualiser/page/': [
    'machines/',
    'src/content/',
    'src/browser/',
    'src/flows/inspection.ts',
    'src/visualiser/shared/',
  ],
  'src/visualiser/tool/': [
    'machines/',
    'src/content/',
    'src/browser/',
    'src/components/',
    'src/flows/',
    'src/styles/',
    'src/visualiser/shared/',
  ],
  'src/visualiser/build/': ['machines/', 'src/visualiser/shared/', 'src/visualiser/tool/'],
};

/**
 * The rooms of the server from the lowest floor to the highest: each may import from its own and from lower
 * floors.
 */
const serverFloors: readonly (readonly string[])[] = [
  ['machines/'],
  ['server/shared/'],
  ['server/database/'],
  ['server/site/'],
  ['server/http/'],
  ['server/payments/'],
  ['server/simulator/'],
  ['server/backup/', 'server/submissions/'],
  ['server/mail/'],
  ['server/metrics/'],
  ['server/config.ts'],
  ['server/commands/'],
  ['server/service.ts'],
  ['server/main.ts', 'server/dev.ts'],
  ['server/start.ts'],
];

const TOOL = 'src/visualiser/tool';

/** The imports that every folder of the tool may have beside lower floors. */
const belowTool = [...(mayImport[`${TOOL}/`] ?? []), `${TOOL}/styles/`];

/** The floors of the visualiser's tool. Views on one floor import none of each other. */
const toolFloors: readonly (readonly string[])[] = [
  [`${TOOL}/model/`, `${TOOL}/environment/`],
  [`${TOOL}/storage/`, `${TOOL}/runs/`, `${TOOL}/connection/`],
  [`${TOOL}/flows/`, `${TOOL}/parts/`],
  [`${TOOL}/report/`],
  [`${TOOL}/commands/`],
  ['bar', 'chart', 'inspector', 'layout', 'palette', 'preview', 'timeline'].map(
    (view) => `${TOOL}/views/${view}/`,
  ),
  [`${TOOL}/views/FlowView.tsx`, `${TOOL}/views/MessagesPage.tsx`, `${TOOL}/views/Overview.tsx`],
  [`${TOOL}/Visualiser.tsx`],
  [`${TOOL}/main.tsx`],
];

const roomsIn = (floors: readonly (readonly string[])[]) =>
  floors.flatMap((rooms, floor) => rooms.map((room) => [room, floors.slice(0, floor).flat()] as const));

const serverRooms = roomsIn(serverFloors);
const toolRooms = roomsIn(toolFloors).map(([room, lower]) => [room, [...belowTool, ...lower]] as const);

describe('imports go downwards', () => {
  test.each([...Object.entries(mayImport), ...serverRooms, ...toolRooms])(
    '%s imports what is below it alone',
    (place, lower) => {
      const own = files.filter((file) => file.startsWith(place));
      expect(own).not.toEqual([]);
      const upward = own.flatMap((file) =>
        specifiersIn(file)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => join(dirname(file), specifier))
          .filter((imported) => ![place, ...lower].some((allowed) => imported.startsWith(allowed)))
          .map((imported) => `${file} imports ${imported}`),
      );
      expect(upward).toEqual([]);
    },
  );
});

const LIBRARY = 'machines/paths/';
const COMMAND = 'machines/paths/command/';

const importedBy = (file: string): string[] =>
  specifiersIn(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier));

test('the library imports itself and XState, its command Node, the rest its index', () => {
  const foreign = files.flatMap((file) => {
    const isOwn = file.startsWith(LIBRARY);
    const isCommand = file.startsWith(COMMAND);
    const allowed = isCommand ? /^(\.|xstate$|node:|vite$)/ : /^(\.|xstate$|@xstate\/graph$)/;
    const packages = specifiersIn(file).filter((specifier) => !allowed.test(specifier));
    const others = importedBy(file).filter((imported) =>
      isOwn
        ? !imported.startsWith(LIBRARY) || (!isCommand && imported.startsWith(COMMAND))
        : imported.startsWith(LIBRARY) && imported !== `${LIBRARY}index.ts`,
    );
    return [...(isOwn ? packages : []), ...others].map((imported) => `${file} imports ${imported}`);
  });
  expect(foreign).toEqual([]);
});

test.each([
  ['server/', serverRooms],
  [`${TOOL}/`, toolRooms],
] as const)('every file of %s is in a room that has a floor', (place, rooms) => {
  const own = files.filter((file) => file.startsWith(place));
  const isInRoom = (file: string) => rooms.some(([room]) => file.startsWith(room));
  expect(nonEmpty(own).filter((file) => !isInRoom(file))).toEqual([]);
});

/** Files that build the site or load the machine of another project. A running service uses none of them. */
const DEVELOPMENT = /^server\/(dev|start)\.ts$|^machines\/paths\/command\//;

test('the packages of production are those that the running service imports', () => {
  const own = files.filter((file) => !file.startsWith('src/') && !DEVELOPMENT.test(file));
  const names = own.flatMap((file) =>
    specifiersIn(file)
      .filter((specifier) => /^(?!node:)[@a-z]/.test(specifier))
      .map((specifier) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? ''),
  );
  expect([...new Set(names)].sort()).toEqual(Object.keys(packageJson.dependencies));
});

test('the visualiser knows the calls of each flow that calls the server', () => {
  const callers = files
    .filter((file) => file.startsWith('src/flows/') && specifiersIn(file).includes('../browser/service.ts'))
    .map((file) => file.replace(/^src\/flows\/|\.ts$/g, ''));
  const known = catalogue.map(({ id }) => id).filter((id) => serverActors(id).length > 0);
  expect(callers).toContain('contact');
  expect(known.sort()).toEqual(callers.sort());
});

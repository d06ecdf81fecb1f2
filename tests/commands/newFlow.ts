import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flowFiles, namesOf } from './flowTemplate.ts';

/** `npm run new-flow -- waitlist` writes a flow with everything that its tests need, and enters it where flows are listed. */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Enters a line before the first line that comes after `marker` and matches `end`. */
function enter(file: string, marker: string, end: RegExp, line: string): void {
  const path = join(root, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const start = lines.findIndex((text) => text.startsWith(marker));
  const at = lines.findIndex((text, index) => index > start && end.test(text));
  if (start < 0 || at < 0) throw new Error(`${file} has no place for a new flow: "${marker}" is not there.`);
  writeFileSync(path, lines.toSpliced(at, 0, line).join('\n'));
}

function addImport(file: string, line: string): void {
  const path = join(root, file);
  writeFileSync(path, `${line}\n${readFileSync(path, 'utf8')}`);
}

function main(given: string | undefined): void {
  if (given === undefined || !/^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/.test(given) || process.argv.length > 3) {
    console.error('Say one name for the flow, in letters, digits and hyphens: npm run new-flow -- waitlist');
    process.exitCode = 2;
    return;
  }
  const names = namesOf(given);
  const { id, type } = names;
  if (existsSync(join(root, 'machines', id))) {
    console.error(`There is a flow "${id}" already, in machines/${id}.`);
    process.exitCode = 2;
    return;
  }
  const files = flowFiles(names);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  addImport('machines/catalogue.ts', `import { ${id}Flow } from './${id}/${id}.flow.ts';`);
  enter('machines/catalogue.ts', 'export const catalogue', /^\];/, `  ${id}Flow,`);
  addImport('tests/drivers/index.ts', `import { ${id}Driver } from './${id}.driver.ts';`);
  enter('tests/drivers/index.ts', 'export const drivers', /^\};/, `  ${id}: ${id}Driver,`);
  addImport('tests/drivers/siteFlows.ts', `import { ${id} } from '../../src/flows/${id}.ts';`);
  enter('tests/drivers/siteFlows.ts', 'export const siteFlows', /^\};/, `  ${id},`);
  enter(
    'src/screens/screens.ts',
    'export const screens',
    /^ {2}notFound: \{/,
    `  ${id}: {
    paths: ['${names.path}'],
    load: () => import('./${id}/${type}Screen.tsx').then((code) => code.${type}Screen),
    isUnlinked: true,
  },`,
  );
  addImport('src/content/seo.ts', `import { ${id}Seo } from './seo/${id}.ts';`);
  enter('src/visualiser/places.ts', 'const places', /^\};/, `  ${id}: '${names.path}',`);
  enter('src/content/seo.ts', 'const pages', /^\];/, `  ${id}Seo,`);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  run(biome, 'check', '--write', '--log-level=error', 'machines', 'src', 'tests/drivers');
  run('--import', 'tsx', 'tests/support/docs.ts');
  console.log(`The flow "${id}" is there, on ${names.path}. Its files:`);
  for (const file of Object.keys(files)) console.log(`  ${file}`);
  console.log(
    'Now: npm test, then make its machine your own. When a link leads there, take isUnlinked out of src/screens/screens.ts.',
  );
}

main(process.argv[2]);

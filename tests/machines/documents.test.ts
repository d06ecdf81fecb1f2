import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import {
  commandLinesIn,
  exampleValues,
  operatorCommands,
  parseCommandLine,
} from '../support/documentCommands.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { runCommand } from '../support/serverPrograms.ts';
import { pathsOptions } from '../tools/pathsOptions.ts';
import { tools } from '../tools/tools.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'src/README.md',
  'server/README.md',
  'tests/README.md',
  'machines/paths/README.md',
].concat(
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
);

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

/** The options of a developer's command that its program does not know. */
function unknownOptions(command: string, args: readonly string[]): string[] {
  const [program] = command.match(/tests\/tools\/\S+/) ?? [];
  const source = program ? readFileSync(program, 'utf8') : undefined;
  const isKnown = (option: string) =>
    program === 'tests/tools/paths.ts'
      ? pathsOptions.includes(option)
      : !source || new RegExp(`\\b${option}'?: \\{ type: '`).test(source);
  return args.flatMap((arg) => arg.match(/^--([\w-]+)/)?.[1] ?? []).filter((option) => !isKnown(option));
}

test.each(operatorCommands)('npm run %s runs the program of that name', (command) =>
  expect(scripts[command]).toBe(`node --import tsx server/commands/${command}.ts`),
);

test.each(documents.filter((file) => commandLinesIn(file).length > 0))(
  'every command of %s is one that its program takes',
  async (document) => {
    for (const line of nonEmpty(commandLinesIn(document))) {
      const { script, command, args } = parseCommandLine(line, exampleValues);
      const [program, options] =
        script === 'tools' ? [tools[args[0] ?? '']?.join(' '), args.slice(1)] : [scripts[script], args];
      expect(program, line).toBeDefined();
      expect(command ? [] : unknownOptions(program ?? '', options), line).toEqual([]);
      // Without a database and without a file no command does anything once it has read its options.
      const result =
        command && args.length > 0 && (await runCommand(command, args, { DATA_DIR: '/nowhere' }));
      expect(result || undefined, line).not.toMatchObject({ code: 2 });
    }
  },
);

test('every test file that a document names exists', () => {
  const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  const named = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, name = '']) => ({
      document,
      name: name.replace(/^tests\//, ''),
    })),
  );
  const missing = nonEmpty(named).filter(
    ({ name }) => !tests.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(documents.filter((file) => !file.endsWith('template.md')))(
  'every link of %s leads to a file and a heading',
  (document) => {
    const links = [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = '']) => link,
    );
    const isMissing = (link: string) => {
      if (/^\w+:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsIn(file).includes(anchor);
    };
    expect(mayBeEmpty(links).filter(isMissing)).toEqual([]);
  },
);

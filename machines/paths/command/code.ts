import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtime } from '../index.ts';

/** The code of the files that the command writes. */

const WIDTH = 100;

export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

export const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key));

export const importOf = (names: string, specifier: string): string =>
  `import ${names} from ${quoted(specifier)};`;

/** Parts between brackets: on one line where they fit on it, else each on its own. */
function bracketed(open: string, parts: readonly string[], close: string, depth: number): string {
  if (parts.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && 2 * depth + line.length <= WIDTH) return line;
  const indent = '  '.repeat(depth);
  return [open, ...parts.map((part) => `${indent}  ${part},`), `${indent}${close}`].join('\n');
}

/** An actor that only listens. */
export const LISTENER = "createActor(fromCallback(() => {}), { id: 'listener' }).start()";

/** A value as TypeScript that begins at a depth of indentation. */
export function codeOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value))
    return bracketed(
      '[',
      value.map((part) => codeOf(part, depth + 1)),
      ']',
      depth,
    );
  if (value instanceof Error) {
    const made = `new Error(${quoted(value.message)})`;
    return Object.keys(value).length > 0 ? `Object.assign(${made}, ${codeOf({ ...value }, depth)})` : made;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (runtime.isActor(value)) return LISTENER;
  return bracketed('{', propertiesOf(value, depth + 1), '}', depth);
}

/** The properties of an object as TypeScript. */
export const propertiesOf = (value: object, depth = 0): string[] =>
  Object.entries(value).map(([key, part]) => `${keyOf(key)}: ${codeOf(part, depth)}`);

/** A file as the Biome of its project formats it; unchanged where there is none. */
export function formatted(file: string, code: string): string {
  const path = resolve(file);
  const { resolve: resolvePackage } = createRequire(path);
  try {
    const biome = resolvePackage('@biomejs/biome/bin/biome');
    const { status, stdout } = spawnSync(
      process.execPath,
      [biome, 'check', '--write', `--stdin-file-path=${path}`],
      {
        cwd: dirname(path),
        encoding: 'utf8',
        input: code,
      },
    );
    return status === 0 && stdout !== '' ? stdout : code;
  } catch {
    return code;
  }
}

const library = fileURLToPath(new URL('../index.ts', import.meta.url));

/** The library in an import of a file: its path in the project with its sources, its name elsewhere. */
export function librarySpecifier(file: string): string {
  const isInProject = !relative(resolve(dirname(library), '../..'), resolve(file)).startsWith('..');
  if (!isInProject || !existsSync(library)) return 'machine-paths';
  const path = relative(dirname(resolve(file)), library);
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * The name of a file beside that of a machine: `door.machine.ts#doorMachine` and `.cases.ts` are `door.cases.ts`,
 * with the name of the machine where it is one of several: `door.doorMachine.cases.ts`.
 */
export const fileBeside = (
  { reference, name, isOneOfSeveral }: { reference: string; name: string; isOneOfSeveral: boolean },
  ending: string,
): string =>
  (reference.split('#')[0] ?? '').replace(
    /(\.machine)?\.[cm]?[jt]sx?$/,
    `${isOneOfSeveral ? `.${name}` : ''}${ending}`,
  );

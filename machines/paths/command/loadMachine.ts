import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { type ExploredMachine, exploreMachine, type MachineCases, runtime } from '../index.ts';
import { errorText, printingToError, refusingToExplore } from './errorText.ts';
import { UsageError } from './usageError.ts';
import { importModule } from './viteModules.ts';

const LOADING_SECONDS = 30;

/** A text without the colours of a terminal. */
const plain = (text: string): string =>
  text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '');

/** Why a file cannot be loaded and what to give, with paths as the folder of the command sees them. */
function reasonOf(error: unknown): string {
  const text = errorText(error).replaceAll(`${process.cwd()}/`, '');
  const [, missing = '', by = ''] =
    /(?:Cannot find (?:module|package)|Failed to load url) '?(\S+?)'?(?: \(.*?\))? (?:imported from|in) '?(\S+?)'?\.?(?: |$)/m.exec(
      text,
    ) ?? [];
  if (missing !== '')
    return `"${by}" imports "${missing}", which is not there. Install it, or name its place under "paths" in tsconfig.json.`;
  const [, message = text.split('\n')[0] ?? ''] = /\[PARSE_ERROR\]\S* ?(.*)/.exec(plain(text)) ?? [];
  return `${message.replace(/\.$/, '')}. Give a file that needs no page and starts nothing.`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The exports of a file, by name.
 *
 * @throws UsageError where it cannot be loaded
 */
async function exportsOf(file: string, version = ''): Promise<Record<string, unknown>> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`There is no file "${file}".`);
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const overdue = setTimeout(fail, 1000 * LOADING_SECONDS, `it takes more than ${LOADING_SECONDS} seconds`);
  process.on('uncaughtException', fail);
  const { exit } = process;
  process.exit = () => {
    fail('it ends the process');
    throw new Error('it ends the process');
  };
  try {
    return await printingToError(() => Promise.race([importModule(path, version), failed]));
  } catch (error) {
    throw new UsageError(`"${file}" cannot be loaded: ${reasonOf(error)}`);
  } finally {
    process.exit = exit;
    process.off('uncaughtException', fail);
    clearTimeout(overdue);
  }
}

/** A machine in a file, by the reference to it: the name of its export. */
export type NamedMachine = {
  reference: string;
  name: string;
  machine: AnyStateMachine;
  /** Whether the file exports other machines too. */
  isOneOfSeveral: boolean;
};

/**
 * A machine in a file: `./checkout.ts#checkoutMachine`; without a name that of its default export, or its only
 * machine.
 *
 * @throws UsageError where there is no such machine
 */
export async function machineIn(reference: string): Promise<NamedMachine> {
  const [file = '', name] = reference.split('#');
  const exported = await exportsOf(file);
  const machines = Object.entries(exported)
    .flatMap(([key, value]) => (runtime.isMachine(value) ? [{ name: key, machine: value }] : []))
    .sort((one, another) => one.name.localeCompare(another.name));
  const named = machines.find((candidate) => candidate.name === (name ?? 'default'));
  const [only, second] = machines;
  const found = named ?? (name === undefined && !second ? only : undefined);
  if (found)
    return { ...found, reference, isOneOfSeveral: new Set(machines.map(({ machine }) => machine)).size > 1 };
  if (machines.length === 0) throw new UsageError(`"${file}" exports no machine of XState 5.`);
  const names = machines.map((candidate) => candidate.name).join(', ');
  throw new UsageError(
    name === undefined
      ? `"${file}" exports several machines; name one: ${names}, as in ${file}#${machines[0]?.name}.`
      : `"${file}" exports no machine "${name}"; there are: ${names}.`,
  );
}

const isCases = (value: unknown): value is MachineCases => isObject(value);

/** The exported cases of a file: its default export, or `cases`. */
async function casesIn(file: string, version?: string): Promise<MachineCases> {
  const exported = await exportsOf(file, version);
  const cases = exported.default ?? exported.cases;
  if (isCases(cases)) return cases;
  throw new UsageError(`"${file}" exports no cases; export them by default, or as "cases".`);
}

/** The cases of a file that has been written since it was loaded. */
export const casesAgain = (file: string): Promise<MachineCases> => casesIn(file, '?written');

/**
 * The graphs of a machine in a file, with the cases of another file. The missing ones are found.
 *
 * @throws UsageError where there is no such file, or the machine cannot be explored
 */
export async function exploredWithCases(
  { name, machine }: NamedMachine,
  casesFile: string | undefined,
): Promise<ExploredMachine & { given: MachineCases }> {
  const given = casesFile === undefined ? {} : await casesIn(casesFile);
  // A machine without an id has the same one as any other.
  const id = machine.id === '(machine)' && name !== 'default' ? name : machine.id;
  const explored = await refusingToExplore(machine.id, () =>
    printingToError(() => exploreMachine(machine, { ...given, id })),
  );
  return { given, ...explored };
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { type Flow, flowOfMachine, type MachineCases, runtime } from '../../machines/paths/index.ts';
import { UsageError } from './usageError.ts';

/** Returns what a file exports, by name. */
async function exportsOf(file: string): Promise<Record<string, unknown>> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`There is no file "${file}".`);
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  return module;
}

async function machineIn(reference: string): Promise<{ name: string; machine: AnyStateMachine }> {
  const [file = '', name] = reference.split('#');
  const exported = await exportsOf(file);
  const machines = Object.entries(exported)
    .flatMap(([key, value]) => (runtime.isMachine(value) ? [{ name: key, machine: value }] : []))
    .sort((one, another) => one.name.localeCompare(another.name));
  const named = machines.find((candidate) => candidate.name === (name ?? 'default'));
  const [only, second] = machines;
  const found = named ?? (name === undefined && !second ? only : undefined);
  if (found) return found;
  if (machines.length === 0) throw new UsageError(`"${file}" exports no machine of XState 5.`);
  const names = machines.map((candidate) => candidate.name).join(', ');
  throw new UsageError(
    name === undefined
      ? `"${file}" exports several machines; name one: ${names}, as in ${file}#${machines[0]?.name}.`
      : `"${file}" exports no machine "${name}"; there are: ${names}.`,
  );
}

const isCases = (value: unknown): value is MachineCases => typeof value === 'object' && value !== null;

/** Returns the cases that a file exports: by default, or as `cases`. */
async function casesIn(file: string): Promise<MachineCases> {
  const exported = await exportsOf(file);
  const cases = exported.default ?? exported.cases;
  if (isCases(cases)) return cases;
  throw new UsageError(`"${file}" exports no cases; export them by default, or as "cases".`);
}

/**
 * Returns the flow of a machine in a file: `./checkout.ts#checkoutMachine`; without a name that of its default export, or
 * of its only machine. A file of cases says more than the default ones: see `MachineCases`.
 * @throws UsageError where there is no such machine.
 */
export async function flowInFile(reference: string, casesFile: string | undefined): Promise<Flow> {
  const { name, machine } = await machineIn(reference);
  const cases = casesFile === undefined ? {} : await casesIn(casesFile);
  const flow = flowOfMachine(machine, cases);
  // A machine without an id has the same one as any other.
  return machine.id === '(machine)' && name !== 'default' ? { ...flow, id: name, title: name } : flow;
}

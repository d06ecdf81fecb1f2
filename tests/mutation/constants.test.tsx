import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { fileOf, folderOf } from '../../machines/folders.ts';
import { explore, type Flow } from '../../machines/paths/index.ts';
import { createImportGraph, root } from '../runner/imports.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { failedJourney, killedOnMachine, maxStates } from './killers.ts';
import { type ChangedConstant, queryOf } from './vite.config.ts';

/**
 * Changes each constant in the rules of every flow by one, and expects that a journey or a property of the flow fails. A
 * rule is in effect on pages too, so that none is equivalent because the machine behaves alike.
 */

/** A constant off by one. Its name is `contact.rules.ts, line 22: 5000 becomes 5001`. */
type ConstantMutation = ChangedConstant & { name: string; line: number };

const RULES =
  /^machines\/((?:visualiser\/)?(\w+)\/\2\.(machine|setup|rules|fee|params)|fields|formFields)\.ts$/;

/** Numbers up to this one count, index and halve; a limit is larger, or no whole number. */
const LARGEST_ARITHMETIC_NUMBER = 2;

const isLimit = (value: number) => value > LARGEST_ARITHMETIC_NUMBER || !Number.isInteger(value);

type Literal = { value: number; start: number; end: number };

const isLiteral = (node: object): node is Literal =>
  Reflect.get(node, 'type') === 'Literal' && typeof Reflect.get(node, 'value') === 'number';

/** Returns the numbers that are written in a part of a program. */
function numbersIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  return isLiteral(node) ? [node] : Object.values(node).flatMap(numbersIn);
}

/** Returns the constants of a file, each one too large and one too small. */
function constantMutationsOf(file: string): ConstantMutation[] {
  const text = readFileSync(join(root, file), 'utf8');
  return numbersIn(parseSync(file, text).program)
    .filter(({ value }) => isLimit(value))
    .flatMap(({ value, start, end }) => {
      const line = text.slice(0, start).split('\n').length;
      return [value + 1, value - 1].map((changed) => ({
        file,
        start,
        end,
        line,
        replacement: `(${changed})`,
        name: `${file.split('/').at(-1)}, line ${line}: ${value} becomes ${changed}`,
      }));
    });
}

const imports = createImportGraph();

/** Returns the files with the rules of a flow: its own, and those it shares with other flows. */
const ruleFilesOf = (flow: Flow): string[] =>
  [...imports.withDependencies([fileOf(flow, 'flow')])].filter((file) => RULES.test(file));

const isOwnFile = (flow: Flow, file: string) => file.startsWith(`machines/${folderOf(flow)}/`);

/** Returns the mutations of the constants in the rules of a flow, without those of rules that it shares with others. */
const constantMutations = (flow: Flow): ConstantMutation[] =>
  ruleFilesOf(flow)
    .filter((file) => isOwnFile(flow, file))
    .flatMap(constantMutationsOf);

/** Returns the mutations of the constants in rules that flows share, each with the flows that import it. */
function sharedConstantMutations(flows: readonly Flow[]) {
  const importers = new Map<string, Flow[]>();
  for (const flow of flows)
    for (const file of ruleFilesOf(flow))
      if (!isOwnFile(flow, file)) importers.set(file, [...(importers.get(file) ?? []), flow]);
  return [...importers].flatMap(([file, found]) =>
    constantMutationsOf(file).map((mutation) => ({ mutation, flows: found })),
  );
}

/** Returns a flow as its files make it with another constant. */
async function flowWith(flow: Flow, constant: ChangedConstant): Promise<Flow> {
  const file = join(root, fileOf(flow, 'flow'));
  const module: Record<string, Flow> = await import(/* @vite-ignore */ `${file}${queryOf(constant)}`);
  const changed = module[`${flow.id}Flow`];
  if (!changed) throw new Error(`${file} does not export "${flow.id}Flow".`);
  return changed;
}

/** Returns the names of the mutations of constants with which no journey and no property of a flow fails. */
async function survivingConstants(flow: Flow, mutations: readonly ConstantMutation[]): Promise<string[]> {
  const limit = maxStates(explore(flow));
  const survivors: string[] = [];
  for (const mutation of mutations)
    if (!('kind' in killedOnMachine(await flowWith(flow, mutation), limit))) survivors.push(mutation.name);
  return survivors;
}

const flowsWithConstants = chosenOnMachine
  .map((flow) => ({ id: flow.id, flow, mutations: constantMutations(flow) }))
  .filter(({ mutations }) => mutations.length > 0);

describe.each(flowsWithConstants)('$id', ({ flow, mutations }) => {
  test('every constant that is off by one is noticed', async () => {
    expect(failedJourney(flow), 'the unchanged machine').toBeNull();
    const survivors = await survivingConstants(flow, mutations);
    console.log(`${flow.id}: ${mutations.length} constants off by one, ${survivors.length} survive`);
    expect(survivors).toEqual([]);
  });
});

const chosen = new Set(chosenOnMachine);

test('every constant of rules that flows share is noticed by one of them', async () => {
  const survivors: string[] = [];
  const shared = sharedConstantMutations(catalogue);
  for (const { mutation, flows } of shared.filter((each) => each.flows.some((flow) => chosen.has(flow)))) {
    let isNoticed = false;
    for (const flow of flows.toReversed())
      isNoticed ||= (await survivingConstants(flow, [mutation])).length === 0;
    if (!isNoticed) survivors.push(mutation.name);
  }
  expect(survivors).toEqual([]);
});

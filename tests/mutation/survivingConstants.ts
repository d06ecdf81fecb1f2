import { join } from 'node:path';
import { fileOf } from '../../machines/folders.ts';
import { explore, type Flow } from '../../machines/paths/index.ts';
import { root } from '../runner/imports.ts';
import type { ConstantMutation } from './constants.ts';
import { type ChangedConstant, queryOf } from './constantsPlugin.ts';
import { killedOnMachine, maxStates } from './killers.ts';

/** Returns a flow as its files make it with another constant. */
async function flowWith(flow: Flow, constant: ChangedConstant): Promise<Flow> {
  const file = join(root, fileOf(flow, 'flow'));
  const module: Record<string, Flow> = await import(/* @vite-ignore */ `${file}${queryOf(constant)}`);
  const changed = module[`${flow.id}Flow`];
  if (!changed) throw new Error(`${file} does not export "${flow.id}Flow".`);
  return changed;
}

/** Returns the names of the mutations of constants with which no journey and no property of a flow fails. */
export async function survivingConstants(
  flow: Flow,
  mutations: readonly ConstantMutation[],
): Promise<string[]> {
  const limit = maxStates(explore(flow));
  const survivors: string[] = [];
  for (const mutation of mutations)
    if (!('kind' in killedOnMachine(await flowWith(flow, mutation), limit))) survivors.push(mutation.name);
  return survivors;
}

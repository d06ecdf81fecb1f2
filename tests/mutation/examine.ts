import { mutationsOf, writeMutations } from '../../machines/paths/index.ts';
import { type Subject, verdictOn } from './killers.ts';
import { type Killers, rememberedKillers, rememberKillers } from './memory.ts';

/** Examines every mutant of a flow. Returns the names of those that survive, and a summary in a line. */
export async function examineMutants(subject: Subject): Promise<{ survivors: string[]; summary: string }> {
  const { flow } = subject;
  const mutations = [...mutationsOf(flow.machine), ...writeMutations(flow)];
  const remembered = rememberedKillers(flow.id);
  const killers: Killers = {};
  const survivors: string[] = [];
  let equivalents = 0;
  for (const { name, apply } of mutations) {
    const mutant = { flow: { ...flow, machine: apply(flow.machine) }, apply };
    const verdict = await verdictOn(subject, mutant, remembered[name]);
    if (verdict === 'survivor') survivors.push(name);
    else if (verdict === 'equivalent') equivalents += 1;
    else killers[name] = verdict;
  }
  rememberKillers(flow.id, { ...remembered, ...killers });
  return {
    survivors,
    summary: `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${equivalents} proven equivalent`,
  };
}

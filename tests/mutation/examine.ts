import { mutationsOf } from '../../machines/paths/index.ts';
import { type Subject, verdictOn } from './killers.ts';

/**
 * Examines every mutant of a flow. Returns the names of those that survive, and a summary in a line. The journey that
 * killed the last mutant is tried first, because it often kills the next one.
 */
export async function examineMutants(subject: Subject): Promise<{ survivors: string[]; summary: string }> {
  const { flow } = subject;
  const mutations = mutationsOf(flow);
  const survivors: string[] = [];
  let equivalents = 0;
  let { journeys } = flow;
  for (const { name, apply } of mutations) {
    const mutant = { flow: { ...flow, journeys, machine: apply(flow.machine) }, apply };
    const verdict = await verdictOn(subject, mutant);
    if (verdict === 'survivor') survivors.push(name);
    else if (verdict === 'equivalent') equivalents += 1;
    else if (verdict.kind === 'journey')
      journeys = journeys.toSorted(
        (one, other) => Number(other.title === verdict.title) - Number(one.title === verdict.title),
      );
  }
  return {
    survivors,
    summary: `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${equivalents} proven equivalent`,
  };
}

import { planFileOf } from '../../../../../machines/folders.ts';
import { type Flow, parsePlan, type WrittenPlan } from '../../../../../machines/paths/index.ts';

const files = import.meta.glob<string>('../../../../../machines/**/*.paths.md', {
  query: '?raw',
  import: 'default',
});

export async function writtenPlanOf(flow: Flow): Promise<WrittenPlan> {
  const file = planFileOf(flow);
  const load = files[`../../../../../${file}`];
  if (!load) throw new Error(`There is no ${file}.`);
  return parsePlan(await load());
}

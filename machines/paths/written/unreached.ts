import type { Flow } from '../define/types.ts';
import { type Criterion, goalsOfStep } from '../plan/criteria.ts';
import { namedGoals } from '../plan/plan.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Path } from '../simulate/graph.types.ts';

/** The criteria whose goals a flow names, so that a goal without a step is noticed without exploring. */
const NAMED = ['transitions', 'guards', 'cases'] as const satisfies Criterion[];

const requirements = { journeys: [], properties: [] };

/** The transitions, guard results and cases of a flow that neither its start nor a step of some paths reaches. */
export function unreachedBy(flow: Flow, paths: readonly Path[]): string[] {
  const atStart = createExplorer(flow).start();
  const ofStart = [...atStart.microsteps.flatMap(({ transitions }) => transitions), ...atStart.guardResults];
  return NAMED.flatMap((criterion) => {
    const steps = paths.flat().flatMap((edge) => goalsOfStep(criterion, edge, null));
    const reached = new Set([...ofStart, ...steps]);
    return namedGoals(flow, requirements, criterion).filter((id) => !reached.has(id));
  });
}

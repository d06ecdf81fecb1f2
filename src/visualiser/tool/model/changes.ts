import { type BuildModel, compareBuilds } from '../../../../machines/paths/index.ts';

export type BuildChanges = ReturnType<typeof compareBuilds>;

export type FlowChanges = BuildChanges['flows'][number];

export type FlowComparison = Pick<FlowChanges, 'chart' | 'statuses'>;

const compared = new WeakMap<BuildModel, BuildChanges>();

/** The changes from another build to this one; the same object each time. */
export function changesBetween(other: BuildModel, own: BuildModel): BuildChanges {
  const known = compared.get(other) ?? compareBuilds(other, own);
  compared.set(other, known);
  return known;
}

/** Null where nothing changed in the flow. */
export const changesOfFlow = ({ flows }: BuildChanges, id: string): FlowChanges | null =>
  flows.find(({ flow }) => flow === id) ?? null;

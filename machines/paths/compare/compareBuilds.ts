import type { BuildChanges, ChangeStatus, FlowChanges } from './changes.types.ts';
import { compareFlows } from './compareFlows.ts';
import type { BuildModel, FlowModel } from './flowModel.ts';

const wholeFlow = ({ id, title }: FlowModel, status: ChangeStatus): FlowChanges => ({
  flow: id,
  title,
  status,
  changes: [],
  lostCoverage: [],
});

const levelsOf = ({ flows }: BuildModel) =>
  new Set(flows.flatMap(({ coverage }) => coverage.map(({ level }) => level)));

/** Returns what changed from one build to another. */
export function compareBuilds(before: BuildModel, after: BuildModel): BuildChanges {
  const flowOf = ({ flows }: BuildModel, id: string) => flows.find((flow) => flow.id === id);
  const [levels, levelsNow] = [levelsOf(before), levelsOf(after)];
  return {
    before: before.build,
    after: after.build,
    flows: [
      ...after.flows.flatMap((flow) => {
        const old = flowOf(before, flow.id);
        return (old ? compareFlows(old, flow) : wholeFlow(flow, 'added')) ?? [];
      }),
      ...before.flows.filter(({ id }) => !flowOf(after, id)).map((flow) => wholeFlow(flow, 'removed')),
    ],
    levelsNotCompared: [
      ...[...levels].filter((level) => !levelsNow.has(level)),
      ...[...levelsNow].filter((level) => !levels.has(level)),
    ],
  };
}

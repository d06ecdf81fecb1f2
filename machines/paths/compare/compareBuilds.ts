import type { BuildChanges, ChangeStatus, FlowChanges } from './changes.types.ts';
import { compareFlows } from './compareFlows.ts';
import type { BuildModel, FlowModel } from './model.types.ts';
import { changesAsMarkdown } from './printChanges.ts';

const wholeFlow = ({ id, title, chart }: FlowModel, status: ChangeStatus): FlowChanges => ({
  flow: id,
  title,
  status,
  changes: [],
  lostCoverage: [],
  chart,
  statuses: {},
});

const levelsOf = ({ flows }: BuildModel) =>
  new Set(flows.flatMap(({ coverage }) => coverage.map(({ level }) => level)));

/**
 * The changes from one build to another.
 *
 * @example
 * const states = { ...machine.config.states, late: {} };
 * const longer = flowOfMachine(createMachine({ ...machine.config, states }, machine.implementations), { outcomes });
 * const changes = compareBuilds(buildModelOf('main', [shelf]), buildModelOf('now', [longer]));
 * changes.flows[0].changes.some(({ name, status }) => name === 'late' && status === 'added'); // true
 * changes.asMarkdown().split('\n')[0]; // '## The flows: now since main'
 */
export function compareBuilds(before: BuildModel, after: BuildModel): BuildChanges {
  const flowOf = ({ flows }: BuildModel, id: string) => flows.find((flow) => flow.id === id);
  const [levels, levelsNow] = [levelsOf(before), levelsOf(after)];
  const changes: BuildChanges = {
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
    asMarkdown: () => changesAsMarkdown(changes),
  };
  return changes;
}

import {
  type Criterion,
  conditionsOf,
  criteria,
  type Flow,
  type Graph,
  goalsLeftOut,
  type Path,
  type PlanOptions,
  plan,
  RequirementGoals,
  reachableGoals,
  requirementTags,
  TooManyGoalsError,
} from '../../machines/paths/index.ts';

/** Returns the name of a criterion with its number: `2-switch`. */
const nameOf = (criterion: Criterion, switchDepth: number): string =>
  criterion === 'n-switch' ? `${switchDepth}-switch` : criterion;

const list = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [title, ...items.map((item) => `  ${item}`)] : [];

/** Returns the goals of each criterion of a flow, and the tests and steps of a plan for it, as lines of text. */
export function criteriaAsText(flow: Flow, graph: Graph, switchDepth: number): string {
  const options = { switchDepth, requirements: flow };
  const line = (name: string, ...figures: (string | number)[]) =>
    [name.padEnd(14), ...figures.map((figure) => String(figure).padStart(6))].join(' ');
  const rows = criteria.map((criterion) => {
    const name = nameOf(criterion, switchDepth);
    try {
      const goals = reachableGoals(graph, criterion, options);
      const paths = plan(graph, [criterion], options);
      return line(name, goals.length, paths.length, paths.flat().length);
    } catch (error) {
      if (!(error instanceof TooManyGoalsError)) throw error;
      return `${name.padEnd(14)}  ${error.message}`;
    }
  });
  const decided = new Set(reachableGoals(graph, 'conditions'));
  const undecided = conditionsOf(flow.machine).filter((condition) => !decided.has(condition));
  return [
    line('Criterion', 'goals', 'tests', 'steps'),
    ...rows,
    ...list('Conditions that never decide their guard', undecided),
  ].join('\n');
}

/** Returns which requirements each test of a flow covers, as lines of text. */
export function requirementsAsText(flow: Flow, graph: Graph, paths: readonly Path[]): string {
  const goals = new RequirementGoals(flow);
  const tagsByPath = paths.map((path) => goals.tagsOfPath(path));
  const all = requirementTags(flow);
  const inEach = new Set(
    paths.length > 1 ? all.filter((tag) => tagsByPath.every((tags) => tags.includes(tag))) : [],
  );
  const reachable = new Set(reachableGoals(graph, 'requirements', { requirements: flow }));
  return [
    ...list('Requirements of every test', [...inEach]),
    ...tagsByPath.flatMap((tags, index) =>
      list(
        `Requirements of test ${index + 1}`,
        tags.filter((tag) => !inEach.has(tag)),
      ),
    ),
    ...list(
      'Requirements that no plan covers: their steps are no path of the graph',
      all.filter((tag) => !reachable.has(tag)),
    ),
  ].join('\n');
}

/** Returns how many goals of each criterion the paths leave out, and with `isListed` which, as lines of text. */
export function leftOutAsText(
  graph: Graph,
  selectedCriteria: readonly Criterion[],
  paths: readonly Path[],
  options: PlanOptions,
  isListed: boolean,
): string {
  const goals = goalsLeftOut(graph, selectedCriteria, paths, options);
  const counts = selectedCriteria.map((criterion) => {
    const count = goals.filter((goal) => goal.criterion === criterion).length;
    const name = nameOf(criterion, options.switchDepth ?? 2);
    return `${count} of ${reachableGoals(graph, criterion, options).length} ${name}`;
  });
  const hint = goals.length > 0 && !isListed ? ' (--left-out lists them)' : '';
  const lines = goals.map(({ criterion, id }) => `  ${criterion}: ${id}`);
  return [`Left out: ${counts.join(', ')}${hint}`, ...(isListed ? lines : [])].join('\n');
}

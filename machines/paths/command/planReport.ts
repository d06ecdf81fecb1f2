import { criteria, type Graph, nearestBreak, type Path, plan, restoreLosses, stepName } from '../index.ts';

const list = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [title, ...items.map((item) => `  ${item}`)] : [];

/** The criteria of the table: a restore of every state takes longer than the rest. */
const tabled = criteria.filter((criterion) => criterion !== 'restores');

/** The goals of each criterion of a flow, and the tests and steps of a plan for it, as lines of text. */
export function criteriaAsText(graph: Graph): string {
  const line = (name: string, ...figures: (string | number)[]) =>
    [name.padEnd(14), ...figures.map((figure) => String(figure).padStart(6))].join(' ');
  const rows = tabled.flatMap((criterion) => {
    const { goals, paths, cut } = plan(graph, { criteria: [criterion] });
    return [
      line(criterion, goals.length, paths.length, paths.flat().length),
      ...cut.map((each) => `  ${each}`),
    ];
  });
  const undecided = plan(graph, { criteria: ['conditions'] }).unreachable.map(({ id }) => id);
  return [
    line('Criterion', 'goals', 'tests', 'steps'),
    ...rows,
    ...list('Conditions that never decide their guard', undecided),
  ].join('\n');
}

/** The requirements that each test of a flow covers, as lines of text. */
export function requirementsAsText(graph: Graph, paths: readonly Path[]): string {
  const { goals, goalsOf, unreachable } = plan(graph, { criteria: ['requirements'] });
  const hasSteps = [...graph.states.values()].some(({ edges }) => edges.length > 0);
  const tagsByPath = paths.map((path) => goalsOf(path).map(({ id }) => id));
  const inEach = new Set(
    paths.length > 1
      ? goals.map(({ id }) => id).filter((tag) => tagsByPath.every((tags) => tags.includes(tag)))
      : [],
  );
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
      hasSteps ? unreachable.map(({ id }) => id) : [],
    ),
  ].join('\n');
}

/** For each property of a flow the walk that came nearest to breaking it, as lines of text. */
export function nearestBreaksAsText(graph: Graph): string {
  const lines = graph.flow.properties.flatMap((property) => {
    const nearest = nearestBreak(graph, property);
    const steps = nearest?.path.map(({ step }) => stepName(step)).join(' → ');
    const breaks = nearest ? `${steps || 'at the start'}, if ${nearest.change}` : 'nothing can break it';
    return [`${property.kind}: ${property.title}`, `  ${breaks}`];
  });
  return list('Nearest to breaking each property', lines).join('\n');
}

/** The losses of each state when it is persisted as JSON and restored, as lines of text. */
export function lossesAsText(graph: Graph): string {
  const lines = Object.entries(restoreLosses(graph)).map(
    ([loss, names]) => `${loss}, in ${names.join(', ')}`,
  );
  return [
    'Lost by a restore, after which each timer of an active state starts anew',
    ...(lines.length > 0 ? lines : ['nothing']),
  ].join('\n  ');
}

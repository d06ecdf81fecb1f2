import {
  type Edge,
  type Flow,
  type Graph,
  isRefusal,
  type Journey,
  type Path,
  pathThrough,
  StepFailure,
  stateName,
  stepName,
} from '../../machines/paths/index.ts';

/**
 * The path from the initial state of a flow through steps with these names.
 *
 * @throws Error if a step is impossible in the state that the steps before it lead to.
 */
export function existingPath({ flow }: { flow: Flow }, ...names: string[]): Path {
  const path = pathThrough(flow, names);
  if (!path) throw new Error(`${flow.id}: "${names.join('" → "')}" cannot happen`);
  return path;
}

/** The journey that is printed at the end of a text, evaluated as source code. */
export async function journeyIn(text: string): Promise<Journey> {
  const source = text.match(/^\{\n {2}title: [\s\S]*?^\}/m)?.[0];
  if (source === undefined) throw new Error(`no journey is printed: ${text}`);
  const module = await import(`data:text/javascript,${encodeURIComponent(`export default ${source}`)}`);
  return module.default;
}

/**
 * Yields shorter sequences to try, and takes for each the sequence that failed, or null where it did not fail. The
 * result is the shortest that failed. It leaves out halves first, then ever smaller chunks, down to single items.
 */
export function* shrinking<Item>(
  failing: readonly Item[],
): Generator<readonly Item[], readonly Item[], readonly Item[] | null> {
  let shortest = failing;
  let size = Math.ceil(shortest.length / 2);
  while (size > 0) {
    const { length } = shortest;
    for (let start = 0; start < shortest.length; ) {
      const failed = yield shortest.toSpliced(start, size);
      if (failed && failed.length < shortest.length) shortest = failed;
      else start += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (shortest.length === length) break;
  }
  return shortest;
}

/** A walk as the source text of a journey. */
function asJourney(title: string, steps: readonly (readonly [step: string, state: string])[]): string {
  const lines = steps.map(([step, state]) => `    [${JSON.stringify(step)}, ${JSON.stringify(state)}],`);
  return ['{', `  title: ${JSON.stringify(title)},`, '  steps: [', ...lines, '  ],', '}'].join('\n');
}

/** Shortening stops after so many walks, and begins none after so many milliseconds. */
export type ShorteningLimits = { attempts?: number; milliseconds?: number };

const namesOf = (path: Path): string[] => path.map(({ step }) => stepName(step));

/** Whether two steps have the same name, take the same transitions and lead to a state of the same name. */
const isAlike = (one: Edge, other: Edge): boolean =>
  stepName(one.step) === stepName(other.step) &&
  one.transitions.join() === other.transitions.join() &&
  stateName(one.after) === stateName(other.after);

/**
 * The shortest path to a step with the name of an earlier one and from there to one like the last; null where
 * there is none.
 */
function shortestPathThrough(graph: Graph, earlier: Edge, last: Edge): Path | null {
  const beginning = graph.shortestPath(({ step }) => (stepName(step) === stepName(earlier.step) ? 1 : 0));
  const from = beginning?.at(-1)?.to;
  const end = from && graph.shortestPath((edge) => (isAlike(edge, last) ? 1 : 0), from);
  return beginning && end ? [...beginning, ...end] : null;
}

/**
 * Short paths to a step that failed: from any state, from the state in which it failed, and through each of the
 * steps before it, the latest first.
 */
function shortPathsToLast(graph: Graph, steps: Path): Path[] {
  const failed = steps.at(-1);
  if (!failed) return [];
  const fromAnyState = graph.shortestPath((edge) => (isAlike(edge, failed) ? 1 : 0));
  const fromSameState = graph.shortestPath((edge) =>
    isAlike(edge, failed) && edge.from === failed.from ? 1 : 0,
  );
  const throughEarlier = steps
    .slice(0, -1)
    .toReversed()
    .map((earlier) => shortestPathThrough(graph, earlier, failed));
  return [fromAnyState, fromSameState, ...throughEarlier].filter((path) => path !== null);
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];

/** Whether the same step failed for the same reason, after any steps. */
function isSameFailure(one: StepFailure, other: StepFailure): boolean {
  const [failed, otherFailed] = [one.steps.at(-1), other.steps.at(-1)];
  return (
    failed !== undefined &&
    otherFailed !== undefined &&
    stepName(failed.step) === stepName(otherFailed.step) &&
    firstLine(one.cause) === firstLine(other.cause)
  );
}

/**
 * The path through steps with some names to one that is taken or refused as `last` is; null where there is none.
 */
function pathToStepLike(last: Edge, flow: Flow, names: readonly string[]): Path | null {
  const path = pathThrough(flow, names);
  const end = path?.at(-1);
  if (!path || !end || isRefusal(end) !== isRefusal(last)) return null;
  return path.slice(0, -1).some(isRefusal) ? null : path;
}

/**
 * The shortest walk found that fails as another did, walked on the same level. Half of the attempts are short
 * paths of the graph to the failed step; the other ones leave out steps.
 */
async function shorten(
  graph: Graph,
  failure: StepFailure,
  walk: (path: Path) => Promise<unknown>,
  { attempts = 15, milliseconds = 20_000 }: ShorteningLimits,
): Promise<Path> {
  const end = performance.now() + milliseconds;
  const tried = new Set<string>();
  let shortest = failure.steps;
  const isExhausted = () => tried.size >= attempts || performance.now() >= end;
  /** Walks a path that is shorter than the shortest known; returns the steps up to the failure, or null. */
  const failingStepsOf = async (path: Path | null): Promise<Path | null> => {
    const key = path && namesOf(path).join('\n');
    if (!path || key === null || path.length >= shortest.length || tried.has(key) || isExhausted())
      return null;
    tried.add(key);
    try {
      await walk(path);
      return null;
    } catch (error) {
      if (!(error instanceof StepFailure && isSameFailure(error, failure))) return null;
      shortest = error.steps;
      return shortest;
    }
  };

  const failed = failure.steps.at(-1);
  if (!failed) return shortest;
  for (const path of shortPathsToLast(graph, failure.steps))
    if (tried.size < attempts / 2) await failingStepsOf(path);
  const candidates = shrinking(namesOf(shortest.slice(0, -1)));
  let candidate = candidates.next();
  while (!candidate.done && !isExhausted()) {
    const path = pathToStepLike(failed, graph.flow, [...candidate.value, stepName(failed.step)]);
    const steps = await failingStepsOf(path);
    candidate = candidates.next(steps && namesOf(steps.slice(0, -1)));
  }
  return shortest;
}

const journeyOf = (path: Path): string => {
  const steps = path.map(({ step, after }) => [stepName(step), stateName(after)] as const);
  const [name, state] = steps.at(-1) ?? [];
  return asJourney(`"${name}" leads to "${state}"`, steps);
};

/**
 * Walks a path on a level. Where a step fails, walks ever shorter paths on that level, and appends the shortest
 * one that still fails to the message of the failure, as a journey. `walk` starts anew each time and throws a
 * StepFailure.
 */
export async function walkOrShorten<Result>(
  graphOf: () => Graph,
  path: Path,
  walk: (path: Path) => Promise<Result>,
  limits: ShorteningLimits = {},
): Promise<Result> {
  try {
    return await walk(path);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const shortest = await shorten(graphOf(), error, walk, limits);
    error.message += `\n\nThe shortest walk found that fails so, as a journey (${shortest.length} of ${error.steps.length} steps):\n${journeyOf(shortest)}`;
    throw error;
  }
}

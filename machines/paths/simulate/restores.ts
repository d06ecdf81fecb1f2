import { stateName, stepName } from '../define/names.ts';
import { describeTimer, isActor } from '../define/xstateInternals.ts';
import type { Explorer } from './explorer.types.ts';
import type { Graph } from './graph.types.ts';
import type { Carry, SystemState } from './system.types.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The kind of a value in words: `a Date`, `a text`, `NaN`. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value);
  if (!isObject(value)) return typeof value === 'function' ? 'a function' : String(value);
  const name = value.constructor?.name ?? 'Object';
  return name === 'Object' ? 'an object' : `a ${name}`;
}

/** The parts of a value that change in a restore: `context.due: a Date becomes a text`. */
function changedParts(path: string, before: unknown, after: unknown): string[] {
  if (isActor(before) && isActor(after)) return [];
  const [was, is] = [kindOf(before), kindOf(after)];
  if (isActor(before)) return [`${path}: an actor becomes ${is}`];
  if (was !== is) return before === undefined ? [] : [`${path}: ${was} becomes ${is}`];
  if (!isObject(before) || !isObject(after))
    return Object.is(before, after) || before === undefined ? [] : [`${path} becomes another one`];
  return Object.keys(before).flatMap((key) =>
    changedParts(`${path}.${key}`, Reflect.get(before, key), Reflect.get(after, key)),
  );
}

/** The pending events of a state, its running actors, and their contexts by name. */
function partsOf({ snapshot, actors, schedule }: SystemState) {
  const running = [...actors.values()].filter(({ path, status }) => path.length > 0 && status === 'running');
  return {
    pending: schedule.map(({ target, event }) => {
      const path = actors.get(target)?.path.join('.') ?? '';
      return `${describeTimer(event.type)}${path === '' ? '' : ` of "${path}"`}`;
    }),
    running: running.map(({ path }) => `the actor "${path.join('.')}"`),
    contexts: new Map<string, unknown>([
      ['context', snapshot.context],
      ...running.map(
        ({ path, snapshot: child }) =>
          [`context of "${path.join('.')}"`, Reflect.get(child, 'context')] as const,
      ),
    ]),
  };
}

const without = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((each) => !others.includes(each));

/**
 * The losses of a state when it is persisted and restored, in sentences: timers and delayed events, actors, kinds
 * of values; else the next steps that are gone or added.
 */
export function lossesIn(explorer: Explorer, state: SystemState, carry?: Carry): string[] {
  if (state.snapshot.status !== 'active') return [];
  const namesIn = (system: SystemState) => explorer.steps(system).steps.map(stepName);
  const [before, stepsBefore] = [partsOf(state), namesIn(state)];
  let restored: SystemState;
  try {
    restored = explorer.restored(state, carry);
  } catch (error) {
    return [
      `it cannot be restored: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    ];
  }
  const after = partsOf(restored);
  const lost = [
    ...without(before.pending, after.pending).map((each) => `${each} does not come`),
    ...without(after.pending, before.pending).map((each) => `${each} comes again`),
    ...without(before.running, after.running).map((each) => `${each} does not run`),
    ...[...before.contexts].flatMap(([name, context]) =>
      after.contexts.has(name) ? changedParts(name, context, after.contexts.get(name)) : [],
    ),
  ];
  if (lost.length > 0) return [...new Set(lost)];
  const stepsAfter = namesIn(restored);
  return [
    ...without(stepsBefore, stepsAfter).map((name) => `"${name}" cannot happen`),
    ...without(stepsAfter, stepsBefore).map((name) => `"${name}" can happen too`),
  ];
}

/**
 * The losses of a flow's states when they are persisted and restored: each loss in a sentence, with the names of
 * the states that have it. Each timer of an active state starts anew with its whole length.
 *
 * @param carry The treatment of a persisted snapshot until it is restored; by default JSON and back.
 *
 * @example
 * restoreLosses(explore(shelf)); // {}
 */
export function restoreLosses(graph: Graph, carry?: Carry): Record<string, string[]> {
  const losses = new Map<string, Set<string>>();
  for (const [key, { snapshot }] of graph.states)
    for (const loss of graph.lossesIn(key, carry))
      losses.set(loss, (losses.get(loss) ?? new Set()).add(stateName(snapshot)));
  return Object.fromEntries([...losses].map(([loss, names]) => [loss, [...names]]));
}

import { stepName } from '../define/names.ts';
import type { Step } from '../define/types.ts';
import { ExploreError } from '../simulate/exploreError.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Graph, Path } from '../simulate/graph.types.ts';
import type { SystemState } from '../simulate/system.types.ts';
import { chartOf, transitionLabel } from './chart.ts';

/** The shapes in which other tools read a flow and its tests. */

/**
 * Returns a machine in the JSON of `@statelyai/graph`: its states as nested nodes, and its transitions as edges, one for
 * each target. An edge names the tests that take its transition.
 */
export function statelyGraphOf({ flow }: Graph, paths: readonly Path[]) {
  const { id: root, states, initialArrows, transitions } = chartOf(flow.machine);
  const initial = new Map(initialArrows.map(({ source, target }) => [source, target]));
  return {
    id: flow.id,
    type: 'directed',
    initialNodeId: root,
    nodes: states.map(({ id, key, parent, ...data }) => ({
      type: 'node',
      id,
      label: key,
      parentId: parent,
      initialNodeId: initial.get(id) ?? null,
      data,
    })),
    edges: transitions.flatMap((transition) => {
      const { id, source, targets, ...rest } = transition;
      const tests = paths.flatMap((path, index) =>
        path.some((edge) => edge.transitions.includes(id)) ? [index + 1] : [],
      );
      return (targets.length === 0 ? [source] : targets).map((target) => ({
        type: 'edge',
        id: targets.length > 1 ? `${id} → ${target}` : id,
        sourceId: source,
        targetId: target,
        label: transitionLabel(transition),
        data: { ...rest, tests },
      }));
    }),
    data: { title: flow.title },
  };
}

/** Returns a step as a command of a fixture: an event, the outcome of an actor, or time. */
function commandOf(step: Step) {
  const { event } = step;
  if ('wait' in step) return { type: 'advance', milliseconds: step.wait, deliveredEvents: [] };
  if (step.kind === 'event') return { type: 'event', event, phase: 'generated', origin: 'generator' };
  if (step.kind !== 'outcome' || step.path.length > 1)
    throw new ExploreError(
      `a fixture cannot say "${stepName(step)}": it has events, outcomes of the actors of its machine, and time`,
    );
  const outcome =
    'error' in event ? { ok: false, error: event.error } : { ok: true, output: Reflect.get(event, 'output') };
  return { type: 'outcome', src: step.actor, outcome };
}

/** Returns the logic of each stub that a step stops: it has no outcome, and would take that of the next one. */
const stoppedBy = (step: Step, before: SystemState, after: SystemState): string[] =>
  [...before.actors].flatMap(([actor, { model, status, path }]) => {
    const isStub = model.kind === 'silent' && status === 'running' && path.length === 1;
    const hasEnded = 'path' in step && path[0] === step.path[0];
    return isStub && !hasEnded && !after.actors.has(actor) ? [model.src] : [];
  });

/**
 * Returns paths as fixtures of `@xstate/test` 2, which its `replayTest` walks on real actors: an actor with outcomes is a
 * stub, and the oldest stub of its logic takes an outcome, also one that is stopped.
 *
 * @throws ExploreError where a step is an event to a child, or from an actor
 */
export function fixturesOf({ flow }: Graph, paths: readonly Path[]) {
  const explorer = createExplorer(flow);
  return paths.map((path) => {
    const performed = path.flatMap(({ step }) => ('actor' in step ? [step.actor] : []));
    let { state } = explorer.start();
    const timeline = path.flatMap(({ step }) => {
      const before = state;
      state = explorer.perform(before, step).state;
      const commands = [
        commandOf(step),
        ...stoppedBy(step, before, state).map((src) => ({ type: 'outcome', src, outcome: { ok: true } })),
      ];
      return commands.map((command) => ({ kind: command.type === 'event' ? 'event' : 'command', command }));
    });
    return {
      formatVersion: 2,
      machine: { id: flow.machine.id },
      mode: 'executed',
      start: { type: 'input', input: flow.input ?? null },
      stubs: [...new Set([...Object.keys(flow.outcomes), ...performed])],
      timeline,
    };
  });
}

/** Returns a value as JSON, in which an error is one for `@xstate/test` again. */
export const portableJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, part) =>
      part instanceof Error ? { xstate$$error: true, name: part.name, message: part.message } : part,
    2,
  );

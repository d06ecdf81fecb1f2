import { fileOf } from '../../machines/folders.ts';
import {
  createSimulation,
  type Flow,
  type Graph,
  nearestBreak,
  plan,
  stepName,
} from '../../machines/paths/index.ts';

/** Returns whether a journey takes a transition. One that leads elsewhere than it says is for its own test. */
function takesTransition(flow: Flow, { steps }: Flow['journeys'][number]): boolean {
  const simulation = createSimulation({ ...flow, isPossible: () => true });
  try {
    for (const [name] of steps) {
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      if (!step) break;
      simulation.perform(step);
    }
    return simulation.takenTransitions.length > 0;
  } finally {
    simulation.actor.stop();
  }
}

/** Returns whether a flow limits its cases, and no case in no state is excluded. The default takes no argument. */
function limitsNothing({ flow, states }: Graph): boolean {
  const names = Object.entries({ ...flow.events, ...flow.outcomes }).flatMap(([of, cases]) =>
    Object.keys(cases).map((name) => `${of}: ${name}`),
  );
  const limits = ({ snapshot }: { snapshot: Parameters<Flow['isPossible']>[1] }) =>
    names.some((name) => !flow.isPossible(name, snapshot));
  return flow.isPossible.length > 0 && ![...states.values()].some(limits);
}

/** Returns what of a flow is checked and cannot fail, as sentences: properties, conditions of guards, journeys, limits. */
export function vacuousChecks(flow: Flow, graph: Graph): string[] {
  const { id } = flow;
  const properties = flow.properties
    .filter((property) => nearestBreak(graph, property) === null)
    .map(
      ({ kind, title }) =>
        `nothing can break the property "${kind}: ${title}"; sharpen or remove it, in the properties of ${fileOf(flow, 'flow')}`,
    );
  const conditions = plan(graph, { criteria: ['conditions'] }).unreachable.map((goal) => {
    const [condition, result] = goal.id.split(' ? ');
    return `the condition "${condition}" never decides its guard by being ${result}; write a case for it in ${fileOf(flow, 'cases')}, or remove it from ${fileOf(flow, 'machine')}`;
  });
  const journeys = flow.journeys
    .filter((journey) => !takesTransition(flow, journey))
    .map(
      ({ title }) =>
        `the journey "${title}" takes no transition; write a step that does, or remove it, in ${fileOf(flow, 'journeys')}`,
    );
  const limits = limitsNothing(graph)
    ? [`isPossible excludes no case in any state; remove it from ${fileOf(flow, 'flow')}`]
    : [];
  return [...properties, ...conditions, ...journeys, ...limits].map((problem) => `${id}: ${problem}`);
}

import { createMachine } from 'xstate';
import { explore, type Graph } from '../../machines/paths/explore.ts';
import { defineFlow } from '../../machines/paths/flow.ts';

/** Returns the graph of a machine: for each state the state to which each letter, an event, leads. */
export function letterGraph(states: Record<string, Record<string, string>>): Graph {
  const events = [...new Set(Object.values(states).flatMap(Object.keys))];
  const [initial = ''] = Object.keys(states);
  const machine = createMachine({
    types: {} as { events: { type: string } },
    initial,
    states: Object.fromEntries(Object.entries(states).map(([name, on]) => [name, { on }])),
  });
  const cases = {
    events: Object.fromEntries(events.map((type) => [type, { pressed: {} }])),
    outcomes: {},
    project: () => null,
  };
  return explore(defineFlow({ id: 'letters', title: 'Letters', purpose: '', machine, actors: {}, cases }));
}

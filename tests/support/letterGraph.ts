import { createMachine } from 'xstate';
import { defineFlow, explore, type Flow, type Graph } from '../../machines/paths/index.ts';

type States = Record<string, Record<string, string>>;

/** Returns a flow `letters`: for each state the state to which each letter, an event, leads. */
export function letterFlow(states: States): Flow {
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
  return defineFlow({ id: 'letters', title: 'Letters', purpose: '', machine, actors: {}, cases });
}

/** Returns the graph of such a flow. */
export const letterGraph = (states: States): Graph => explore(letterFlow(states));

import { type Flow, flowOfMachine } from '../../../../machines/paths/index.ts';
import type { Chart } from './chart.ts';

/** Returns a chart as a flow with the cases of the chart and no others. An actor without cases never ends. */
export function flowOfChart({ name, machine, input, cases = {}, expected }: Chart): Flow {
  const { events = {}, outcomes = {} } = cases;
  return {
    ...flowOfMachine(machine, { input, events, outcomes }),
    id: name,
    events,
    defaultOutcomes: expected?.refused ? undefined : {},
  };
}

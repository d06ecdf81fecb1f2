import type { Flow } from '../../machines/paths/flow.ts';
import { flowOfMachine } from '../../machines/paths/machineFlow.ts';
import type { Chart } from './chart.ts';

/** Returns the flow of a chart with exactly its cases: an event or an actor without cases does nothing. */
export const flowOfChart = ({
  name,
  machine,
  input,
  cases: { events = {}, outcomes = {} } = {},
}: Chart): Flow => ({
  ...flowOfMachine(machine, { input, outcomes }),
  id: name,
  events,
  defaultOutcomes: {},
});

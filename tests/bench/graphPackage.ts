import { getShortestPaths, getSimplePaths } from '@xstate/graph';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { catalogue } from '../../machines/catalogue.ts';
import { possibleSteps, type Step, stateKey, stepName } from '../../machines/paths/index.ts';

/** Prints the paths that the graph package finds for a flow, as the names of their steps: `<flow id> shortest|simple`. */

const [id, kind] = process.argv.slice(2);
const flow = catalogue.find((known) => known.id === id);
if (!flow) throw new Error(`there is no flow "${id}"`);

const steps = new Map<EventObject, Step>();
const find = kind === 'simple' ? getSimplePaths : getShortestPaths;
const paths: { steps: { event: EventObject }[] }[] = find(flow.machine, {
  input: flow.input,
  serializeState: (snapshot: AnyMachineSnapshot) => stateKey(flow, snapshot),
  events: (snapshot: AnyMachineSnapshot) =>
    possibleSteps(flow, snapshot).map((step) => {
      steps.set(step.event, step);
      return step.event;
    }),
});

const namesOf = ({ steps: stepsOfPath }: { steps: { event: EventObject }[] }) =>
  stepsOfPath.flatMap(({ event }) => {
    const step = steps.get(event);
    return step ? [stepName(step)] : [];
  });

process.stdout.write(JSON.stringify(paths.map(namesOf)));

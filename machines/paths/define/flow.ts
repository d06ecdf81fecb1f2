import type { AnyActorLogic, AnyStateMachine, SnapshotFrom } from 'xstate';
import { neverInErrorStatus } from './properties.ts';
import type { CaseName, Cases, Flow, Journey, Property } from './types.ts';

/**
 * The flow of a machine and its cases. Cases that do not match the machine do not compile.
 *
 * @example
 * const light = createMachine({ initial: 'off', states: { off: { on: { switched: 'on' } }, on: {} } });
 * const flow = defineFlow({
 *   id: 'light',
 *   title: 'Light',
 *   purpose: 'A light is switched on.',
 *   machine: light,
 *   actors: {},
 *   cases: { events: { switched: { 'by hand': {} } }, outcomes: {}, project: () => null },
 *   journeys: [{ title: 'it goes on', steps: [['switched: by hand', 'on']] }],
 *   properties: [never('it goes off by itself', ({ step, after }) => step.kind === 'timer' && after.matches('off'))],
 * });
 * flow.events; // { switched: { 'by hand': {} } }
 */
export function defineFlow<
  Machine extends AnyStateMachine,
  Actors extends Record<string, AnyActorLogic>,
  FlowCases extends Cases<Machine, Actors>,
>(
  definition: Pick<Flow, 'id' | 'title' | 'purpose'> & {
    page?: string;
    machine: Machine;
    actors: Actors;
    cases: FlowCases;
    /**
     * Whether a case is tried in a state. Without it, every case is tried everywhere. It limits the number of states of
     * a large form, and excludes what cannot happen.
     */
    isPossible?(name: CaseName<FlowCases>, snapshot: SnapshotFrom<Machine>): boolean;
    /** The limits of `isPossible` in sentences: `npm run paths -- <flow>` prints them. */
    limits?: readonly string[];
    journeys?: readonly Journey<FlowCases>[];
    properties?: readonly Property<Machine>[];
  },
): Flow<Machine> {
  const { id, title, purpose, page = null, machine, cases, journeys = [], properties = [] } = definition;
  const { input, events, outcomes, choiceFields = [], choices = {}, fileExtensions = [] } = cases;
  return {
    id,
    title,
    purpose,
    page,
    machine,
    input,
    events,
    outcomes,
    casesFile: `in ${id}.cases.ts`,
    planCommand: `npm run paths -- ${id} --write`,
    isPossible: definition.isPossible ?? (() => true),
    limits: definition.limits ?? [],
    project: (snapshot) => cases.project(snapshot.context),
    observe: ({ context }) => context,
    choiceFields,
    choices,
    fileExtensions,
    journeys,
    properties: [neverInErrorStatus, ...properties],
  };
}

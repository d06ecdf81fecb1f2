import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { comparable } from './comparable.ts';
import { Notes } from './notes.ts';
import { Placeholders } from './placeholders.ts';
import { neverInErrorStatus } from './properties.ts';
import type { Flow, FlowOutcome } from './types.ts';
import { transitionsOf } from './xstateInternals.ts';

/** The cases of a machine outside the product. Missing cases have defaults. */
export type MachineCases = {
  /** By default that of the machine. */
  id?: string;
  input?: unknown;
  /** Several inputs by their names, where one does not lead everywhere: see `flowsOfMachine`. */
  inputs?: Record<string, unknown>;
  /**
   * By the types of the events; {} for an event that never comes. By default an event is sent once, without a
   * payload.
   */
  events?: Record<string, Record<string, object>>;
  /**
   * By the names of actors or their ids; {} for an actor that never ends. By default an actor ends with undefined,
   * or with an error.
   */
  outcomes?: Record<string, Record<string, FlowOutcome>>;
  isPossible?: Flow['isPossible'];
  /** The part of the context that distinguishes states; by default all of it. */
  project?: (context: Record<string, unknown>) => unknown;
};

/** The name of the case of an event without a payload. */
export const DEFAULT_CASE = 'without a payload';

const defaultOutcomes = { done: { output: undefined }, error: { error: new Error('an error') } };

/** An event that a pattern such as `mouse.*` matches. */
const eventOf = (descriptor: string) => descriptor.replace(/\*$/, 'any');

/**
 * The types of the events that a machine names, without those of XState itself; for a pattern a type that it
 * matches.
 */
const eventTypesOf = (machine: AnyStateMachine): string[] => [
  ...new Set(
    transitionsOf(machine)
      .map(({ event }) => event)
      .filter((type) => type !== '' && !type.startsWith('xstate.'))
      .map(eventOf),
  ),
];

/** A case for each state to which there is a route. */
const routesOf = (machine: AnyStateMachine): Record<string, Record<string, object>> => {
  const routes = transitionsOf(machine).filter(({ event }) => event === 'xstate.route');
  const cases = routes.flatMap(({ targets }) => targets.map((id) => [id, { to: `#${id}` }]));
  return cases.length > 0 ? { 'xstate.route': Object.fromEntries(cases) } : {};
};

/** A context that cannot be told apart from another. */
export class UnreadableContext extends Error {}

/** The context of a snapshot as data: each part as text that is equal where the part is. */
function wholeContext({ context, children }: AnyMachineSnapshot): Record<string, string | undefined> {
  const actors = Object.values(children);
  const parts: Record<string, unknown> = context;
  const textOf = (key: string, part: unknown): string => {
    try {
      return comparable(part, (actor) =>
        actor.id === actor.sessionId ? `#${actors.indexOf(actor)}` : actor.id,
      );
    } catch (error) {
      throw new UnreadableContext(`context.${key}: give a "project" without it; it cannot be read: ${error}`);
    }
  };
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, textOf(key, part)]));
}

/**
 * The flow of a machine outside the product, with default cases for those that its cases leave out.
 *
 * @example
 * flowOfMachine(machine).events; // { asked: { 'without a payload': {} }, taken: { 'without a payload': {} } }
 * flowOfMachine(machine, { events: { asked: { twice: { count: 2 } } } }).events.asked; // { twice: { count: 2 } }
 */
export function flowOfMachine(
  machine: AnyStateMachine,
  { id = machine.id, input, events = {}, outcomes = {}, isPossible = () => true, project }: MachineCases = {},
): Flow {
  const defaultEvents = eventTypesOf(machine).map((type) => [type, { [DEFAULT_CASE]: {} }]);
  return {
    id,
    title: id,
    purpose: machine.root.description ?? '',
    page: null,
    machine,
    input,
    events: { ...Object.fromEntries(defaultEvents), ...routesOf(machine), ...events },
    outcomes,
    defaultOutcomes,
    placeholders: new Placeholders(),
    notes: new Notes(),
    casesFile: 'in the file that --cases names',
    planCommand: 'write the test again with --update',
    isPossible,
    project: (snapshot) => (project ? project(snapshot.context) : wholeContext(snapshot)),
    observe: ({ context }) => (project ? project(context) : context),
    projectInput: project ? () => null : (given) => given,
    choiceFields: [],
    choices: {},
    fileExtensions: [],
    journeys: [],
    properties: [neverInErrorStatus],
  };
}

/**
 * The flows of a machine: one for each of its inputs.
 *
 * @example
 * flowsOfMachine(machine).map(({ title }) => title); // ['shelf']
 * flowsOfMachine(machine, { inputs: { few: 1, many: 9 } }).map(({ title }) => title); // ['shelf with few', 'shelf with many']
 */
export function flowsOfMachine(machine: AnyStateMachine, cases: MachineCases = {}): Flow[] {
  const inputs = Object.entries(cases.inputs ?? {});
  if (inputs.length === 0) return [flowOfMachine(machine, cases)];
  return inputs.map(([name, input]) => {
    const flow = flowOfMachine(machine, { ...cases, input });
    return inputs.length === 1 ? flow : { ...flow, title: `${flow.title} with ${name}` };
  });
}

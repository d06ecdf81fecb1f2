import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import type { Chart } from './chart.ts';
import { StepClock } from './clock.ts';
import { fail, finish, show, silenceActors } from './silentActors.ts';

/** A step of a test. `to` is the path of the owner of the actor, such as `child.grandchild`; without it, the root. */
export type ReplayStep = {
  kind: 'event' | 'outcome' | 'sent' | 'snapshot' | 'timer' | 'delayed';
  /** For `outcome`, `sent` and `snapshot`: `<id of the actor>: <name of the case>`. */
  name: string;
  event: EventObject;
  to?: string;
};

export type ReplayTest = {
  steps: readonly (ReplayStep & { after: { value: unknown; status: string } })[];
};

/** An actor that waits to be told what it does. */
export type PendingActor = {
  /** The path of its owner: ids joined by dots; empty for the root. */
  path: string;
  id: string;
  src: string | undefined;
  /** Whether its owner is told each value that it shows. */
  syncsSnapshots: boolean;
};

export type RunningActor = {
  /** @throws Error for a step that is not possible, such as an outcome of an actor that does not run. */
  perform: (step: ReplayStep) => void;
  snapshot: () => AnyMachineSnapshot;
  /** The next instant at which something is due, in milliseconds since the start; undefined when nothing is. */
  nextDue: () => number | undefined;
  pendingActors: () => PendingActor[];
  stop: () => void;
};

const isActive = (actor: AnyActorRef): boolean => actor.getSnapshot()?.status === 'active';

/** The children of an actor by id, without those whose logic is not implemented. */
function childrenOf(actor: AnyActorRef): [id: string, child: AnyActorRef][] {
  const children: Record<string, AnyActorRef | undefined> = actor.getSnapshot()?.children ?? {};
  return Object.entries(children).flatMap(([id, child]): [string, AnyActorRef][] =>
    child ? [[id, child]] : [],
  );
}

/** Returns the actor at a path below another; ids may themselves contain dots. */
function actorAt(actor: AnyActorRef, path: string): AnyActorRef | undefined {
  if (path === '') return actor;
  for (const [id, child] of childrenOf(actor)) {
    if (path === id) return child;
    const found = path.startsWith(`${id}.`) ? actorAt(child, path.slice(id.length + 1)) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Returns the id of the actor that a step is about. */
function actorIdOf({ kind, name, event }: ReplayStep): string {
  if (kind === 'sent') return name.split(': ')[0] ?? '';
  return event.type.replace(/^xstate\.(done\.actor|error\.actor|snapshot)\./, '');
}

/** Returns the event that makes a silent actor do what a step says. */
function instructionOf({ kind, event }: ReplayStep): EventObject {
  if (kind === 'snapshot') return show(Reflect.get(Object(Reflect.get(event, 'snapshot')), 'context'));
  return event.type.startsWith('xstate.error.')
    ? fail(Reflect.get(event, 'error'))
    : finish(Reflect.get(event, 'output'));
}

/** Starts a machine on a clock of its own, with silent promises, callbacks and observables. */
export function runningActor(
  machine: AnyStateMachine,
  { input, inspect }: { input?: unknown; inspect?: (event: InspectionEvent) => void } = {},
): RunningActor {
  const clock = new StepClock();
  const silent = silenceActors();
  const root: Actor<AnyStateMachine> = createActor(machine, {
    clock,
    input,
    logger: () => {},
    inspect: (event) => {
      silent.inspect(event);
      inspect?.(event);
    },
  });
  // The error status is read from the snapshot; without a subscriber XState would report the error globally.
  root.subscribe({ error: () => {} });
  root.start();

  const pendingBelow = (owner: AnyActorRef, path: string): PendingActor[] =>
    childrenOf(owner).flatMap(([id, child]) => {
      if (!isActive(child)) return [];
      const src: unknown = Reflect.get(child, 'src');
      if (!silent.isSilent(child)) return pendingBelow(child, path === '' ? id : `${path}.${id}`);
      return [
        {
          path,
          id,
          src: typeof src === 'string' ? src : undefined,
          syncsSnapshots: Reflect.get(child, '_syncSnapshot') === true,
        },
      ];
    });

  const performActorStep = (step: ReplayStep): void => {
    const owner = actorAt(root, step.to ?? '');
    if (!owner || !isActive(owner)) throw new Error(`there is no running actor "${step.to}"`);
    const id = actorIdOf(step);
    const child = childrenOf(owner).find(([key]) => key === id)?.[1];
    if (!child || !isActive(child) || !silent.isSilent(child))
      throw new Error(`no actor "${id}" waits for an outcome`);
    if (step.kind === 'sent') owner.send(step.event);
    else child.send(instructionOf(step));
  };

  return {
    snapshot: () => root.getSnapshot(),
    nextDue: () => clock.nextDue,
    pendingActors: () => (isActive(root) ? pendingBelow(root, '') : []),
    stop: () => root.stop(),
    perform: (step) => {
      if (!isActive(root)) throw new Error(`the machine has the status ${root.getSnapshot().status}`);
      if (step.kind === 'event') root.send(step.event);
      else if (step.kind === 'timer' || step.kind === 'delayed') clock.runNextInstant();
      else performActorStep(step);
    },
  };
}

/** Returns a value as JSON has it: without undefined. */
const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Performs a test on a real actor. Returns the first difference in a sentence, or null. */
export function replay({ machine, input }: Omit<Chart, 'name'>, { steps }: ReplayTest): string | null {
  const running = runningActor(machine, { input });
  try {
    for (const [index, step] of steps.entries()) {
      const position = `step ${index + 1}, "${step.name}"`;
      try {
        running.perform(step);
      } catch (error) {
        return `${position} is not possible: ${error instanceof Error ? error.message : String(error)}.`;
      }
      const { status, value } = running.snapshot();
      if (status !== step.after.status)
        return `After ${position}, the status is ${status} instead of ${step.after.status}.`;
      if (!isDeepStrictEqual(asJson(value), asJson(step.after.value)))
        return `After ${position}, the state is ${JSON.stringify(value)} instead of ${JSON.stringify(step.after.value)}.`;
    }
    return null;
  } finally {
    running.stop();
  }
}

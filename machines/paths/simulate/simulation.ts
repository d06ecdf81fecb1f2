import {
  type Actor,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import type { Flow } from '../define/flow.ts';
import type { Step } from '../define/paths.types.ts';
import { isActor, isStop, startTimers, transitionsTakenIn } from '../define/xstateInternals.ts';
import { actorPath, isSamePath, modelOf, silentLogic, srcOf, withMissingActors } from './actorModels.ts';
import type { SystemState } from './actorSystem.types.ts';
import { createExplorer, type Explorer } from './explorer.ts';
import { externalEventOf, stepsIn } from './steps.ts';

type ManualTimer = { due: number; run: () => void };

/** A clock that advances only when `advance` is called. Times are in milliseconds. */
export class ManualClock {
  #now = 0;
  readonly #timers = new Set<ManualTimer>();

  setTimeout(callback: () => void, delay: number): ManualTimer {
    const timer = { due: this.#now + Math.max(0, delay), run: callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: ManualTimer): void {
    this.#timers.delete(timer);
  }

  /** The timers in the order in which they are due. */
  get #inOrder(): ManualTimer[] {
    return [...this.#timers].sort((one, other) => one.due - other.due);
  }

  /** Milliseconds until the next timer is due; undefined without timers. */
  get timeUntilNext(): number | undefined {
    const [next] = this.#inOrder;
    return next && next.due - this.#now;
  }

  /** Advances the time and runs the timers that become due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let [next] = this.#inOrder; next && next.due <= end; [next] = this.#inOrder) {
      this.#timers.delete(next);
      this.#now = next.due;
      next.run();
    }
    this.#now = end;
  }
}

/** The event with which a simulation sets the snapshot of a silent actor. */
const UPDATE = 'simulation.update';

/** The logic of an actor that does nothing by itself; a simulation sets its snapshots. */
const controlledLogic = {
  ...silentLogic,
  transition: (snapshot: Snapshot<unknown>, event: EventObject & { snapshot?: Snapshot<unknown> }) =>
    event.type === UPDATE && event.snapshot ? event.snapshot : snapshot,
};

/** A running machine whose invoked actors and clock are controlled by the test. */
export type Simulation = {
  actor: Actor<AnyStateMachine>;
  /** Returns the steps that are possible now. */
  possibleSteps: () => Step[];
  /** Performs a step: sends its event, or what its actor sends; or advances the clock to what is due next. */
  perform: (step: Step) => void;
  /** Sends an event that need be no case. */
  send: (event: EventObject) => void;
  /** Milliseconds until the next timer is due; null without timers. */
  timeUntilNextTimer: () => number | null;
  /** Advances the clock by milliseconds. */
  advance: (milliseconds: number) => void;
  /** Ids of the transitions that the machine has taken since the start, in order. */
  takenTransitions: string[];
  /** Name and input of each silent actor that has started since the start, in order. */
  invokedActors: { actor: string; input: unknown }[];
};

const explorers = new WeakMap<Flow, Explorer>();

function explorerOf(flow: Flow): Explorer {
  const known = explorers.get(flow);
  if (known) return known;
  const explorer = createExplorer(flow, { runsCustomActions: false });
  explorers.set(flow, explorer);
  return explorer;
}

/** Returns the steps that are possible in a state of which only the snapshot is known. */
export const possibleSteps = (flow: Flow, snapshot: AnyMachineSnapshot): Step[] =>
  stepsIn(flow, explorerOf(flow).restore(snapshot));

/** The actors of a running system below its machine, by their paths. */
class Children {
  readonly #flow: Flow;
  readonly #paths = new Map<AnyActor, readonly string[]>();
  readonly silent = new Set<AnyActor>();

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  at(path: readonly string[]): AnyActor | undefined {
    return [...this.#paths].find(([, known]) => isSamePath(known, path))?.[0];
  }

  /** Names an actor while it is constructed, and silences it where it has no pure logic. */
  add(actor: AnyActor): void {
    const parent = actor._parent;
    if (!isActor(parent)) return;
    const path = actorPath(actor, this.#paths.get(parent) ?? [], [...this.#paths.values()]);
    const model = modelOf(this.#flow, actor, path);
    this.#paths.set(actor, path);
    if (model.kind === 'pure') return;
    actor.logic = controlledLogic;
    this.silent.add(actor);
  }

  remove(actor: AnyActor): void {
    this.#paths.delete(actor);
  }
}

/** Starts a machine whose silent actors act only by a step; with `startSnapshot` in that state instead of the initial one. */
export function createSimulation(flow: Flow, startSnapshot?: AnyMachineSnapshot): Simulation {
  const clock = new ManualClock();
  const takenTransitions: string[] = [];
  const invokedActors: Simulation['invokedActors'] = [];
  const children = new Children(flow);
  let actor: Actor<AnyStateMachine> | null = null;

  const inspect = (event: InspectionEvent) => {
    const { actorRef } = event;
    if (!isActor(actorRef)) return;
    if (event.type === '@xstate.actor') children.add(actorRef);
    if (event.type === '@xstate.microstep' && actorRef === actor)
      takenTransitions.push(...transitionsTakenIn(event));
    if (event.type === '@xstate.event' && event.event.type === 'xstate.init' && children.silent.has(actorRef))
      invokedActors.push({ actor: srcOf(actorRef), input: actorRef.options.input });
    const hasEnded = event.type === '@xstate.snapshot' && event.snapshot.status !== 'active';
    if (hasEnded || (event.type === '@xstate.snapshot' && isStop(event.event))) children.remove(actorRef);
  };

  actor = createActor(withMissingActors(flow), {
    clock,
    input: flow.input,
    ...(startSnapshot && { snapshot: startSnapshot }),
    inspect,
  });
  const running = actor;
  // The error status is read from the snapshot; without a subscriber XState would report the error globally.
  running.subscribe({ error: () => {} });
  running.start();
  if (startSnapshot) startTimers(running);
  // Eventless transitions taken at the start belong to no step.
  takenTransitions.length = 0;

  const performed: Step[] = [];
  let system: SystemState | null = null;
  /** Returns the state that the performed steps lead to. */
  const currentSystem = (): SystemState => {
    const explorer = explorerOf(flow);
    let current = system ?? (startSnapshot ? explorer.restore(startSnapshot) : explorer.start().state);
    for (const step of performed.splice(0)) current = explorer.perform(current, step).state;
    system = current;
    return current;
  };

  const update = (path: readonly string[], snapshot: object, event: EventObject) => {
    const child = children.at(path);
    const next = { type: UPDATE, snapshot: { ...child?.getSnapshot(), ...snapshot } };
    if (child) child.send(next);
    else (children.at(path.slice(0, -1)) ?? running).send(event);
  };
  const perform = (step: Step) => {
    performed.push(step);
    const external = externalEventOf(step);
    switch (external.kind) {
      case 'event':
        return (children.at(external.to) ?? running).send(external.event);
      case 'end': {
        const { end } = external;
        return update(external.of, { status: 'error' in end ? 'error' : 'done', ...end }, step.event);
      }
      case 'snapshot':
        return update(external.of, { context: external.context }, step.event);
      case 'time':
        return clock.advance(clock.timeUntilNext ?? 0);
    }
  };
  return {
    actor: running,
    takenTransitions,
    invokedActors,
    possibleSteps: () => stepsIn(flow, currentSystem()),
    timeUntilNextTimer: () => clock.timeUntilNext ?? null,
    advance: (milliseconds) => clock.advance(milliseconds),
    send: (event) => perform({ kind: 'event', type: event.type, name: '', event }),
    perform,
  };
}

import {
  type Actor,
  type AnyActor,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import type { Flow, PersistedSnapshot, Step } from '../define/types.ts';
import { isActor, startTimers, transitionsTakenIn } from '../define/xstateInternals.ts';
import { isSamePath, runnableMachine, srcOf, UPDATE } from './actorModels.ts';
import { Actors } from './actors.ts';
import { withKnownWorld } from './knownWorld.ts';
import { restoredSnapshot } from './restore.ts';
import { timeUntilFired } from './schedule.ts';
import { stateKey } from './stateKey.ts';
import { externalEventOf, stepsIn } from './steps.ts';
import type { ExternalEvent, Moment } from './system.types.ts';

/** An event that XState has scheduled. */
type Scheduled = { target: object; event: EventObject };

type ManualTimer = { due: number; run: () => void; scheduled: Scheduled | undefined };

/** A clock that advances only when `advance` is called. Times are in milliseconds. */
class ManualClock {
  #now = 0;
  readonly #timers = new Set<ManualTimer>();
  readonly #known = new WeakSet<Scheduled>();
  /** The events that XState has scheduled; it notes each one before it sets its timer. */
  scheduled: () => readonly Scheduled[] = () => [];

  setTimeout(callback: () => void, delay: number): ManualTimer {
    const scheduled = this.scheduled().find((event) => !this.#known.has(event));
    if (scheduled) this.#known.add(scheduled);
    const timer = { due: this.#now + timeUntilFired(delay), run: callback, scheduled };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: ManualTimer): void {
    this.#timers.delete(timer);
  }

  /** The timers in the order in which they are due, with the milliseconds until then. */
  get inOrder(): (ManualTimer & { wait: number })[] {
    return [...this.#timers]
      .sort((one, other) => one.due - other.due)
      .map((timer) => ({ ...timer, wait: timer.due - this.#now }));
  }

  /** Advances the time and runs the timers that become due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    const next = () => [...this.#timers].sort((one, other) => one.due - other.due)[0];
    for (let timer = next(); timer && timer.due <= end; timer = next()) {
      this.#timers.delete(timer);
      this.#now = timer.due;
      timer.run();
    }
    this.#now = end;
  }
}

/** A running machine whose invoked actors and clock are controlled by the test. */
export type Simulation = {
  actor: Actor<AnyStateMachine>;
  possibleSteps: () => Step[];
  /** Performs a step: sends its event or the one of its actor, or advances the clock to the next due event. */
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

/**
 * Starts a machine on real actors of XState: its promises, callbacks and observables act only by a step, and its clock
 * stands still. With `startSnapshot` it starts in that state instead of the initial one.
 *
 * @example
 * const { actor, advance, perform, possibleSteps } = createSimulation(shelf);
 * possibleSteps().map(stepName); // ['asked: without a payload']
 * perform(possibleSteps()[0]);
 * advance(500);
 * actor.getSnapshot().value; // 'empty'
 */
export function createSimulation(flow: Flow, startSnapshot?: PersistedSnapshot): Simulation {
  const clock = new ManualClock();
  const takenTransitions: string[] = [];
  const invokedActors: Simulation['invokedActors'] = [];
  const actors = new Actors(flow);
  let actor: Actor<AnyStateMachine> | null = null;

  const inspect = (event: InspectionEvent) => {
    const { actorRef } = event;
    if (!isActor(actorRef)) return;
    if (event.type === '@xstate.actor') actors.add(actorRef);
    if (event.type === '@xstate.microstep' && actorRef === actor)
      takenTransitions.push(...transitionsTakenIn(event));
    if (event.type === '@xstate.event' && event.event.type === 'xstate.init' && actors.isSilent(actorRef))
      invokedActors.push({ actor: srcOf(actorRef), input: actorRef.options.input });
  };

  const machine = runnableMachine(flow);
  const noState = () => '';
  const running = withKnownWorld(noState, () =>
    createActor(machine, {
      clock,
      input: flow.input,
      ...(startSnapshot && { snapshot: restoredSnapshot(flow, startSnapshot) }),
      inspect,
    }),
  );
  actor = running;
  clock.scheduled = () => Object.values(running.system.getSnapshot()._scheduledEvents);
  // The error status is read from the snapshot; without a subscriber XState would report the error globally.
  running.subscribe({ error: () => {} });
  withKnownWorld(noState, () => running.start());
  const stop = running.stop.bind(running);
  running.stop = () => withKnownWorld(noState, stop);
  if (startSnapshot) startTimers(running);
  // Eventless transitions taken at the start belong to no step.
  takenTransitions.length = 0;

  const moment = (): Moment => {
    const schedule = clock.inOrder.flatMap(({ scheduled, wait }) =>
      isActor(scheduled?.target) ? [{ target: scheduled.target, event: scheduled.event, wait }] : [],
    );
    const targets = schedule.map(({ target }) => target);
    return { snapshot: running.getSnapshot(), actors: actors.settle(targets), schedule };
  };
  const at = (path: readonly string[]): AnyActor | undefined =>
    [...moment().actors].find(([, known]) => known.status === 'running' && isSamePath(known.path, path))?.[0];
  // An actor is named when the step ends in which it is constructed.
  moment();
  const timeUntilNextTimer = () => clock.inOrder[0]?.wait ?? null;

  const update = (path: readonly string[], snapshot: object, event: EventObject) => {
    const child = at(path);
    const next = { type: UPDATE, snapshot: { ...child?.getSnapshot(), ...snapshot } };
    if (child) child.send(next);
    else (at(path.slice(0, -1)) ?? running).send(event);
  };
  const answering = ({ answers = {} }: Step, run: () => void) =>
    flow.placeholders ? flow.placeholders.answering(answers, run) : run();
  const perform = (step: Step) => {
    const before = running.getSnapshot();
    withKnownWorld(
      () => stateKey(flow, before),
      () => answering(step, () => performExternal(step, externalEventOf(step))),
    );
    moment();
  };
  const performExternal = (step: Step, external: ExternalEvent) => {
    switch (external.kind) {
      case 'event':
        return (at(external.to) ?? running).send(external.event);
      case 'end': {
        const { end } = external;
        return update(external.of, { status: 'error' in end ? 'error' : 'done', ...end }, step.event);
      }
      case 'snapshot':
        return update(external.of, { context: external.context }, step.event);
      case 'time':
        return clock.advance(timeUntilNextTimer() ?? 0);
    }
  };
  return {
    actor: running,
    takenTransitions,
    invokedActors,
    possibleSteps: () => stepsIn(flow, moment()),
    timeUntilNextTimer,
    advance: (milliseconds) => {
      clock.advance(milliseconds);
      moment();
    },
    send: (event) => {
      running.send(event);
      moment();
    },
    perform,
  };
}

import type { EventObject } from 'xstate';
import { stateName, stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import { isEndless, runnableMachine, withBoundedSteps } from './actorModels.ts';
import { ActorSystem } from './actorSystem.ts';
import { ExploreError } from './exploreError.ts';
import type { Explorer, GuardObservation } from './explorer.types.ts';
import { guardResult, withObservedGuards } from './guards.ts';
import { type WorldReader, withKnownWorld } from './knownWorld.ts';
import { restoredSnapshot } from './restore.ts';
import { stateKey, systemKey } from './stateKey.ts';
import { externalEventOf, isEnabled, stepsIn } from './steps.ts';
import type { StepResult, SystemState } from './system.types.ts';

/** Whether an event does something in a state: a guard that throws breaks the machine. */
function canTake({ snapshot }: SystemState, event: EventObject): boolean {
  try {
    return snapshot.can(event);
  } catch {
    return true;
  }
}

/** As many microsteps of an endless step are looked at. */
const REPEATED = 20;

/**
 * The explorer of a flow; `onRead` is told which parts of the context and of events its guards read. Its functions
 * throw an ExploreError for parts that cannot be explored: it names flow, state, step and remedy.
 *
 * @example
 * const explorer = createExplorer(shelf);
 * const { state } = explorer.start();
 * const [step] = explorer.steps(state).steps;
 * explorer.perform(state, step).state.snapshot.value; // 'loading'
 * explorer.check(state, { type: 'taken' }).isEnabled; // false
 */
export function createExplorer(
  flow: Flow,
  onRead?: (guard: string, part: string, value: unknown) => void,
): Explorer {
  let observation: GuardObservation = { guardResults: [], conditions: [] };
  let guard: string | null = null;
  let impurity: string | null = null;
  const machine = withObservedGuards(withBoundedSteps(runnableMachine(flow)), {
    began: (transition, name) => {
      guard = `"${name}" of "${transition}"`;
    },
    ended: () => {
      guard = null;
    },
    evaluated: (transition, result) => observation.guardResults.push(guardResult(transition, result)),
    decided: (condition) => observation.conditions.push(condition),
    read: onRead && ((part, value) => onRead(guard ?? '', part, value)),
  });
  const system = new ActorSystem(flow, machine);

  /** Runs a part of the exploration, and says where it is refused. */
  const observed = <Result extends object>(
    place: () => string,
    run: () => Result,
  ): Result & GuardObservation => {
    observation = { guardResults: [], conditions: [] };
    guard = null;
    const refuse = (problem: string) => new ExploreError(`${flow.id}: ${place()}: ${problem}`);
    try {
      const result = run();
      if (impurity !== null) throw new ExploreError(impurity);
      return Object.assign(result, observation);
    } catch (error) {
      throw error instanceof ExploreError ? refuse(error.message) : error;
    } finally {
      guard = null;
      impurity = null;
    }
  };

  const checked = (result: StepResult): StepResult => {
    const { error, status } = result.state.snapshot;
    // A guard that throws never ends.
    if (status === 'error') impurity = null;
    if (isEndless(error)) {
      const names = new Set(
        result.microsteps.slice(-REPEATED).map(({ snapshot }) => `"${stateName(snapshot)}"`),
      );
      throw new ExploreError(
        `the step never ends: the machine takes transitions without events, or raises events, for ever, in ${[...names].join(' and ')}; change what repeats`,
      );
    }
    return result;
  };
  const { placeholders, notes } = flow;
  /** Notes the parts of the context that a step changes which reads the world. */
  const noted = (before: object, run: (onRead: WorldReader) => StepResult): StepResult => {
    const read = new Set<string>();
    const result = run((source) => read.add(source));
    if (!notes || read.size === 0) return result;
    notes.exits ||= read.delete('exit');
    const changed = Object.entries(result.state.snapshot.context).filter(
      ([key, part]) => part !== Reflect.get(before, key),
    );
    if (read.size > 0) for (const [key] of changed) notes.changing.add(key);
    return result;
  };
  const performed = (state: SystemState, step: Step): StepResult => {
    const run = () => system.perform(state, externalEventOf(step));
    return placeholders ? placeholders.answering(step.answers ?? {}, run).result : run();
  };
  /** The possible steps, each with the answers of the guards that it asks, where they are placeholders. */
  const withAnswers = (state: SystemState, find: () => Step[]): Step[] => {
    if (!placeholders || placeholders.guards.size === 0) return find();
    const found = new Map<string, Step>();
    const variants = placeholders.variants(find);
    for (const answers of variants)
      for (const step of placeholders.answering(answers, find).result) found.set(stepName(step), step);
    const steps = [...found.values()].flatMap((step) =>
      placeholders
        .variants(() => system.perform(state, externalEventOf(step)))
        .map((answers) => (Object.keys(answers).length > 0 ? { ...step, answers } : step)),
    );
    system.use(state);
    const isPossible = (step: Step) =>
      step.kind !== 'event' ||
      placeholders.answering(step.answers ?? {}, () => isEnabled(state, step.event)).result;
    return steps.filter(isPossible);
  };
  const inState = ({ snapshot }: SystemState) => `in "${stateName(snapshot) || flow.machine.id}"`;

  return {
    flow,
    start: () =>
      observed(
        () => 'at the start',
        () =>
          checked(
            noted({}, (onRead) =>
              withKnownWorld(
                () => '',
                () => system.start(),
                onRead,
              ),
            ),
          ),
      ),
    restore: (snapshot) => system.restore(restoredSnapshot({ machine }, snapshot)),
    restored: (state, carry) => system.restored(state, carry),
    keyOf: (state) => systemKey(flow, state),
    check: (state, event) =>
      observed(
        () => inState(state),
        () => {
          system.use(state);
          return { isEnabled: canTake(state, event) };
        },
      ),
    steps: (state) =>
      observed(
        () => inState(state),
        () => {
          system.use(state);
          return { steps: withAnswers(state, () => stepsIn(flow, state)) };
        },
      ),
    perform: (state, step) =>
      observed(
        () => `${inState(state)}, at "${stepName(step)}"`,
        () =>
          checked(
            noted(state.snapshot.context, (onRead) =>
              withKnownWorld(
                () => stateKey(flow, state.snapshot),
                () => performed(state, step),
                onRead,
              ),
            ),
          ),
      ),
    guard: () => guard,
    onImpurity: (source) => {
      if (guard !== null)
        impurity = `the guard ${guard} reads ${source}; take the value from the event or the context`;
    },
  };
}

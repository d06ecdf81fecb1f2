import { randomOf } from '../../../support/random.ts';
import type { Chart, Outcome } from './chart.ts';
import {
  type PendingActor,
  type ReplayStep,
  type ReplayTest,
  type RunningActor,
  runningActor,
} from './replay.ts';

function stepOf({ path, id }: PendingActor, name: string, outcome: Outcome): ReplayStep {
  const base = { name: `${id}: ${name}`, ...(path !== '' && { to: path }) };
  if ('sends' in outcome) return { kind: 'sent', event: outcome.sends, ...base };
  if ('snapshot' in outcome) {
    const snapshot = { status: 'active', context: outcome.snapshot };
    const event = { type: `xstate.snapshot.${id}`, snapshot };
    return { kind: 'snapshot', event, ...base };
  }
  const event =
    'error' in outcome
      ? { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id }
      : { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id };
  return { kind: 'outcome', event, ...base };
}

/** Whether a machine does something at an event, or breaks at it. */
function isTaken(running: RunningActor, event: ReplayStep['event']): boolean {
  const snapshot = running.snapshot();
  try {
    return snapshot.machine.getTransitionData(snapshot, event).length > 0;
  } catch {
    return true;
  }
}

/** Returns every step that a running actor could do next. */
export function possibleSteps({ cases = {} }: Pick<Chart, 'cases'>, running: RunningActor): ReplayStep[] {
  if (running.snapshot().status !== 'active') return [];
  const events = Object.entries(cases.events ?? {}).flatMap(([type, payloads]) =>
    Object.entries(payloads).map(
      ([name, payload]): ReplayStep => ({
        kind: 'event',
        name: `${type}: ${name}`,
        event: { type, ...payload },
      }),
    ),
  );
  const outcomes = running.pendingActors().flatMap((pending) =>
    Object.entries(cases.outcomes?.[pending.id] ?? cases.outcomes?.[pending.src ?? ''] ?? {})
      .filter(([, outcome]) => !('snapshot' in outcome) || pending.syncsSnapshots)
      .map(([name, outcome]) => stepOf(pending, name, outcome)),
  );
  const timers: ReplayStep[] =
    running.nextDue() === undefined ? [] : [{ kind: 'timer', name: 'timer', event: { type: 'timer' } }];
  return [...events.filter(({ event }) => isTaken(running, event)), ...outcomes, ...timers];
}

/** Performs random steps on a real actor, the same for the same seed. */
export function randomWalk(chart: Omit<Chart, 'name'>, seed: number, maxLength: number): ReplayTest {
  const random = randomOf(seed);
  const running = runningActor(chart.machine, { input: chart.input });
  const steps: ReplayTest['steps'][number][] = [];
  while (steps.length < maxLength) {
    const possible = possibleSteps(chart, running);
    const step = possible[Math.floor(random() * possible.length)];
    if (!step) break;
    running.perform(step);
    const { value, status } = running.snapshot();
    steps.push({ ...step, after: { value, status } });
  }
  running.stop();
  return { steps };
}

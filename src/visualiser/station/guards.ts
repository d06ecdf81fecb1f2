import { type AnyMachineSnapshot, transition } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import { stateKey } from '../../../machines/paths/explore.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { guardAnswer, isRefusal, withGuardsTold } from '../../../machines/paths/internals.ts';
import { snapshotOf } from '../../../machines/paths/recording.ts';
import type { Pose } from '../channel/messages.ts';

/** A flow whose guards tell what they answer. */
type Told = { flow: Flow; answers: string[] };

const told = new Map<string, Told>();

function toldFlow(id: string): Told | null {
  const known = told.get(id);
  if (known) return known;
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) return null;
  const answers: string[] = [];
  const machine = withGuardsTold(flow.machine, (transitionId, answer) =>
    answers.push(guardAnswer(transitionId, answer)),
  );
  const made = { flow: { ...flow, machine }, answers };
  told.set(id, made);
  return made;
}

/** What the guards that an event asks answer in a state. Guards are pure, so that asking again does no harm. */
export function answersTo(flow: string, pose: Pose, event: { type: string }): string[] {
  const asked = toldFlow(flow);
  if (!asked || pose.status !== 'active') return [];
  asked.answers.length = 0;
  try {
    transition(asked.flow.machine, snapshotOf(asked.flow, pose), event);
  } catch {
    // An event that the machine does not know how to take asks nothing.
  }
  return [...new Set(asked.answers)];
}

const refusals = new Map<string, string[]>();

/** The guards that refuse a case in a state, as the path tests count them. Worked out once for each state. */
export function refusalsIn(id: string, pose: Pose): string[] {
  const asked = toldFlow(id);
  if (!asked) return [];
  const { flow } = asked;
  const key = `${id} ${stateKey(flow, snapshotOf(flow, pose))}`;
  const known = refusals.get(key);
  const verdict = known ? null : verdictOn(id, pose);
  if (!verdict) return known ?? [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.values(cases).map((payload) => ({ ...payload, type })),
  );
  const refused = events.flatMap((event) => verdict(event).refusedBy.map((by) => guardAnswer(by, false)));
  refusals.set(key, refused);
  return refused;
}

/** Whether a flow takes an event in a state, and the transitions whose guards refuse it. */
export function verdictOn(
  flow: string,
  pose: Pose,
): ((event: { type: string }) => { isEnabled: boolean; refusedBy: string[] }) | null {
  const asked = toldFlow(flow);
  if (!asked) return null;
  const snapshot: AnyMachineSnapshot = snapshotOf(asked.flow, pose);
  return (event) => {
    asked.answers.length = 0;
    const isEnabled = pose.status === 'active' && snapshot.can(event);
    const refusedBy = asked.answers.filter(isRefusal).map((answer) => answer.replace(/ \? false$/, ''));
    return { isEnabled, refusedBy: [...new Set(refusedBy)] };
  };
}

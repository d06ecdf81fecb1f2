import { type AnyMachineSnapshot, transition } from 'xstate';
import { catalogue } from '../../../../machines/catalogue.ts';
import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import {
  guardResult,
  isFalseResult,
  restoredSnapshot,
  stateKey,
  withObservedGuards,
} from '../../../../machines/paths/index.ts';

/** A flow whose guards report their results. */
type ObservedFlow = { flow: Flow; guardResults: string[] };

function observe(id: string): ObservedFlow | null {
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) return null;
  const guardResults: string[] = [];
  const machine = withObservedGuards(flow.machine, {
    evaluated: (transitionId, result) => guardResults.push(guardResult(transitionId, result)),
  });
  return { flow: { ...flow, machine }, guardResults };
}

const observedFlows = new Map<string, ObservedFlow | null>();

function observedFlow(id: string): ObservedFlow | null {
  const observed = observedFlows.get(id) ?? observe(id);
  observedFlows.set(id, observed);
  return observed;
}

/** Returns the results of the guards that an event evaluates in a state. Guards are pure, so it may be repeated. */
export function guardResultsFor(
  flow: string,
  persistedSnapshot: PersistedSnapshot,
  event: { type: string },
): string[] {
  const observed = observedFlow(flow);
  if (!observed || persistedSnapshot.status !== 'active') return [];
  observed.guardResults.length = 0;
  try {
    transition(observed.flow.machine, restoredSnapshot(observed.flow, persistedSnapshot), event);
  } catch {
    // An event that the machine cannot process evaluates no guards.
  }
  return [...new Set(observed.guardResults)];
}

type EventCheck = (event: { type: string }) => { isEnabled: boolean; blockedBy: string[] };

function createEventCheck(
  { flow, guardResults }: ObservedFlow,
  persistedSnapshot: PersistedSnapshot,
): EventCheck {
  const snapshot: AnyMachineSnapshot = restoredSnapshot(flow, persistedSnapshot);
  return (event) => {
    guardResults.length = 0;
    const isEnabled = persistedSnapshot.status === 'active' && snapshot.can(event);
    const blockedBy = guardResults
      .filter(isFalseResult)
      .map((result) => result.replace(guardResult('', false), ''));
    return { isEnabled, blockedBy: [...new Set(blockedBy)] };
  };
}

/** Returns a check whether a flow handles an event in a state, and which transitions are blocked by their guards. */
export function eventCheckFor(flow: string, persistedSnapshot: PersistedSnapshot): EventCheck | null {
  const observed = observedFlow(flow);
  return observed && createEventCheck(observed, persistedSnapshot);
}

function falseGuardResults(observed: ObservedFlow, persistedSnapshot: PersistedSnapshot): string[] {
  const check = createEventCheck(observed, persistedSnapshot);
  const events = Object.entries(observed.flow.events).flatMap(([type, cases]) =>
    Object.values(cases).map((payload) => ({ ...payload, type })),
  );
  return events.flatMap((event) => check(event).blockedBy.map((by) => guardResult(by, false)));
}

const knownFalseResults = new Map<string, string[]>();

/** Returns the false guard results of all cases in a state, as the path tests count them. Computed once per state. */
export function falseGuardResultsIn(id: string, persistedSnapshot: PersistedSnapshot): string[] {
  const observed = observedFlow(id);
  if (!observed) return [];
  const key = `${id} ${persistedSnapshot.status} ${stateKey(observed.flow, restoredSnapshot(observed.flow, persistedSnapshot))}`;
  const failed = knownFalseResults.get(key) ?? falseGuardResults(observed, persistedSnapshot);
  knownFalseResults.set(key, failed);
  return failed;
}

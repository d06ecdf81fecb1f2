import { type AnyMachineSnapshot, transition } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { guardResult, isFalseResult, withObservedGuards } from '../../../machines/paths/guards.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import { restoredSnapshot } from '../../../machines/paths/recording.ts';
import { stateKey } from '../../../machines/paths/stateKey.ts';

/** A flow whose guards report their results. */
type ObservedFlow = { flow: Flow; guardResults: string[] };

const observedFlows = new Map<string, ObservedFlow>();

function observedFlow(id: string): ObservedFlow | null {
  const known = observedFlows.get(id);
  if (known) return known;
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) return null;
  const guardResults: string[] = [];
  const machine = withObservedGuards(flow.machine, {
    evaluated: (transitionId, result) => guardResults.push(guardResult(transitionId, result)),
  });
  const observed = { flow: { ...flow, machine }, guardResults };
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

const knownFalseResults = new Map<string, string[]>();

/** Returns the false guard results of all cases in a state, as the path tests count them. Computed once per state. */
export function falseGuardResultsIn(id: string, persistedSnapshot: PersistedSnapshot): string[] {
  const observed = observedFlow(id);
  if (!observed || persistedSnapshot.status !== 'active') return [];
  const { flow } = observed;
  const key = `${id} ${stateKey(flow, restoredSnapshot(flow, persistedSnapshot))}`;
  const known = knownFalseResults.get(key);
  const checkEvent = known ? null : eventCheckFor(id, persistedSnapshot);
  if (!checkEvent) return known ?? [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.values(cases).map((payload) => ({ ...payload, type })),
  );
  const failed = events.flatMap((event) => checkEvent(event).blockedBy.map((by) => guardResult(by, false)));
  knownFalseResults.set(key, failed);
  return failed;
}

/** Returns a check whether a flow handles an event in a state, and which transitions are blocked by their guards. */
export function eventCheckFor(
  flow: string,
  persistedSnapshot: PersistedSnapshot,
): ((event: { type: string }) => { isEnabled: boolean; blockedBy: string[] }) | null {
  const observed = observedFlow(flow);
  if (!observed) return null;
  const snapshot: AnyMachineSnapshot = restoredSnapshot(observed.flow, persistedSnapshot);
  return (event) => {
    observed.guardResults.length = 0;
    const isEnabled = persistedSnapshot.status === 'active' && snapshot.can(event);
    const blockedBy = observed.guardResults
      .filter(isFalseResult)
      .map((result) => result.replace(/ \? false$/, ''));
    return { isEnabled, blockedBy: [...new Set(blockedBy)] };
  };
}

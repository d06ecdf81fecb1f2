import { createExplorer, type PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { memoize } from '../../../../machines/visualiser/memoize.ts';
import { flowWithId } from '../model/flowModels.ts';

type Explorer = ReturnType<typeof createExplorer>;

/** Null where there is no flow with the id. */
export const explorerOf = memoize((id: string): Explorer | null => {
  const flow = flowWithId(id);
  return flow ? createExplorer(flow) : null;
});

/** The results of the guards that an event evaluates in a state. Guards are pure, so they may run again. */
export function guardResultsFor(
  flow: string,
  persistedSnapshot: PersistedSnapshot,
  event: { type: string },
): string[] {
  const explorer = explorerOf(flow);
  if (!explorer || persistedSnapshot.status !== 'active') return [];
  try {
    const state = explorer.restore(persistedSnapshot);
    const { guardResults } = explorer.perform(state, { kind: 'event', type: event.type, name: '', event });
    return [...new Set(guardResults)];
  } catch {
    // An event that the machine cannot process evaluates no guards.
    return [];
  }
}

/** Null where the context of the snapshot cannot be compared. */
function restoredState(explorer: Explorer, persistedSnapshot: PersistedSnapshot) {
  try {
    return explorer.restore(persistedSnapshot);
  } catch {
    return null;
  }
}

type EventCheck = (event: { type: string }) => { isEnabled: boolean; blockedBy: string[] };

const FALSE = ' ? false';

/** Checks whether a flow handles an event in a state, and which transitions are blocked by their guards. */
export function eventCheckFor(flow: string, persistedSnapshot: PersistedSnapshot): EventCheck | null {
  const explorer = explorerOf(flow);
  if (!explorer) return null;
  const state = restoredState(explorer, persistedSnapshot);
  if (!state) return null;
  return (event) => {
    const { isEnabled, guardResults } = explorer.check(state, event);
    const blockedBy = guardResults.filter((id) => id.endsWith(FALSE)).map((id) => id.slice(0, -FALSE.length));
    return {
      isEnabled: persistedSnapshot.status === 'active' && isEnabled,
      blockedBy: [...new Set(blockedBy)],
    };
  };
}

const knownFalseResults = new Map<string, string[]>();

/** The false guard results of all cases in a state, as the path tests count them. Computed once per state. */
export function falseGuardResultsIn(id: string, persistedSnapshot: PersistedSnapshot): string[] {
  const explorer = explorerOf(id);
  const check = eventCheckFor(id, persistedSnapshot);
  if (!explorer || !check) return [];
  const key = `${id} ${explorer.keyOf(explorer.restore(persistedSnapshot))}`;
  const events = Object.entries(explorer.flow.events).flatMap(([type, cases]) =>
    Object.values(cases).map((payload) => ({ ...payload, type })),
  );
  const results =
    knownFalseResults.get(key) ?? events.flatMap((event) => check(event).blockedBy.map((by) => by + FALSE));
  knownFalseResults.set(key, results);
  return results;
}

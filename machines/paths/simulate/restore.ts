import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type Snapshot } from 'xstate';
import type { PersistedSnapshot } from '../define/types.ts';

/**
 * The snapshot of a flow's machine restored from plain data. Its actors and timers do not run.
 *
 * @example
 * const loading = { status: 'active', value: 'loading', context: {}, children: {} };
 * restoredSnapshot(shelf, loading).matches('loading'); // true
 */
export function restoredSnapshot(
  { machine }: { machine: AnyStateMachine },
  persisted: PersistedSnapshot,
): AnyMachineSnapshot {
  const restorable: Snapshot<unknown> & PersistedSnapshot = {
    ...persisted,
    children: {},
    status: persisted.status === 'stopped' ? 'active' : persisted.status,
    output: undefined,
    error: undefined,
  };
  return createActor(machine, { snapshot: restorable }).getSnapshot();
}

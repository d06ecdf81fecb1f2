import { assign, fromPromise, setup } from 'xstate';
import { type Flow, flowOfMachine } from '../../machines/paths/index.ts';

/** Changes and mistakes of the machine. */
export type LockerChanges = {
  limit?: number;
  step?: number;
  lost?: string;
  afterSending?: string;
  isCodeKept?: boolean;
  isSendingGuarded?: boolean;
  /** Whether the context has one more field. */
  isMarked?: boolean;
  canBeLocked?: boolean;
};

/** A flow of a parcel locker, small enough to read its plan. */
export function lockerFlow({
  limit = 2,
  step = 1,
  lost = 'lost',
  afterSending = 'delivered',
  isCodeKept = true,
  isSendingGuarded = true,
  isMarked = false,
  canBeLocked = false,
}: LockerChanges = {}): Flow {
  const empty = { parcels: 0, code: null, ...(isMarked && { isMarked: false }) };
  const machine = setup({
    types: { context: {} as { parcels: number; code: string | null; isMarked?: boolean } },
    actors: { send: fromPromise<string>(async () => 'A1') },
    guards: {
      hasRoom: ({ context }) => context.parcels < limit,
      hasParcels: ({ context }) => context.parcels > 0,
    },
    actions: {
      add: assign(({ context }) => ({ parcels: context.parcels + step })),
      mark: assign(() => (isMarked ? { isMarked: true } : {})),
      keepCode: assign((_, code: string) => (isCodeKept ? { code } : {})),
      clear: assign(() => empty),
    },
  }).createMachine({
    id: 'locker',
    context: empty,
    initial: 'open',
    states: {
      open: {
        on: {
          added: { guard: 'hasRoom', actions: 'add' },
          sent: { ...(isSendingGuarded && { guard: 'hasParcels' }), target: 'sending', actions: 'mark' },
        },
      },
      sending: {
        invoke: {
          id: 'send',
          src: 'send',
          onDone: {
            target: afterSending,
            actions: { type: 'keepCode', params: ({ event }) => event.output },
          },
          onError: lost,
        },
      },
      [lost]: { on: { sent: 'sending' } },
      delivered: {
        on: { cleared: { target: 'open', actions: 'clear' }, ...(canBeLocked && { locked: 'open' }) },
      },
    },
  });
  return flowOfMachine(machine, {
    outcomes: { send: { arrived: { output: 'A1' }, failed: { error: new Error('no van') } } },
  });
}

import { assign, fromPromise, setup } from 'xstate';

/** A machine that is no flow of the product: a table is held for a while, and reserved. */
export const bookingMachine = setup({
  types: {
    context: {} as { seats: number; table: string | null; reference: string | null; reason: string | null },
    events: {} as
      | { type: 'tableChosen'; table: { id: string; seats: number } }
      | { type: 'seatsChanged'; seats: number }
      | { type: 'confirmed' }
      | { type: 'cancelled' },
  },
  actors: {
    reserve: fromPromise<{ reference: string }, { table: string | null; seats: number }>(async () => ({
      reference: 'R-1',
    })),
  },
  guards: {
    hasRoom: ({ context, event }) => event.type === 'tableChosen' && event.table.seats >= context.seats,
    isGroupSize: ({ event }) => event.type === 'seatsChanged' && event.seats >= 1 && event.seats <= 8,
  },
  actions: {
    keepSeats: assign({
      seats: ({ context, event }) => (event.type === 'seatsChanged' ? event.seats : context.seats),
    }),
    clear: assign({ table: null, reference: null }),
    notifyDesk: () => {},
  },
  delays: { holdTime: 300_000 },
}).createMachine({
  id: 'booking',
  context: { seats: 2, table: null, reference: null, reason: null },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        seatsChanged: { guard: 'isGroupSize', actions: 'keepSeats' },
        tableChosen: {
          guard: 'hasRoom',
          target: 'held',
          actions: assign({ table: ({ event }) => event.table.id }),
        },
      },
    },
    held: {
      on: {
        confirmed: 'reserving',
        cancelled: { target: 'browsing', actions: 'clear' },
      },
      after: { holdTime: { target: 'browsing', actions: 'clear' } },
    },
    reserving: {
      invoke: {
        id: 'reserve',
        src: 'reserve',
        input: ({ context }) => ({ table: context.table, seats: context.seats }),
        onDone: {
          target: 'booked',
          actions: ['notifyDesk', assign({ reference: ({ event }) => event.output.reference })],
        },
        onError: { target: 'held', actions: assign({ reason: 'The desk is busy.' }) },
      },
    },
    booked: { on: { cancelled: { target: 'browsing', actions: 'clear' } } },
  },
});

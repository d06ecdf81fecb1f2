import { assertEvent, assign, setup } from 'xstate';

type Point = { x: number; y: number };

/** Where a person put a chart: the middle of a state or transition stands `at` pixels from that of the viewport. */
export type Place = {
  anchor: string;
  at: Point;
  /** Pixels per unit of the chart, and the direction of its layout; null for fitting the viewport. */
  drawn: { scale: number; direction: string } | null;
};

type Context = {
  /** The size of the viewport in pixels. */
  size: { width: number; height: number };
  place: Place | null;
  /** The id of the state or transition that the pointer or the focus is on. */
  lit: string | null;
};

type Event =
  | { type: 'resized'; size: Context['size'] }
  | { type: 'moved'; place: Place }
  | { type: 'fitRequested' }
  | { type: 'followRequested' }
  | { type: 'lit'; id: string | null };

/** The visible part of a chart: the active state, the whole, or the part that a person moved to. */
export const chartViewMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as { place: Place | null } },
  guards: { isPlaced: ({ context }) => context.place !== null },
  actions: {
    setSize: assign(({ event }) => {
      assertEvent(event, 'resized');
      return { size: event.size };
    }),
    setPlace: assign(({ event }) => {
      assertEvent(event, 'moved');
      return { place: event.place };
    }),
    setLit: assign(({ event }) => {
      assertEvent(event, 'lit');
      return { lit: event.id };
    }),
  },
}).createMachine({
  id: 'chartView',
  context: ({ input }) => ({ size: { width: 0, height: 0 }, place: input.place, lit: null }),
  initial: 'starting',
  on: {
    resized: { actions: 'setSize' },
    lit: { actions: 'setLit' },
    moved: { target: '.placed', actions: 'setPlace' },
    fitRequested: '.fitted',
    followRequested: '.following',
  },
  states: {
    starting: { always: [{ guard: 'isPlaced', target: 'placed' }, { target: 'following' }] },
    following: { description: 'The active state is kept in sight.' },
    fitted: { description: 'The whole chart is in sight, as large as it fits.' },
    placed: { description: 'The chart stays where a person moved it.' },
  },
});

import { assign, setup } from 'xstate';
import { promiseActor } from '../actors.ts';
import {
  askToUnfold,
  drag,
  hold,
  isAnother,
  isHeld,
  isOneOfMany,
  letGo,
  search,
  showMatch,
  soughtNow,
  tellShown,
  want,
} from './chartViewport.params.ts';
import {
  besides,
  directionIn,
  distance,
  dragged,
  fitted,
  hasRoom,
  matchesOf,
  middleOf,
  movedBy,
  opened,
  showing,
  steadied,
  zoomed,
} from './chartViewport.rules.ts';
import type {
  ChartViewportContext,
  ChartViewportEvent,
  ChartViewportInput,
  Layout,
  LayoutRequest,
  Point,
  Pressed,
  Size,
} from './chartViewport.types.ts';

/** How far a pointer goes before it drags. Pixels. */
const SLACK = 5;

export const chartViewportActors = {
  /** Finds a place for everything that is drawn. */
  layOut: promiseActor<Layout, LayoutRequest>('layOut'),
};

/**
 * The viewport of a chart: the chart is laid out anew when it changes, and is panned, zoomed, fitted and searched.
 * It never moves by itself: when the chart is laid out anew, what a person looks at stays where it is.
 */
export const chartViewportMachine = setup({
  types: {
    context: {} as ChartViewportContext,
    events: {} as ChartViewportEvent,
    input: {} as ChartViewportInput,
    tags: {} as 'busy',
  },
  actors: chartViewportActors,
  guards: {
    isRoom: (_, size: Size) => hasRoom(size),
    canPlace: ({ context }) => context.drawn !== null && hasRoom(context.size),
    hasChart: ({ context }) => context.drawn !== null,
    isHeld: ({ context }, pointer: number) => context.pointers.some(({ id }) => id === pointer),
    isOneOfMany: ({ context: { pointers } }, pointer: number) =>
      pointers.length > 2 && pointers.some(({ id }) => id === pointer),
    isAnother: ({ context }, pointer: number) => context.pointers.every(({ id }) => id !== pointer),
    hasMatches: ({ context }, query: string) => matchesOf(context.wanted.model, query).length > 0,
    isBlank: (_, query: string) => query.trim() === '',
    isFar: ({ context }, { pointer, at }: { pointer: number; at: Point }) =>
      context.pointers.some((held) => held.id === pointer && distance(held.at, at) > SLACK),
  },
  actions: {
    want: assign(({ context }, { folded, details }: Pick<LayoutRequest, 'folded' | 'details'>) => ({
      wanted: { ...context.wanted, folded, details },
    })),
    draw: assign(({ context }, layout: Layout) => {
      const drawn = { ...context.wanted, layout };
      const view = context.drawn ? steadied(context.drawn, drawn, context.view, context.size) : context.view;
      return { drawn, view };
    }),
    showSought: assign(({ context }) => (context.sought === null ? {} : showing(context, context.sought))),
    /** Once: a chart that turned when its room changes would jump. */
    chooseDirection: assign(({ context }, size: Size) => ({
      wanted: { ...context.wanted, direction: directionIn(size) },
    })),
    open: assign(({ context: { drawn, size, start } }) =>
      drawn ? { view: opened(drawn, size, start) } : {},
    ),
    keepSize: assign((_, size: Size) => ({ size })),
    fit: assign(({ context }) => (context.drawn ? { view: fitted(context.drawn.layout, context.size) } : {})),
    pan: assign(({ context }, by: Point) => ({ view: movedBy(context, context.view, by) })),
    zoom: assign(({ context }, { by, around }: { by: number; around?: Point }) => ({
      view: movedBy(context, zoomed(context.view, by, around ?? middleOf(context.size)), { x: 0, y: 0 }),
    })),
    hold: assign(({ context }, { id, at, on }: { id: number; at: Point; on: Pressed }) => ({
      pointers: [...context.pointers, { id, at, on }],
    })),
    letGo: assign(({ context }, pointer: number) => ({
      pointers: context.pointers.filter(({ id }) => id !== pointer),
    })),
    drag: assign(({ context }, moving: { pointer: number; at: Point }) => dragged(context, moving)),
    search: assign(({ context }, query: string) => ({
      query,
      matches: matchesOf(context.wanted.model, query),
      match: -1,
    })),
    goToNext: assign(({ context }) => ({ match: besides(context, 1) })),
    goToPrevious: assign(({ context }) => ({ match: besides(context, -1) })),
    showMatch: assign(({ context }) => {
      const id = context.matches[context.match];
      return id === undefined ? {} : showing(context, id);
    }),
    show: assign(({ context }, id: string) => showing(context, id)),
    seek: assign((_, sought: string) => ({ sought })),
    /** Tells what was pressed without dragging it. */
    tellPressed: (_, _pressed: Pressed) => {},
    /** Tells which match of a search is shown, or what was sought. */
    tellShown: (_, _id: string | undefined) => {},
    /** Asks for a folded state to be unfolded. */
    askToUnfold: (_, _state: string | undefined) => {},
  },
  delays: { layoutTimeout: 20_000 },
}).createMachine({
  id: 'chartViewport',
  context: ({ input }) => ({
    wanted: { model: input.model, folded: input.folded, details: input.details, direction: 'down' },
    start: input.start,
    drawn: null,
    size: { width: 0, height: 0 },
    view: { x: 0, y: 0, scale: 1 },
    pointers: [],
    query: '',
    matches: [],
    match: -1,
    sought: null,
  }),
  type: 'parallel',
  states: {
    chart: {
      initial: 'waiting',
      on: { chartChanged: { target: '.layingOut', actions: [want, askToUnfold(soughtNow)] } },
      states: {
        waiting: {
          description: 'There is no room to draw in yet.',
          on: {
            chartChanged: { actions: want },
            resized: {
              guard: { type: 'isRoom', params: ({ event }) => event.size },
              target: 'layingOut',
              actions: { type: 'chooseDirection', params: ({ event }) => event.size },
            },
          },
        },
        layingOut: {
          description: 'Everything gets its place; the chart that was there stays.',
          tags: 'busy',
          invoke: {
            id: 'layOut',
            src: 'layOut',
            input: ({ context }) => context.wanted,
            onDone: {
              target: 'drawn',
              actions: [
                { type: 'draw', params: ({ event }) => event.output },
                tellShown(soughtNow),
                'showSought',
              ],
            },
            onError: 'failed',
          },
          after: { layoutTimeout: 'failed' },
        },
        drawn: { description: 'The chart is drawn as it is wanted.' },
        failed: {
          description: 'The chart could not be laid out. The outline says the same in text.',
          on: { retried: 'layingOut' },
        },
      },
    },
    view: {
      initial: 'unplaced',
      on: { resized: { actions: { type: 'keepSize', params: ({ event }) => event.size } } },
      states: {
        unplaced: {
          description: 'There is no chart yet, or no room for it.',
          always: { guard: 'canPlace', target: 'placed', actions: ['open', 'showSought'] },
          on: { shown: { actions: { type: 'seek', params: ({ event }) => event.id } } },
        },
        placed: {
          description: 'The chart stays where it is until a person moves it.',
          on: {
            panned: { actions: { type: 'pan', params: ({ event }) => event.by } },
            zoomed: { actions: { type: 'zoom', params: ({ event }) => event } },
            fitAsked: { actions: 'fit' },
            shown: {
              actions: [{ type: 'show', params: ({ event }) => event.id }, askToUnfold(soughtNow)],
            },
          },
        },
      },
    },
    hand: {
      initial: 'free',
      states: {
        free: {
          description: 'Nobody holds the chart.',
          on: {
            pointerPressed: { guard: 'hasChart', target: 'pressing', actions: hold },
          },
        },
        pressing: {
          description: 'One pointer is down and has not moved yet.',
          on: {
            pointerPressed: { guard: isAnother, target: 'pinching', actions: hold },
            pointerMoved: {
              guard: { type: 'isFar', params: ({ event }) => event },
              target: 'dragging',
              actions: drag,
            },
            pointerReleased: {
              guard: isHeld,
              target: 'free',
              actions: [
                { type: 'tellPressed', params: ({ context }) => context.pointers[0]?.on ?? null },
                letGo,
              ],
            },
            pointerLost: { guard: isHeld, target: 'free', actions: letGo },
          },
        },
        dragging: {
          description: 'One pointer moves the chart.',
          on: {
            pointerPressed: { guard: isAnother, target: 'pinching', actions: hold },
            pointerMoved: { guard: isHeld, actions: drag },
            pointerReleased: { guard: isHeld, target: 'free', actions: letGo },
            pointerLost: { guard: isHeld, target: 'free', actions: letGo },
          },
        },
        pinching: {
          description: 'Two pointers move and zoom the chart; more of them wait.',
          on: {
            pointerPressed: { guard: isAnother, actions: hold },
            pointerMoved: { guard: isHeld, actions: drag },
            pointerReleased: [
              { guard: isOneOfMany, actions: letGo },
              { guard: isHeld, target: 'dragging', actions: letGo },
            ],
            pointerLost: [
              { guard: isOneOfMany, actions: letGo },
              { guard: isHeld, target: 'dragging', actions: letGo },
            ],
          },
        },
      },
    },
    search: {
      initial: 'idle',
      on: {
        searched: [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.query },
            target: '.idle',
            actions: search,
          },
          {
            guard: { type: 'hasMatches', params: ({ event }) => event.query },
            target: '.found',
            actions: search,
          },
          { target: '.missing', actions: search },
        ],
      },
      states: {
        idle: { description: 'Nothing is looked for.' },
        found: {
          description: 'What is looked for is marked, and can be gone through.',
          on: {
            nextAsked: { actions: ['goToNext', ...showMatch] },
            previousAsked: { actions: ['goToPrevious', ...showMatch] },
          },
        },
        missing: { description: 'Nothing in the chart contains what is looked for.' },
      },
    },
  },
});

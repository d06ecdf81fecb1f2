import { assign, setup } from 'xstate';
import { declarePromiseActor } from '../actors.ts';
import {
  addPointer,
  dragPointer,
  isNewPointer,
  isOneOfSeveralPointers,
  isPointerDown,
  pendingReveal,
  removePointer,
  reportShown,
  requestUnfold,
  revealMatch,
  setQuery,
  setRequest,
} from './chartViewport.params.ts';
import {
  centreOf,
  directionFor,
  distance,
  fitView,
  hasArea,
  initialView,
  matchesOf,
  movePointer,
  moveView,
  neighbouringMatch,
  revealUpdate,
  viewKeepingAnchor,
  zoomView,
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

/** The distance after which a pressed pointer drags, in pixels. */
const DRAG_THRESHOLD = 5;

export const chartViewportActors = {
  /** Lays out the requested chart. */
  layOut: declarePromiseActor<Layout, LayoutRequest>('layOut'),
};

/**
 * The viewport of a chart: the chart is laid out again when it changes, and is panned, zoomed, fitted and searched.
 * It never moves by itself: after a new layout, an anchor state keeps its position on the screen.
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
    hasArea: (_, size: Size) => hasArea(size),
    canPlace: ({ context }) => context.drawn !== null && hasArea(context.size),
    isChartDrawn: ({ context }) => context.drawn !== null,
    isPointerDown: ({ context }, pointer: number) => context.pointers.some(({ id }) => id === pointer),
    isOneOfSeveralPointers: ({ context: { pointers } }, pointer: number) =>
      pointers.length > 2 && pointers.some(({ id }) => id === pointer),
    isNewPointer: ({ context }, pointer: number) => context.pointers.every(({ id }) => id !== pointer),
    hasMatches: ({ context }, query: string) => matchesOf(context.request.model, query).length > 0,
    isQueryBlank: (_, query: string) => query.trim() === '',
    isBeyondDragThreshold: ({ context }, { pointer, at }: { pointer: number; at: Point }) =>
      context.pointers.some(
        ({ id, at: pressedAt }) => id === pointer && distance(pressedAt, at) > DRAG_THRESHOLD,
      ),
  },
  actions: {
    setRequest: assign(({ context }, { folded, details }: Pick<LayoutRequest, 'folded' | 'details'>) => ({
      request: { ...context.request, folded, details },
    })),
    setDrawn: assign(({ context }, layout: Layout) => {
      const drawn = { ...context.request, layout };
      const view = context.drawn
        ? viewKeepingAnchor(context.drawn, drawn, context.view, context.size)
        : context.view;
      return { drawn, view };
    }),
    revealPending: assign(({ context }) =>
      context.pendingReveal === null ? {} : revealUpdate(context, context.pendingReveal),
    ),
    /** Runs once: a chart that changed its direction with the size of the viewport would jump. */
    chooseDirection: assign(({ context }, size: Size) => ({
      request: { ...context.request, direction: directionFor(size) },
    })),
    setInitialView: assign(({ context: { drawn, size, start } }) =>
      drawn ? { view: initialView(drawn, size, start) } : {},
    ),
    setSize: assign((_, size: Size) => ({ size })),
    fit: assign(({ context }) =>
      context.drawn ? { view: fitView(context.drawn.layout, context.size) } : {},
    ),
    pan: assign(({ context }, by: Point) => ({ view: moveView(context, context.view, by) })),
    zoom: assign(({ context }, { by, around }: { by: number; around?: Point }) => ({
      view: moveView(context, zoomView(context.view, by, around ?? centreOf(context.size)), { x: 0, y: 0 }),
    })),
    addPointer: assign(({ context }, { id, at, on }: { id: number; at: Point; on: Pressed }) => ({
      pointers: [...context.pointers, { id, at, on }],
    })),
    removePointer: assign(({ context }, pointer: number) => ({
      pointers: context.pointers.filter(({ id }) => id !== pointer),
    })),
    dragPointer: assign(({ context }, moving: { pointer: number; at: Point }) =>
      movePointer(context, moving),
    ),
    setQuery: assign(({ context }, query: string) => ({
      query,
      matches: matchesOf(context.request.model, query),
      match: -1,
    })),
    selectNextMatch: assign(({ context }) => ({ match: neighbouringMatch(context, 1) })),
    selectPreviousMatch: assign(({ context }) => ({ match: neighbouringMatch(context, -1) })),
    revealMatch: assign(({ context }) => {
      const id = context.matches[context.match];
      return id === undefined ? {} : revealUpdate(context, id);
    }),
    reveal: assign(({ context }, id: string) => revealUpdate(context, id)),
    setPendingReveal: assign((_, pendingReveal: string) => ({ pendingReveal })),
    /** Reports the element that was pressed without being dragged. */
    reportPressed: (_, _pressed: Pressed) => {},
    /** Reports the match or the requested element that is now shown. */
    reportShown: (_, _id: string | undefined) => {},
    /** Requests that a folded state be unfolded. */
    requestUnfold: (_, _state: string | undefined) => {},
  },
  delays: { layoutTimeout: 20_000 },
}).createMachine({
  id: 'chartViewport',
  context: ({ input }) => ({
    request: { model: input.model, folded: input.folded, details: input.details, direction: 'down' },
    start: input.start,
    drawn: null,
    size: { width: 0, height: 0 },
    view: { x: 0, y: 0, scale: 1 },
    pointers: [],
    query: '',
    matches: [],
    match: -1,
    pendingReveal: null,
  }),
  type: 'parallel',
  states: {
    chart: {
      initial: 'waiting',
      on: { chartChanged: { target: '.layingOut', actions: [setRequest, requestUnfold(pendingReveal)] } },
      states: {
        waiting: {
          description: 'The viewport has no size yet.',
          on: {
            chartChanged: { actions: setRequest },
            resized: {
              guard: { type: 'hasArea', params: ({ event }) => event.size },
              target: 'layingOut',
              actions: { type: 'chooseDirection', params: ({ event }) => event.size },
            },
          },
        },
        layingOut: {
          description: 'The chart is laid out; the one drawn before stays.',
          tags: 'busy',
          invoke: {
            id: 'layOut',
            src: 'layOut',
            input: ({ context }) => context.request,
            onDone: {
              target: 'drawn',
              actions: [
                { type: 'setDrawn', params: ({ event }) => event.output },
                reportShown(pendingReveal),
                'revealPending',
              ],
            },
            onError: 'failed',
          },
          after: { layoutTimeout: 'failed' },
        },
        drawn: { description: 'The requested chart is drawn.' },
        failed: {
          description: 'The chart could not be laid out. The outline says the same in text.',
          on: { retried: 'layingOut' },
        },
      },
    },
    view: {
      initial: 'unplaced',
      on: { resized: { actions: { type: 'setSize', params: ({ event }) => event.size } } },
      states: {
        unplaced: {
          description: 'There is no chart yet, or no size for it.',
          always: { guard: 'canPlace', target: 'placed', actions: ['setInitialView', 'revealPending'] },
          on: { revealRequested: { actions: { type: 'setPendingReveal', params: ({ event }) => event.id } } },
        },
        placed: {
          description: 'The chart stays where it is until a person moves it.',
          on: {
            panned: { actions: { type: 'pan', params: ({ event }) => event.by } },
            zoomed: { actions: { type: 'zoom', params: ({ event }) => event } },
            fitRequested: { actions: 'fit' },
            revealRequested: {
              actions: [{ type: 'reveal', params: ({ event }) => event.id }, requestUnfold(pendingReveal)],
            },
          },
        },
      },
    },
    gesture: {
      initial: 'idle',
      states: {
        idle: {
          description: 'No pointer is down.',
          on: {
            pointerPressed: { guard: 'isChartDrawn', target: 'pressing', actions: addPointer },
          },
        },
        pressing: {
          description: 'One pointer is down and has not moved yet.',
          on: {
            pointerPressed: { guard: isNewPointer, target: 'pinching', actions: addPointer },
            pointerMoved: {
              guard: { type: 'isBeyondDragThreshold', params: ({ event }) => event },
              target: 'dragging',
              actions: dragPointer,
            },
            pointerReleased: {
              guard: isPointerDown,
              target: 'idle',
              actions: [
                { type: 'reportPressed', params: ({ context }) => context.pointers[0]?.on ?? null },
                removePointer,
              ],
            },
            pointerLost: { guard: isPointerDown, target: 'idle', actions: removePointer },
          },
        },
        dragging: {
          description: 'One pointer moves the chart.',
          on: {
            pointerPressed: { guard: isNewPointer, target: 'pinching', actions: addPointer },
            pointerMoved: { guard: isPointerDown, actions: dragPointer },
            pointerReleased: { guard: isPointerDown, target: 'idle', actions: removePointer },
            pointerLost: { guard: isPointerDown, target: 'idle', actions: removePointer },
          },
        },
        pinching: {
          description: 'Two pointers move and zoom the chart; more of them wait.',
          on: {
            pointerPressed: { guard: isNewPointer, actions: addPointer },
            pointerMoved: { guard: isPointerDown, actions: dragPointer },
            pointerReleased: [
              { guard: isOneOfSeveralPointers, actions: removePointer },
              { guard: isPointerDown, target: 'dragging', actions: removePointer },
            ],
            pointerLost: [
              { guard: isOneOfSeveralPointers, actions: removePointer },
              { guard: isPointerDown, target: 'dragging', actions: removePointer },
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
            guard: { type: 'isQueryBlank', params: ({ event }) => event.query },
            target: '.idle',
            actions: setQuery,
          },
          {
            guard: { type: 'hasMatches', params: ({ event }) => event.query },
            target: '.found',
            actions: setQuery,
          },
          { target: '.notFound', actions: setQuery },
        ],
      },
      states: {
        idle: { description: 'Nothing is searched.' },
        found: {
          description: 'The matches are marked, and can be shown one by one.',
          on: {
            nextMatchRequested: { actions: ['selectNextMatch', ...revealMatch] },
            previousMatchRequested: { actions: ['selectPreviousMatch', ...revealMatch] },
          },
        },
        notFound: { description: 'Nothing in the chart contains the query.' },
      },
    },
  },
});

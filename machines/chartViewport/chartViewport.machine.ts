import { assign, setup } from 'xstate';
import { declarePromiseActor } from '../actors.ts';
import {
  addPointer,
  dragPointer,
  followActive,
  isNewPointer,
  isPointerDown,
  pendingReveal,
  removePointer,
  reportShown,
  requestUnfold,
  revealMatch,
  setActive,
  setDirection,
  setQuery,
  setRequest,
  setSize,
} from './chartViewport.params.ts';
import {
  activeUpdate,
  centreOf,
  distance,
  fitUpdate,
  followUpdate,
  hasArea,
  initialUpdate,
  layoutToDraw,
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
  Direction,
  Layout,
  LayoutRequest,
  Point,
  Pressed,
  Size,
} from './chartViewport.types.ts';

/** The distance after which a pressed pointer drags, in pixels. */
const DRAG_THRESHOLD = 5;

export const chartViewportActors = {
  /** Lays out the requested chart in one or more arrangements. */
  layOut: declarePromiseActor<readonly Layout[], LayoutRequest>('layOut'),
};

/**
 * The viewport of a chart: the chart is laid out again when it changes, and is panned, zoomed, fitted and searched.
 * It follows the active state until a person moves it. Then it never moves by itself: after a new layout, an anchor
 * state keeps its position on the screen.
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
      request: {
        ...context.request,
        folded,
        details,
        arrangement: context.drawn?.layout.arrangement ?? null,
      },
      isFitted: false,
    })),
    setDirection: assign(({ context }, direction: Direction | null) => ({
      request: { ...context.request, direction, arrangement: null },
      isFitted: true,
    })),
    setDrawn: assign(({ context }, layouts: readonly Layout[]) => {
      const layout = layoutToDraw(context, layouts);
      if (!layout) return {};
      const { model, folded, details } = context.request;
      const drawn = { model, folded, details, layout };
      const view = context.drawn
        ? viewKeepingAnchor(context.drawn, drawn, context.view, context.size)
        : context.view;
      return { drawn, layouts, view };
    }),
    /** A whole chart stays whole; else an active state that is followed stays in sight. */
    adjustView: assign(({ context }) => {
      if (!hasArea(context.size)) return {};
      if (context.isFitted) return fitUpdate(context);
      return context.isFollowing ? followUpdate(context) : {};
    }),
    setActive: assign((_, active: string | null) => ({ active })),
    followActive: assign(({ context }, active: string | null) => activeUpdate(context, active)),
    follow: assign(({ context }) => (context.isFollowing ? followUpdate(context) : {})),
    toggleFollowing: assign(({ context }) => ({ isFollowing: !context.isFollowing, pendingReveal: null })),
    revealPending: assign(({ context }) =>
      context.pendingReveal === null ? {} : revealUpdate(context, context.pendingReveal),
    ),
    setInitialView: assign(({ context }) => initialUpdate(context)),
    setSize: assign((_, size: Size) => ({ size })),
    fit: assign(({ context }) => fitUpdate(context)),
    pan: assign(({ context }, by: Point) => ({
      view: moveView(context, context.view, by),
      isFollowing: false,
      isFitted: false,
    })),
    zoom: assign(({ context }, { by, around }: { by: number; around?: Point }) => ({
      view: moveView(context, zoomView(context.view, by, around ?? centreOf(context.size)), { x: 0, y: 0 }),
      isFollowing: false,
      isFitted: false,
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
    setPendingReveal: assign((_, pendingReveal: string) => ({ pendingReveal, isFollowing: false })),
    /** Reports the element that was pressed without being dragged. */
    reportPressed: (_, _pressed: Pressed) => {},
    /** Reports the match or the requested element that is now shown. */
    reportShown: (_, _id: string | undefined) => {},
    /** Requests that a folded state be unfolded. */
    requestUnfold: (_, _state: string | undefined) => {},
  },
  delays: { layoutTimeout: 60_000 },
}).createMachine({
  id: 'chartViewport',
  context: ({ input }) => ({
    request: {
      model: input.model,
      folded: input.folded,
      details: input.details,
      direction: null,
      arrangement: null,
    },
    start: input.start,
    link: input.link,
    drawn: null,
    layouts: [],
    active: input.active,
    isFollowing: true,
    isFitted: false,
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
      on: {
        chartChanged: { target: '.layingOut', actions: [setRequest, requestUnfold(pendingReveal)] },
        directionChosen: { target: '.layingOut', actions: setDirection },
      },
      states: {
        waiting: {
          description: 'The viewport has no size yet.',
          on: {
            chartChanged: { actions: setRequest },
            directionChosen: { actions: setDirection },
            resized: { guard: { type: 'hasArea', params: ({ event }) => event.size }, target: 'layingOut' },
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
                'adjustView',
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
      on: {
        resized: { actions: setSize },
        activeChanged: { actions: setActive },
        followToggled: { actions: 'toggleFollowing' },
      },
      states: {
        unplaced: {
          description: 'There is no chart yet, or no size for it.',
          always: { guard: 'canPlace', target: 'placed', actions: ['setInitialView', 'revealPending'] },
          on: { revealRequested: { actions: { type: 'setPendingReveal', params: ({ event }) => event.id } } },
        },
        placed: {
          description: 'The chart follows the active state, or stays where a person moved it.',
          on: {
            resized: { actions: [setSize, 'adjustView'] },
            activeChanged: { actions: followActive },
            followToggled: { actions: ['toggleFollowing', 'follow'] },
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
          description: 'Two pointers move and zoom the chart; more of them are ignored.',
          on: {
            pointerMoved: { guard: isPointerDown, actions: dragPointer },
            pointerReleased: { guard: isPointerDown, target: 'dragging', actions: removePointer },
            pointerLost: { guard: isPointerDown, target: 'dragging', actions: removePointer },
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

import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor, outputOf } from '../../actors.ts';
import { pendingReveal, reportShown, requestUnfold, revealMatch } from './chartViewport.params.ts';
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
  Layout,
  LayoutRequest,
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
    hasArea: ({ event }) => {
      assertEvent(event, 'resized');
      return hasArea(event.size);
    },
    canPlace: ({ context }) => context.drawn !== null && hasArea(context.size),
    isChartDrawn: ({ context }) => context.drawn !== null,
    isPointerDown: ({ context, event }) => {
      assertEvent(event, ['pointerMoved', 'pointerReleased', 'pointerLost']);
      return context.pointers.some(({ id }) => id === event.pointer);
    },
    isNewPointer: ({ context, event }) => {
      assertEvent(event, 'pointerPressed');
      return context.pointers.every(({ id }) => id !== event.pointer);
    },
    hasMatches: ({ context, event }) => {
      assertEvent(event, 'searched');
      return matchesOf(context.request.model, event.query).length > 0;
    },
    isQueryBlank: ({ event }) => {
      assertEvent(event, 'searched');
      return event.query.trim() === '';
    },
    isBeyondDragThreshold: ({ context, event }) => {
      assertEvent(event, 'pointerMoved');
      return context.pointers.some(
        ({ id, at }) => id === event.pointer && distance(at, event.at) > DRAG_THRESHOLD,
      );
    },
  },
  actions: {
    setRequest: assign(({ context, event }) => {
      assertEvent(event, 'chartChanged');
      const { folded, details } = event;
      const arrangement = context.drawn?.layout.arrangement ?? null;
      return { request: { ...context.request, folded, details, arrangement }, isFitted: false };
    }),
    setDirection: assign(({ context, event }) => {
      assertEvent(event, 'directionChosen');
      const { direction } = event;
      return { request: { ...context.request, direction, arrangement: null }, isFitted: true };
    }),
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
    setActive: assign(({ event }) => {
      assertEvent(event, 'activeChanged');
      return { active: event.active };
    }),
    followActive: assign(({ context, event }) => {
      assertEvent(event, 'activeChanged');
      return activeUpdate(context, event.active);
    }),
    follow: assign(({ context }) => (context.isFollowing ? followUpdate(context) : {})),
    toggleFollowing: assign(({ context }) => ({ isFollowing: !context.isFollowing, pendingReveal: null })),
    revealPending: assign(({ context }) =>
      context.pendingReveal === null ? {} : revealUpdate(context, context.pendingReveal),
    ),
    setInitialView: assign(({ context }) => initialUpdate(context)),
    setSize: assign(({ event }) => {
      assertEvent(event, 'resized');
      return { size: event.size };
    }),
    fit: assign(({ context }) => fitUpdate(context)),
    pan: assign(({ context, event }) => {
      assertEvent(event, 'panned');
      return { view: moveView(context, context.view, event.by), isFollowing: false, isFitted: false };
    }),
    zoom: assign(({ context, event }) => {
      assertEvent(event, 'zoomed');
      const zoomed = zoomView(context.view, event.by, event.around ?? centreOf(context.size));
      return { view: moveView(context, zoomed, { x: 0, y: 0 }), isFollowing: false, isFitted: false };
    }),
    addPointer: assign(({ context, event }) => {
      assertEvent(event, 'pointerPressed');
      return { pointers: [...context.pointers, { id: event.pointer, at: event.at, on: event.on }] };
    }),
    removePointer: assign(({ context, event }) => {
      assertEvent(event, ['pointerReleased', 'pointerLost']);
      return { pointers: context.pointers.filter(({ id }) => id !== event.pointer) };
    }),
    dragPointer: assign(({ context, event }) => {
      assertEvent(event, 'pointerMoved');
      return movePointer(context, event);
    }),
    setQuery: assign(({ context, event }) => {
      assertEvent(event, 'searched');
      return { query: event.query, matches: matchesOf(context.request.model, event.query), match: -1 };
    }),
    selectNextMatch: assign(({ context }) => ({ match: neighbouringMatch(context, 1) })),
    selectPreviousMatch: assign(({ context }) => ({ match: neighbouringMatch(context, -1) })),
    revealMatch: assign(({ context }) => {
      const id = context.matches[context.match];
      return id === undefined ? {} : revealUpdate(context, id);
    }),
    reveal: assign(({ context, event }) => {
      assertEvent(event, 'revealRequested');
      return revealUpdate(context, event.id);
    }),
    setPendingReveal: assign(({ event }) => {
      assertEvent(event, 'revealRequested');
      return { pendingReveal: event.id, isFollowing: false };
    }),
    /** Reports the element that was pressed without being dragged. */
    reportPressed: () => {},
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
        chartChanged: { target: '.layingOut', actions: ['setRequest', requestUnfold(pendingReveal)] },
        directionChosen: { target: '.layingOut', actions: 'setDirection' },
      },
      states: {
        waiting: {
          description: 'The viewport has no size yet.',
          on: {
            chartChanged: { actions: 'setRequest' },
            directionChosen: { actions: 'setDirection' },
            resized: { guard: 'hasArea', target: 'layingOut' },
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
                { type: 'setDrawn', params: outputOf },
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
        resized: { actions: 'setSize' },
        activeChanged: { actions: 'setActive' },
        followToggled: { actions: 'toggleFollowing' },
      },
      states: {
        unplaced: {
          description: 'There is no chart yet, or no size for it.',
          always: { guard: 'canPlace', target: 'placed', actions: ['setInitialView', 'revealPending'] },
          on: { revealRequested: { actions: 'setPendingReveal' } },
        },
        placed: {
          description: 'The chart follows the active state, or stays where a person moved it.',
          on: {
            resized: { actions: ['setSize', 'adjustView'] },
            activeChanged: { actions: 'followActive' },
            followToggled: { actions: ['toggleFollowing', 'follow'] },
            panned: { actions: 'pan' },
            zoomed: { actions: 'zoom' },
            fitRequested: { actions: 'fit' },
            revealRequested: {
              actions: ['reveal', requestUnfold(pendingReveal)],
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
            pointerPressed: { guard: 'isChartDrawn', target: 'pressing', actions: 'addPointer' },
          },
        },
        pressing: {
          description: 'One pointer is down and has not moved yet.',
          on: {
            pointerPressed: { guard: 'isNewPointer', target: 'pinching', actions: 'addPointer' },
            pointerMoved: {
              guard: 'isBeyondDragThreshold',
              target: 'dragging',
              actions: 'dragPointer',
            },
            pointerReleased: {
              guard: 'isPointerDown',
              target: 'idle',
              actions: ['reportPressed', 'removePointer'],
            },
            pointerLost: { guard: 'isPointerDown', target: 'idle', actions: 'removePointer' },
          },
        },
        dragging: {
          description: 'One pointer moves the chart.',
          on: {
            pointerPressed: { guard: 'isNewPointer', target: 'pinching', actions: 'addPointer' },
            pointerMoved: { guard: 'isPointerDown', actions: 'dragPointer' },
            pointerReleased: { guard: 'isPointerDown', target: 'idle', actions: 'removePointer' },
            pointerLost: { guard: 'isPointerDown', target: 'idle', actions: 'removePointer' },
          },
        },
        pinching: {
          description: 'Two pointers move and zoom the chart; more of them are ignored.',
          on: {
            pointerMoved: { guard: 'isPointerDown', actions: 'dragPointer' },
            pointerReleased: { guard: 'isPointerDown', target: 'dragging', actions: 'removePointer' },
            pointerLost: { guard: 'isPointerDown', target: 'dragging', actions: 'removePointer' },
          },
        },
      },
    },
    search: {
      initial: 'idle',
      on: {
        searched: [
          {
            guard: 'isQueryBlank',
            target: '.idle',
            actions: 'setQuery',
          },
          {
            guard: 'hasMatches',
            target: '.found',
            actions: 'setQuery',
          },
          { target: '.notFound', actions: 'setQuery' },
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

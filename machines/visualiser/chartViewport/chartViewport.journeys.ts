import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { chartViewportCases } from './chartViewport.cases.ts';
import type { Direction } from './chartViewport.types.ts';

const state = (chart: string, view = 'placed', gesture = 'idle', search = 'idle') =>
  `chart.${chart} | view.${view} | gesture.${gesture} | search.${search}`;

const fitted = { scale: 1.25, x: 150, y: 112.5 };

const none = { length: 0 };

const drawnTo = (direction: Direction) => ({ layout: { arrangement: { direction } } });

/** The context of a viewport that a person moved. */
const moved = { isFollowing: false, isFitted: false };

const start: readonly JourneyStep<typeof chartViewportCases>[] = [
  ['resized: to a real size', state('layingOut', 'unplaced'), { request: { arrangement: null } }],
  ['layOut: laid out', state('drawn'), { view: fitted }],
];

const panned: JourneyStep<typeof chartViewportCases> = ['panned: to the right', state('drawn')];

/** Scenarios of a person who uses the viewport. */
export const chartViewportJourneys: readonly Journey<typeof chartViewportCases>[] = [
  {
    title: 'the first chart is fitted, and only a person moves it after that',
    steps: [
      ...start,
      ['resized: to nothing', state('drawn'), { view: fitted }],
      ['panned: to the right', state('drawn')],
    ],
  },
  {
    title:
      'nothing is laid out before the viewport has a size, and in a wide one the chart goes to the right',
    steps: [
      ['chartChanged: a state is folded', state('waiting', 'unplaced'), { request: { folded: ['lamp.on'] } }],
      ['resized: to nothing', state('waiting', 'unplaced')],
      ['resized: to a wide room', state('layingOut', 'unplaced'), { request: { arrangement: null } }],
      ['resized: to a real size', state('layingOut', 'unplaced'), { request: { arrangement: null } }],
    ],
  },
  {
    title: 'a chart laid out while the viewport has no size is fitted when it has one again',
    steps: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['resized: to nothing', state('layingOut', 'unplaced')],
      ['layOut: laid out', state('drawn', 'unplaced')],
      ['resized: to a real size', state('drawn'), { view: fitted }],
    ],
  },
  {
    title: 'following is switched off while the chart is laid out, which goes on',
    steps: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['followToggled: by the button', state('layingOut', 'unplaced'), { isFollowing: false }],
      ['layOut: laid out', state('drawn')],
    ],
  },
  {
    title: 'the arrow keys pan, plus zooms around the middle, and 0 fits the chart',
    steps: [
      ...start,
      ['panned: to the right', state('drawn'), { view: { ...fitted, x: 210 } }],
      ['zoomed: with the keyboard', state('drawn'), { view: { scale: 1.5625, x: 162.5, y: 65.625 } }],
      ['fitRequested: by the button', state('drawn'), { view: fitted }],
    ],
  },
  {
    title: 'the wheel with Control zooms around the pointer',
    steps: [...start, ['zoomed: with the wheel', state('drawn'), { view: { scale: 1, x: 140, y: 110 } }]],
  },
  {
    title: 'a chart that is wider than the viewport is fitted with a margin',
    steps: [
      ['resized: to a narrow room', state('layingOut', 'unplaced')],
      ['layOut: laid out', state('drawn'), { view: { scale: 0.98, x: 4, y: 153 } }],
    ],
  },
  {
    title: 'a part of a moved chart stays visible',
    steps: [
      ...start,
      ...Array.from({ length: 9 }, () => panned),
      ['panned: to the right', state('drawn'), { view: { ...fitted, x: 740 } }],
    ],
  },
  {
    title: 'a chart is at most four times as large',
    steps: [
      ...start,
      ...Array.from(
        { length: 5 },
        (): JourneyStep<typeof chartViewportCases> => ['zoomed: with the keyboard', state('drawn')],
      ),
      ['zoomed: with the keyboard', state('drawn'), { view: { scale: 4 } }],
    ],
  },
  {
    title: 'a chart is at least eight hundredths as large',
    steps: [
      ...start,
      ...Array.from(
        { length: 12 },
        (): JourneyStep<typeof chartViewportCases> => ['zoomed: with the wheel', state('drawn')],
      ),
      ['zoomed: with the wheel', state('drawn'), { view: { scale: 0.08 } }],
    ],
  },
  {
    title: 'a requested state is shown in the centre, large enough to be read',
    steps: [
      ...start,
      ['revealRequested: a state', state('drawn'), { ...moved, view: { scale: 1.25, x: 275, y: 212.5 } }],
      ...Array.from(
        { length: 3 },
        (): JourneyStep<typeof chartViewportCases> => ['zoomed: with the wheel', state('drawn')],
      ),
      ['revealRequested: a state', state('drawn'), { view: { scale: 0.7, x: 330, y: 251 } }],
    ],
  },
  {
    title: 'a press that moves by six pixels drags the chart',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerMoved: the first, six pixels', state('drawn', 'placed', 'dragging')],
    ],
  },
  {
    title: 'a press that hardly moves is a press',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerReleased: the first', state('drawn'), { view: fitted, pointers: [] }],
    ],
  },
  {
    title: 'a press that moves far drags the chart',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      [
        'pointerMoved: the first, far',
        state('drawn', 'placed', 'dragging'),
        { ...moved, view: { scale: 1.25, x: 210, y: 152.5 } },
      ],
      ['pointerReleased: the first', state('drawn'), { view: { x: 210, y: 152.5 } }],
    ],
  },
  {
    title: 'a press that the browser cancels is released',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerLost: the first', state('drawn'), { view: fitted, pointers: none }],
    ],
  },
  {
    title: 'a drag continues until the browser cancels the pointer',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerMoved: the first, far', state('drawn', 'placed', 'dragging'), { view: { x: 210, y: 152.5 } }],
      [
        'pointerMoved: the first, hardly',
        state('drawn', 'placed', 'dragging'),
        { view: { scale: 1.25, x: 153, y: 116.5 } },
      ],
      ['pointerLost: the first', state('drawn'), { view: { x: 153, y: 116.5 }, pointers: none }],
    ],
  },
  {
    title: 'a second finger joins a drag, and each is released by itself',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerMoved: the first, far', state('drawn', 'placed', 'dragging')],
      [
        'pointerPressed: the second, on the background',
        state('drawn', 'placed', 'pinching'),
        { pointers: [{ id: 1 }, { id: 2 }] },
      ],
      ['pointerReleased: the second', state('drawn', 'placed', 'dragging'), { pointers: { length: 1 } }],
      ['pointerReleased: the first', state('drawn'), { pointers: none }],
    ],
  },
  {
    title: 'two fingers zoom, and the finger that stays continues to drag',
    steps: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerPressed: the second, on the background', state('drawn', 'placed', 'pinching')],
      [
        'pointerMoved: the second, far',
        state('drawn', 'placed', 'pinching'),
        { pointers: { 1: { at: { x: 400, y: 300 } } } },
      ],
      ['pointerLost: the first', state('drawn', 'placed', 'dragging')],
      ['pointerReleased: the second', state('drawn')],
    ],
  },
  {
    title: 'the active state is followed until a person moves the chart, and again when they ask',
    steps: [
      ['resized: to a small room', state('layingOut', 'unplaced')],
      ['layOut: laid out', state('drawn'), { isFollowing: true, isFitted: false }],
      [
        'activeChanged: to a nested state',
        state('drawn'),
        { active: 'lamp.on.bright', view: { scale: 0.7, x: 9, y: -79 } },
      ],
      ['panned: to the right', state('drawn'), { isFollowing: false, view: { x: 69, y: -79 } }],
      ['activeChanged: to a state', state('drawn'), { active: 'lamp.off', view: { x: 69, y: -79 } }],
      ['followToggled: by the button', state('drawn'), { isFollowing: true, view: { x: 30, y: 26 } }],
      ['activeChanged: to none', state('drawn'), { active: null, view: { x: 30, y: 26 } }],
      ['followToggled: by the button', state('drawn'), { isFollowing: false, view: { x: 30, y: 26 } }],
    ],
  },
  {
    title: 'the layout in which the chart is largest is drawn, and another one only where it gains much',
    steps: [
      ['resized: to a flat room', state('layingOut', 'unplaced')],
      ['layOut: laid out in two ways', state('drawn'), { drawn: drawnTo('right'), isFitted: true }],
      ['resized: to a wide room', state('drawn'), { drawn: drawnTo('right'), isFitted: true }],
      ['resized: to a real size', state('drawn'), { drawn: drawnTo('down'), view: fitted, isFitted: true }],
      ['resized: to a flat room', state('drawn'), { drawn: drawnTo('right') }],
      ['panned: to the right', state('drawn')],
      ['resized: to a real size', state('drawn'), { drawn: drawnTo('right'), isFitted: false }],
      ['fitRequested: by the button', state('drawn'), { drawn: drawnTo('down'), view: fitted }],
    ],
  },
  {
    title: 'the layout is chosen when the viewport has a size',
    steps: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['resized: to nothing', state('layingOut', 'unplaced')],
      ['layOut: laid out in two ways', state('drawn', 'unplaced')],
      ['resized: to a flat room', state('drawn'), { drawn: drawnTo('right'), isFitted: true }],
    ],
  },
  {
    title: 'a whole chart stays whole in another room, a moved one stays where it is until it is fitted',
    steps: [
      ...start,
      [
        'resized: to a narrow room',
        state('drawn'),
        { size: { width: 400 }, view: { scale: 0.98, x: 4, y: 153 }, isFitted: true },
      ],
      ['zoomed: with the wheel', state('drawn'), { isFollowing: false, isFitted: false }],
      ['resized: to a real size', state('drawn'), { isFitted: false }],
      ['fitRequested: by the button', state('drawn'), { view: fitted, isFitted: true }],
    ],
  },
  {
    title: 'a chart in another direction is whole',
    steps: [
      ['resized: to a flat room', state('layingOut', 'unplaced')],
      ['layOut: laid out in two ways', state('drawn'), { drawn: drawnTo('right') }],
      ['panned: to the right', state('drawn'), { isFitted: false }],
      [
        'directionChosen: what fits best',
        state('layingOut'),
        { request: { direction: null, arrangement: null }, isFitted: true },
      ],
      ['layOut: laid out', state('drawn'), { drawn: drawnTo('down'), view: { y: 4 }, isFitted: true }],
    ],
  },
  {
    title: 'direction, active state and following are set before the viewport has a size',
    steps: [
      [
        'directionChosen: to the right',
        state('waiting', 'unplaced'),
        { request: { direction: 'right', arrangement: null } },
      ],
      ['activeChanged: to a nested state', state('waiting', 'unplaced'), { active: 'lamp.on.bright' }],
      ['followToggled: by the button', state('waiting', 'unplaced'), { isFollowing: false }],
    ],
  },
  {
    title: 'a state that becomes active while the viewport has no size is in sight when it has one again',
    steps: [
      ['resized: to a small room', state('layingOut', 'unplaced')],
      ['layOut: laid out', state('drawn'), { isFitted: false }],
      ['resized: to nothing', state('drawn')],
      ['activeChanged: to a nested state', state('drawn'), { view: { scale: 0.7, x: 4, y: 4 } }],
      ['resized: to a small room', state('drawn'), { view: { scale: 0.7, x: 9, y: -79 } }],
    ],
  },
  {
    title: 'folding keeps the folded state in place',
    steps: [
      ...start,
      ['chartChanged: a state is folded', state('layingOut'), { view: fitted }],
      ['layOut: laid out elsewhere', state('drawn'), { view: { scale: 1.25, x: 62.5, y: 50 } }],
    ],
  },
  {
    title: 'a search shows its matches in the centre, and the first follows the last',
    steps: [
      ...start,
      [
        'searched: for a state',
        state('drawn', 'placed', 'idle', 'found'),
        { view: fitted, matches: ['lamp.on.bright'], match: -1 },
      ],
      [
        'nextMatchRequested: by the button',
        state('drawn', 'placed', 'idle', 'found'),
        { ...moved, match: 0, view: { scale: 1.25, x: 237.5, y: 25 } },
      ],
      ['previousMatchRequested: by the button', state('drawn', 'placed', 'idle', 'found'), { match: 0 }],
      [
        'searched: for what is not there',
        state('drawn', 'placed', 'idle', 'notFound'),
        { query: 'moon', matches: none },
      ],
      ['searched: for a state', state('drawn', 'placed', 'idle', 'found'), { matches: ['lamp.on.bright'] }],
      ['searched: for nothing', state('drawn'), { matches: none }],
    ],
  },
  {
    title: 'the last of several matches comes before the first',
    steps: [
      ...start,
      [
        'searched: for two states',
        state('drawn', 'placed', 'idle', 'found'),
        { matches: ['lamp.off', 'lamp.on'], match: -1 },
      ],
      [
        'previousMatchRequested: by the button',
        state('drawn', 'placed', 'idle', 'found'),
        { match: 1, view: { scale: 1.25, x: 212.5, y: 37.5 } },
      ],
      ['previousMatchRequested: by the button', state('drawn', 'placed', 'idle', 'found'), { match: 0 }],
    ],
  },
  {
    title: 'what is requested before there is a chart, or a size for it, is shown when there is',
    steps: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['resized: to nothing', state('layingOut', 'unplaced')],
      [
        'revealRequested: a state that may be folded away',
        state('layingOut', 'unplaced'),
        { isFollowing: false, pendingReveal: 'lamp.on.bright' },
      ],
      ['layOut: laid out', state('drawn', 'unplaced'), { pendingReveal: 'lamp.on.bright' }],
      ['resized: to a real size', state('drawn'), { pendingReveal: null, view: { x: 237.5, y: 25 } }],
    ],
  },
  {
    title: 'what is hidden by a fold is shown as soon as it is drawn',
    steps: [
      ...start,
      ['chartChanged: a state is folded', state('layingOut')],
      ['layOut: laid out', state('drawn')],
      [
        'revealRequested: a state that may be folded away',
        state('drawn'),
        { pendingReveal: 'lamp.on.bright' },
      ],
      ['chartChanged: nothing is folded', state('layingOut'), { pendingReveal: 'lamp.on.bright' }],
      ['layOut: laid out', state('drawn'), { pendingReveal: null, view: { x: 237.5, y: 25 } }],
    ],
  },
  {
    title: 'a match that is hidden by a fold is shown as soon as it is drawn',
    steps: [
      ...start,
      ['chartChanged: a state is folded', state('layingOut')],
      ['layOut: laid out', state('drawn')],
      ['searched: for a state', state('drawn', 'placed', 'idle', 'found')],
      [
        'nextMatchRequested: by the button',
        state('drawn', 'placed', 'idle', 'found'),
        { pendingReveal: 'lamp.on.bright', view: fitted },
      ],
      ['chartChanged: nothing is folded', state('layingOut', 'placed', 'idle', 'found')],
      [
        'layOut: laid out',
        state('drawn', 'placed', 'idle', 'found'),
        { pendingReveal: null, view: { x: 237.5, y: 25 } },
      ],
    ],
  },
  {
    title: 'a layout that fails or times out is reported, and can be tried again',
    steps: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['layOut: failed', state('failed', 'unplaced'), { drawn: null }],
      ['retried: by the button', state('layingOut', 'unplaced')],
      ['after layoutTimeout', state('failed', 'unplaced')],
    ],
  },
];

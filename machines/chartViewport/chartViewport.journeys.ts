import type { Journey, Leg } from '../paths/journey.ts';

const state = (chart: string, view = 'placed', hand = 'free', search = 'idle') =>
  `chart.${chart} | view.${view} | hand.${hand} | search.${search}`;

const fitted = { scale: 1.25, x: 150, y: 112.5 };

const none = { length: 0 };

const start: readonly Leg[] = [
  ['resized: to a real size', state('layingOut', 'unplaced'), { wanted: { direction: 'down' } }],
  ['layOut: laid out', state('drawn'), { view: fitted }],
];

/** The viewport as a person uses it, by hand. */
export const chartViewportJourneys: readonly Journey[] = [
  {
    title: 'the first chart is fitted, and nothing moves it after that but a person',
    legs: [
      ...start,
      ['resized: to nothing', state('drawn'), { view: fitted }],
      ['panned: to the right', state('drawn')],
    ],
  },
  {
    title: 'nothing is laid out before there is room, and a wide room makes the chart go to the right',
    legs: [
      ['chartChanged: a state is folded', state('waiting', 'unplaced'), { wanted: { folded: ['lamp.on'] } }],
      ['resized: to nothing', state('waiting', 'unplaced')],
      ['resized: to a wide room', state('layingOut', 'unplaced'), { wanted: { direction: 'right' } }],
      ['resized: to a real size', state('layingOut', 'unplaced'), { wanted: { direction: 'right' } }],
    ],
  },
  {
    title: 'a chart whose room is gone for now is fitted when the room comes back',
    legs: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['resized: to nothing', state('layingOut', 'unplaced')],
      ['layOut: laid out', state('drawn', 'unplaced')],
      ['resized: to a real size', state('drawn'), { view: fitted }],
    ],
  },
  {
    title: 'arrow keys pan, plus zooms around the middle, 0 fits',
    legs: [
      ...start,
      ['panned: to the right', state('drawn'), { view: { ...fitted, x: 210 } }],
      ['zoomed: with the keyboard', state('drawn'), { view: { scale: 1.5625, x: 162.5, y: 65.625 } }],
      ['fitAsked: by the button', state('drawn'), { view: fitted }],
    ],
  },
  {
    title: 'control and wheel zoom around the pointer',
    legs: [...start, ['zoomed: with the wheel', state('drawn'), { view: { scale: 1, x: 140, y: 110 } }]],
  },
  {
    title: 'a press that hardly moves is a press',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerReleased: the first', state('drawn'), { view: fitted, pointers: [] }],
    ],
  },
  {
    title: 'a press that moves far drags the chart',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      [
        'pointerMoved: the first, far',
        state('drawn', 'placed', 'dragging'),
        { view: { scale: 1.25, x: 210, y: 152.5 } },
      ],
      ['pointerReleased: the first', state('drawn'), { view: { x: 210, y: 152.5 } }],
    ],
  },
  {
    title: 'a press that the browser takes away lets go',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerLost: the first', state('drawn'), { view: fitted, pointers: none }],
    ],
  },
  {
    title: 'a drag goes on, until the browser takes the pointer away',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerMoved: the first, far', state('drawn', 'placed', 'dragging'), { view: { x: 210, y: 152.5 } }],
      [
        'pointerMoved: the first, hardly',
        state('drawn', 'placed', 'dragging'),
        { view: { scale: 1.25, x: 152, y: 113.5 } },
      ],
      ['pointerLost: the first', state('drawn'), { view: { x: 152, y: 113.5 }, pointers: none }],
    ],
  },
  {
    title: 'more fingers come to a drag, and each that goes is let go',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerMoved: the first, far', state('drawn', 'placed', 'dragging')],
      [
        'pointerPressed: the second, beside everything',
        state('drawn', 'placed', 'pinching'),
        { pointers: [{ id: 1 }, { id: 2 }] },
      ],
      [
        'pointerPressed: the third, beside everything',
        state('drawn', 'placed', 'pinching'),
        { pointers: { length: 3 } },
      ],
      ['pointerReleased: the third', state('drawn', 'placed', 'pinching'), { pointers: { length: 2 } }],
      ['pointerPressed: the third, beside everything', state('drawn', 'placed', 'pinching')],
      ['pointerLost: the third', state('drawn', 'placed', 'pinching'), { pointers: { length: 2 } }],
      ['pointerReleased: the second', state('drawn', 'placed', 'dragging'), { pointers: { length: 1 } }],
      ['pointerReleased: the first', state('drawn'), { pointers: none }],
    ],
  },
  {
    title: 'two fingers zoom, and one that stays goes on dragging',
    legs: [
      ...start,
      ['pointerPressed: the first, on a state', state('drawn', 'placed', 'pressing')],
      ['pointerPressed: the second, beside everything', state('drawn', 'placed', 'pinching')],
      ['pointerMoved: the second, far', state('drawn', 'placed', 'pinching')],
      ['pointerLost: the first', state('drawn', 'placed', 'dragging')],
      ['pointerReleased: the second', state('drawn')],
    ],
  },
  {
    title: 'a fold keeps the folded state where it is',
    legs: [
      ...start,
      ['chartChanged: a state is folded', state('layingOut'), { view: fitted }],
      ['layOut: laid out elsewhere', state('drawn'), { view: { scale: 1.25, x: 62.5, y: 50 } }],
    ],
  },
  {
    title: 'a search finds, shows in the middle, and goes round and round',
    legs: [
      ...start,
      [
        'searched: for a state',
        state('drawn', 'placed', 'free', 'found'),
        { view: fitted, matches: ['lamp.on.bright'], match: -1 },
      ],
      [
        'nextAsked: by the button',
        state('drawn', 'placed', 'free', 'found'),
        { match: 0, view: { scale: 1.25, x: 237.5, y: 25 } },
      ],
      ['previousAsked: by the button', state('drawn', 'placed', 'free', 'found'), { match: 0 }],
      [
        'searched: for what is not there',
        state('drawn', 'placed', 'free', 'missing'),
        { query: 'moon', matches: none },
      ],
      ['searched: for a state', state('drawn', 'placed', 'free', 'found'), { matches: ['lamp.on.bright'] }],
      ['searched: for nothing', state('drawn'), { matches: none }],
    ],
  },
  {
    title: 'the last of several matches comes before the first',
    legs: [
      ...start,
      [
        'searched: for two states',
        state('drawn', 'placed', 'free', 'found'),
        { matches: ['lamp.off', 'lamp.on'], match: -1 },
      ],
      [
        'previousAsked: by the button',
        state('drawn', 'placed', 'free', 'found'),
        { match: 1, view: { scale: 1.25, x: 212.5, y: 37.5 } },
      ],
      ['previousAsked: by the button', state('drawn', 'placed', 'free', 'found'), { match: 0 }],
    ],
  },
  {
    title: 'what is sought before there is a chart, or room for it, is shown when there is',
    legs: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['resized: to nothing', state('layingOut', 'unplaced')],
      [
        'shown: a state that may be folded away',
        state('layingOut', 'unplaced'),
        { sought: 'lamp.on.bright' },
      ],
      ['layOut: laid out', state('drawn', 'unplaced'), { sought: 'lamp.on.bright' }],
      ['resized: to a real size', state('drawn'), { sought: null, view: { x: 237.5, y: 25 } }],
    ],
  },
  {
    title: 'what is folded away is sought until it is drawn',
    legs: [
      ...start,
      ['chartChanged: a state is folded', state('layingOut')],
      ['layOut: laid out', state('drawn')],
      ['shown: a state that may be folded away', state('drawn'), { sought: 'lamp.on.bright' }],
      ['chartChanged: nothing is folded', state('layingOut'), { sought: 'lamp.on.bright' }],
      ['layOut: laid out', state('drawn'), { sought: null, view: { x: 237.5, y: 25 } }],
    ],
  },
  {
    title: 'a layout that fails or never comes is said, and can be tried again',
    legs: [
      ['resized: to a real size', state('layingOut', 'unplaced')],
      ['layOut: failed', state('failed', 'unplaced'), { drawn: null }],
      ['retried: by the button', state('layingOut', 'unplaced')],
      ['after layoutTimeout', state('failed', 'unplaced')],
    ],
  },
];

import type { Cases, ChartModel } from '../../paths/index.ts';
import type { chartViewportActors, chartViewportMachine } from './chartViewport.machine.ts';
import type { Layout } from './chartViewport.types.ts';

const plain = { tags: [], entry: [], exit: [], invokes: [] };

/** A chart with a nested state and a transition. */
const model: ChartModel = {
  id: 'lamp',
  states: [
    { id: 'lamp', key: 'lamp', parent: null, type: 'compound', ...plain },
    { id: 'lamp.off', key: 'off', parent: 'lamp', type: 'atomic', ...plain },
    { id: 'lamp.on', key: 'on', parent: 'lamp', type: 'compound', ...plain },
    { id: 'lamp.on.bright', key: 'bright', parent: 'lamp.on', type: 'atomic', ...plain },
  ],
  initialArrows: [{ id: 'lamp · initial', source: 'lamp', target: 'lamp.off' }],
  transitions: [
    {
      id: 'lamp.off · pressed',
      source: 'lamp.off',
      targets: ['lamp.on'],
      trigger: 'pressed',
      actions: [],
      reenter: false,
    },
  ],
};

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const layout: Layout = {
  arrangement: { direction: 'down', breaks: [] },
  width: 400,
  height: 300,
  states: {
    lamp: box(0, 0, 400, 300),
    'lamp.off': box(50, 50, 100, 40),
    'lamp.on': box(50, 150, 200, 120),
    'lamp.on.bright': box(80, 200, 100, 40),
  },
  dots: { 'lamp · initial': box(90, 10, 12, 12) },
  arrows: [
    {
      edgeId: 'lamp.off · pressed',
      points: [
        { x: 100, y: 90 },
        { x: 100, y: 150 },
      ],
      label: box(70, 110, 60, 20),
    },
  ],
};

/** A layout of the same chart with its states at other positions. */
const elsewhere: Layout = {
  ...layout,
  states: {
    lamp: box(0, 0, 500, 350),
    'lamp.off': box(150, 90, 100, 40),
    'lamp.on': box(120, 200, 250, 120),
    'lamp.on.bright': box(140, 250, 100, 40),
  },
};

/** A layout of the same chart for a wide viewport. */
const wide: Layout = {
  ...layout,
  arrangement: { direction: 'right', breaks: ['lamp.on'] },
  width: 900,
  height: 200,
  states: {
    lamp: box(0, 0, 900, 200),
    'lamp.off': box(50, 80, 100, 40),
    'lamp.on': box(500, 40, 300, 120),
    'lamp.on.bright': box(600, 90, 100, 40),
  },
};

/** Event cases and outcomes of the viewport, with a chart of four states. */
export const chartViewportCases = {
  input: { model, folded: [], details: false, start: 'lamp.off', link: null, active: null },
  events: {
    chartChanged: {
      'a state is folded': { folded: ['lamp.on'], details: false },
      'nothing is folded': { folded: [], details: false },
    },
    resized: {
      'to a real size': { size: { width: 800, height: 600 } },
      'to a wide room': { size: { width: 1000, height: 400 } },
      'to a narrow room': { size: { width: 400, height: 600 } },
      'to a small room': { size: { width: 200, height: 150 } },
      'to a flat room': { size: { width: 1000, height: 250 } },
      'to nothing': { size: { width: 0, height: 0 } },
    },
    panned: { 'to the right': { by: { x: 60, y: 0 } } },
    zoomed: { 'with the keyboard': { by: 1.25 }, 'with the wheel': { by: 0.8, around: { x: 100, y: 100 } } },
    activeChanged: {
      'to a state': { active: 'lamp.off' },
      'to a nested state': { active: 'lamp.on.bright' },
      'to none': { active: null },
    },
    followToggled: { 'by the button': {} },
    directionChosen: { 'to the right': { direction: 'right' }, 'what fits best': { direction: null } },
    fitRequested: { 'by the button': {} },
    pointerPressed: {
      'the first, on a state': {
        pointer: 1,
        at: { x: 200, y: 200 },
        on: { kind: 'state', id: 'lamp.off' },
      },
      'the second, on the background': { pointer: 2, at: { x: 300, y: 200 }, on: null },
      'the third, on the background': { pointer: 3, at: { x: 500, y: 200 }, on: null },
    },
    pointerMoved: {
      'the first, hardly': { pointer: 1, at: { x: 203, y: 204 } },
      'the first, six pixels': { pointer: 1, at: { x: 206, y: 200 } },
      'the first, far': { pointer: 1, at: { x: 260, y: 240 } },
      'the second, hardly': { pointer: 2, at: { x: 301, y: 201 } },
      'the second, far': { pointer: 2, at: { x: 400, y: 300 } },
      'the third, far': { pointer: 3, at: { x: 500, y: 300 } },
    },
    pointerReleased: {
      'the first': { pointer: 1 },
      'the second': { pointer: 2 },
      'the third': { pointer: 3 },
    },
    pointerLost: {
      'the first': { pointer: 1 },
      'the second': { pointer: 2 },
      'the third': { pointer: 3 },
    },
    searched: {
      'for a state': { query: 'BRIGHT' },
      'for two states': { query: 'o' },
      'for what is not there': { query: 'moon' },
      'for nothing': { query: ' ' },
    },
    nextMatchRequested: { 'by the button': {} },
    previousMatchRequested: { 'by the button': {} },
    revealRequested: {
      'a state': { id: 'lamp.off' },
      'a state that may be folded away': { id: 'lamp.on.bright' },
      'a transition': { id: 'lamp.off · pressed' },
    },
    retried: { 'by the button': {} },
  },
  outcomes: {
    layOut: {
      'laid out': { output: [layout] },
      'laid out elsewhere': { output: [elsewhere] },
      'laid out in two ways': { output: [layout, wide] },
      failed: { error: new Error('no worker') },
    },
  },
  project: ({ drawn, size, pointers }) => ({
    isDrawn: drawn !== null,
    hasRoom: drawn === null && size.width > 0,
    pointers: pointers.map(({ id }) => id).sort(),
  }),
} satisfies Cases<typeof chartViewportMachine, typeof chartViewportActors>;

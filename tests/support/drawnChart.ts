import type { Layout } from '../../machines/chartViewport/chartViewport.types.ts';
import type { ChartModel, ChartState, ChartTransition } from '../../machines/paths/chart.ts';

/** Returns a state of a chart `m`. */
export const stateWith = (id: string, changes: Partial<ChartState> = {}): ChartState => ({
  ...{ id, key: id.slice(id.lastIndexOf('.') + 1), parent: id.includes('.') ? 'm' : null, type: 'atomic' },
  ...{ tags: [], entry: [], exit: [], invokes: [] },
  ...changes,
});

/** Returns a transition by its id, `m.on · off`. */
export const transitionWith = (id: string, targets: string[], changes: Partial<ChartTransition> = {}) => ({
  ...{ id, source: id.replace(/ · .*/, ''), targets, trigger: id.replace(/.* · /, '') },
  ...{ actions: [], reenter: false },
  ...changes,
});

/** A chart with a guard, an arrow without a label, a transition without a target, a final state and a tag. */
export const drawnModel: ChartModel = {
  id: 'm',
  states: [
    stateWith('m', { type: 'compound' }),
    stateWith('m.on', { tags: ['on', 'on!'], invokes: ['load'], description: 'Is on.' }),
    stateWith('m.off', { type: 'final' }),
  ],
  initialArrows: [{ id: 'm · initial', source: 'm', target: 'm.on' }],
  transitions: [
    transitionWith('m.on · off', ['m.off'], { guard: 'isReady', actions: ['note'] }),
    transitionWith('m.on · again', ['m.on']),
    transitionWith('m.on · on', [], { guard: 'isReady' }),
  ],
};

/** Where all of it is drawn. */
export const drawnLayout: Layout = {
  arrangement: { direction: 'down', breaks: [] },
  ...{ width: 300, height: 200 },
  states: {
    m: { x: 0, y: 0, width: 300, height: 200 },
    'm.on': { x: 20, y: 40, width: 80, height: 60 },
    'm.off': { x: 200, y: 100, width: 80, height: 60 },
  },
  dots: { 'm · initial': { x: 10, y: 20, width: 12, height: 8 } },
  arrows: [
    {
      edgeId: 'm.on · off',
      points: [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      label: { x: 110, y: 70, width: 66, height: 38 },
    },
    {
      edgeId: 'm.on · again',
      points: [
        { x: 100, y: 60 },
        { x: 120, y: 60 },
        { x: 140, y: 60 },
      ],
    },
    {
      edgeId: 'm · initial',
      points: [
        { x: 22, y: 24 },
        { x: 22, y: 40 },
      ],
    },
  ],
};

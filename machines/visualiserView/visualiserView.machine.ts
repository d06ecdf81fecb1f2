import { setup } from 'xstate';

export const panels = ['events', 'world', 'paths', 'coverage', 'recording', 'log'] as const;
export type Panel = (typeof panels)[number];

export const widths = ['phone', 'tablet', 'desktop', 'tab'] as const;
export type Width = (typeof widths)[number];

export type ViewEvent =
  | { type: `panel.${Panel}` }
  | { type: `beside.${Width}` }
  | { type: `drawing.${'chart' | 'outline'}` }
  | { type: 'valuesToggled' }
  | { type: 'detailsToggled' };

/** What a visualiser shows of a flow. Personal values are masked until asked for. */
export const visualiserViewMachine = setup({ types: { events: {} as ViewEvent } }).createMachine({
  id: 'visualiserView',
  type: 'parallel',
  states: {
    panel: {
      initial: 'events',
      states: { events: {}, world: {}, paths: {}, coverage: {}, recording: {}, log: {} },
      on: {
        'panel.events': '.events',
        'panel.world': '.world',
        'panel.paths': '.paths',
        'panel.coverage': '.coverage',
        'panel.recording': '.recording',
        'panel.log': '.log',
      },
    },
    beside: {
      initial: 'phone',
      states: {
        phone: {},
        tablet: {},
        desktop: {},
        tab: { description: 'The page that is followed is in another tab.' },
      },
      on: {
        'beside.phone': '.phone',
        'beside.tablet': '.tablet',
        'beside.desktop': '.desktop',
        'beside.tab': '.tab',
      },
    },
    drawing: {
      initial: 'chart',
      states: { chart: {}, outline: {} },
      on: { 'drawing.chart': '.chart', 'drawing.outline': '.outline' },
    },
    values: {
      initial: 'masked',
      states: { masked: { on: { valuesToggled: 'shown' } }, shown: { on: { valuesToggled: 'masked' } } },
    },
    details: {
      initial: 'hidden',
      states: { hidden: { on: { detailsToggled: 'shown' } }, shown: { on: { detailsToggled: 'hidden' } } },
    },
  },
});

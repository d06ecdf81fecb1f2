import { assertEvent, assign, setup } from 'xstate';

export const inspectorTabs = ['now', 'test', 'compare'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

export const previewSizes = ['phone', 'tablet', 'desktop', 'tab'] as const;
export type PreviewSize = (typeof previewSizes)[number];

/** An expression whose changes are sought, by its flow. */
export type Watch = {
  flow: string;
  expression: string;
  /** Whether it is a lane of the timeline. */
  isLane: boolean;
};

export type ViewContext = {
  /** Whether the states are listed in an outline instead of drawn. */
  isOutline: boolean;
  /** Whether typed values are shown unmasked. */
  areValuesShown: boolean;
  /** Whether actions are shown on the chart. */
  areActionsShown: boolean;
  /** Whether single keys do something. */
  areKeysOn: boolean;
  watch: Watch | null;
};

export const initialView: ViewContext = {
  isOutline: false,
  areValuesShown: false,
  areActionsShown: false,
  areKeysOn: true,
  watch: null,
};

type ViewEvent =
  | { type: `inspector.${InspectorTab}` }
  | { type: `preview.${PreviewSize}` }
  | { type: 'optionToggled'; option: Exclude<keyof ViewContext, 'watch'> }
  /** QA watches the value of an expression. */
  | { type: 'watched'; flow: string; expression: string }
  | { type: 'laneToggled' }
  | { type: 'watchEnded' };

/**
 * The tab of the inspector, the drawing and the preview that a visualiser shows of a flow. Personal values are masked by
 * default.
 */
export const visualiserViewMachine = setup({
  types: {
    context: {} as ViewContext,
    events: {} as ViewEvent,
    /** The arrangement that the browser has kept. */
    input: {} as Partial<ViewContext>,
  },
  actions: {
    toggleOption: assign(({ context, event }) => {
      assertEvent(event, 'optionToggled');
      return { [event.option]: !context[event.option] };
    }),
    setWatch: assign(({ context: { watch }, event }) => {
      assertEvent(event, 'watched');
      const { flow, expression } = event;
      return { watch: { flow, expression, isLane: watch?.isLane ?? false } };
    }),
    toggleLane: assign(({ context: { watch } }) => ({ watch: watch && { ...watch, isLane: !watch.isLane } })),
    endWatch: assign({ watch: null }),
  },
}).createMachine({
  id: 'visualiserView',
  context: ({ input }) => ({ ...initialView, ...input }),
  type: 'parallel',
  on: {
    optionToggled: { actions: 'toggleOption' },
    watched: { actions: 'setWatch' },
    laneToggled: { actions: 'toggleLane' },
    watchEnded: { actions: 'endWatch' },
  },
  states: {
    inspector: {
      initial: 'now',
      states: {
        now: { description: 'What the flow can do at the moment, and what it waits for.' },
        test: { description: 'Its paths, its coverage and the recording.' },
        compare: { description: 'What differs from another build.' },
      },
      on: {
        'inspector.now': '.now',
        'inspector.test': '.test',
        'inspector.compare': '.compare',
      },
    },
    preview: {
      initial: 'phone',
      states: {
        phone: { description: 'The page is framed as wide as a phone.' },
        tablet: { description: 'The page is framed as wide as a tablet.' },
        desktop: { description: 'The page is framed as wide as a desktop.' },
        tab: { description: 'The page is in another tab.' },
      },
      on: {
        'preview.phone': '.phone',
        'preview.tablet': '.tablet',
        'preview.desktop': '.desktop',
        'preview.tab': '.tab',
      },
    },
  },
});

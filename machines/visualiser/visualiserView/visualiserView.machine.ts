import { assertEvent, assign, setup } from 'xstate';

export const inspectorTabs = ['now', 'test', 'compare'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

export const previewSizes = ['phone', 'tablet', 'desktop', 'tab'] as const;
export type PreviewSize = (typeof previewSizes)[number];

export type ViewContext = {
  /** Whether the states are listed in an outline instead of drawn. */
  isOutline: boolean;
  /** Whether typed values are shown unmasked. */
  areValuesShown: boolean;
  /** Whether actions are shown on the chart. */
  areActionsShown: boolean;
  /** Whether single keys do something. */
  areKeysOn: boolean;
};

export const initialView: ViewContext = {
  isOutline: false,
  areValuesShown: false,
  areActionsShown: false,
  areKeysOn: true,
};

type ViewEvent =
  | { type: `inspector.${InspectorTab}` }
  | { type: `preview.${PreviewSize}` }
  | { type: 'optionToggled'; option: keyof ViewContext };

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
  },
}).createMachine({
  id: 'visualiserView',
  context: ({ input }) => ({ ...initialView, ...input }),
  type: 'parallel',
  on: { optionToggled: { actions: 'toggleOption' } },
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

import { assertEvent, assign, setup } from 'xstate';

export const panels = [
  'events',
  'environment',
  'paths',
  'coverage',
  'recording',
  'log',
  'sequence',
  'changes',
] as const;
export type Panel = (typeof panels)[number];

export const previewSizes = ['phone', 'tablet', 'desktop', 'tab'] as const;
export type PreviewSize = (typeof previewSizes)[number];

export type ViewContext = {
  /** Whether the states are listed in an outline instead of drawn. */
  isOutline: boolean;
  /** Whether typed values are shown unmasked. */
  areValuesShown: boolean;
  /** Whether actions are shown on the chart. */
  areActionsShown: boolean;
  /** Whether the panels and the page are shown beside the chart, or put away. */
  arePanelsShown: boolean;
  isPageShown: boolean;
  /** Whether single keys do something. */
  areKeysOn: boolean;
  /** The panels that do not explain themselves any more. */
  hiddenHints: Panel[];
  /** The width of page and panels, in percent of the view. */
  sideWidth: number;
  /** The height of the page, in percent of page and panels. */
  pageHeight: number;
};

/** The least and the most that page and panels, and the page of these, take; in percent. */
export const SHARES = { sideWidth: { least: 15, most: 70 }, pageHeight: { least: 15, most: 85 } } as const;

const withinShares = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(Math.max(Math.round(value), least), most);

export const initialView: ViewContext = {
  isOutline: false,
  areValuesShown: false,
  areActionsShown: false,
  arePanelsShown: true,
  isPageShown: true,
  areKeysOn: true,
  hiddenHints: [],
  sideWidth: 22,
  pageHeight: 55,
};

export type ViewEvent =
  | { type: `panel.${Panel}` }
  | { type: `preview.${PreviewSize}` }
  | { type: 'chartChosen' }
  | { type: 'outlineChosen' }
  | { type: 'valuesToggled' }
  | { type: 'actionsToggled' }
  | { type: 'panelsToggled' }
  | { type: 'pageToggled' }
  | { type: 'keysToggled' }
  /** QA hides or shows the line with which the panel explains itself. */
  | { type: 'hintToggled' }
  | { type: 'sideResized'; percent: number }
  | { type: 'pageResized'; percent: number };

/** Returns the transition of a panel that hides or shows the line with which it explains itself. */
const hintOf = (panel: Panel) =>
  ({ hintToggled: { guard: 'arePanelsShown', actions: { type: 'toggleHint', params: panel } } }) as const;

/** The panel, the drawing and the page preview that a visualiser shows of a flow. Personal values are masked by default. */
export const visualiserViewMachine = setup({
  types: {
    context: {} as ViewContext,
    events: {} as ViewEvent,
    /** The arrangement that the browser has kept. */
    input: {} as Partial<ViewContext>,
  },
  guards: {
    arePanelsShown: ({ context }) => context.arePanelsShown,
    isPageShown: ({ context }) => context.isPageShown,
  },
  actions: {
    showOutline: assign((_, isOutline: boolean) => ({ isOutline })),
    toggleValues: assign(({ context }) => ({ areValuesShown: !context.areValuesShown })),
    togglePanels: assign(({ context }) => ({ arePanelsShown: !context.arePanelsShown })),
    togglePage: assign(({ context }) => ({ isPageShown: !context.isPageShown })),
    setSideWidth: assign(({ event }) => {
      assertEvent(event, 'sideResized');
      return { sideWidth: withinShares(event.percent, SHARES.sideWidth) };
    }),
    setPageHeight: assign(({ event }) => {
      assertEvent(event, 'pageResized');
      return { pageHeight: withinShares(event.percent, SHARES.pageHeight) };
    }),
    toggleKeys: assign(({ context }) => ({ areKeysOn: !context.areKeysOn })),
    toggleHint: assign(({ context: { hiddenHints } }, panel: Panel) => ({
      hiddenHints: hiddenHints.includes(panel)
        ? hiddenHints.filter((hidden) => hidden !== panel)
        : [...hiddenHints, panel],
    })),
    toggleActions: assign(({ context }) => ({ areActionsShown: !context.areActionsShown })),
  },
}).createMachine({
  id: 'visualiserView',
  context: ({ input }) => ({ ...initialView, ...input }),
  type: 'parallel',
  on: {
    chartChosen: { actions: { type: 'showOutline', params: false } },
    outlineChosen: { actions: { type: 'showOutline', params: true } },
    valuesToggled: { actions: 'toggleValues' },
    actionsToggled: { actions: 'toggleActions' },
    panelsToggled: { actions: 'togglePanels' },
    pageToggled: { actions: 'togglePage' },
    keysToggled: { guard: 'arePanelsShown', actions: 'toggleKeys' },
    sideResized: { actions: 'setSideWidth' },
    pageResized: { actions: 'setPageHeight' },
  },
  states: {
    panel: {
      initial: 'events',
      states: {
        events: { description: 'Every event of the flow, to be sent.', on: hintOf('events') },
        environment: {
          description: 'The actors that the flow waits for, whose outcomes QA can choose.',
          on: hintOf('environment'),
        },
        paths: { description: 'The generated paths, to be run.', on: hintOf('paths') },
        coverage: { description: 'What has run of the flow.', on: hintOf('coverage') },
        recording: { description: 'What happens, to be recorded.', on: hintOf('recording') },
        log: { description: 'What has happened.', on: hintOf('log') },
        sequence: { description: 'Who sent what to whom.', on: hintOf('sequence') },
        changes: { description: 'What changed since another build.', on: hintOf('changes') },
      },
      on: {
        'panel.events': { guard: 'arePanelsShown', target: '.events' },
        'panel.environment': { guard: 'arePanelsShown', target: '.environment' },
        'panel.paths': { guard: 'arePanelsShown', target: '.paths' },
        'panel.coverage': { guard: 'arePanelsShown', target: '.coverage' },
        'panel.recording': { guard: 'arePanelsShown', target: '.recording' },
        'panel.log': { guard: 'arePanelsShown', target: '.log' },
        'panel.sequence': { guard: 'arePanelsShown', target: '.sequence' },
        'panel.changes': { guard: 'arePanelsShown', target: '.changes' },
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
        'preview.phone': { guard: 'isPageShown', target: '.phone' },
        'preview.tablet': { guard: 'isPageShown', target: '.tablet' },
        'preview.desktop': { guard: 'isPageShown', target: '.desktop' },
        'preview.tab': { guard: 'isPageShown', target: '.tab' },
      },
    },
  },
});

import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor } from '../../shared/actors.ts';
import { browserSettings, withoutScenario, withScenario } from './visualiserEnvironment.rules.ts';
import type {
  EnvironmentContext,
  EnvironmentEvent,
  EnvironmentSettings,
  Scenario,
} from './visualiserEnvironment.types.ts';

type PageSettings = { tab: string | null; flow: string | null; settings: EnvironmentSettings };

export const visualiserEnvironmentActors = {
  /** Sets the environment on the page in a tab. */
  setOnPage: declarePromiseActor<void, PageSettings>('setOnPage'),
  /** Sets the environment on the page in a tab, and loads the page of the flow there. */
  replayOnPage: declarePromiseActor<void, PageSettings>('replayOnPage'),
};

/** Returns what a page is given: of the answers those that are still to be given. */
const inputOf = ({ tab, flow, settings, left }: EnvironmentContext): PageSettings => ({
  tab,
  flow,
  settings: {
    ...settings,
    answers: settings.answers.map((answer, index) => ({ ...answer, times: left[index] ?? answer.times })),
  },
});

/**
 * The environment of the followed page: network, answers of the server, colours and motion, and the scenarios in
 * which a tester keeps them. A page that is followed later is given what is set.
 */
export const visualiserEnvironmentMachine = setup({
  types: {
    context: {} as EnvironmentContext,
    events: {} as EnvironmentEvent,
    /** The scenarios that the browser has kept. */
    input: {} as { scenarios: readonly Scenario[] },
  },
  actors: visualiserEnvironmentActors,
  guards: {
    /** Whether the page has given an answer since the last report. */
    hasUsedAnswers: ({ context: { left: known }, event }) => {
      assertEvent(event, 'answersUsed');
      const { left: reported } = event;
      return reported.length === known.length && reported.some((left, index) => left < (known[index] ?? 0));
    },
    isOtherTab: ({ context, event }) => {
      assertEvent(event, 'pageFollowed');
      return event.tab !== context.tab;
    },
  },
  actions: {
    setSettings: assign(({ context, event }) => {
      assertEvent(event, 'set');
      return { settings: { ...context.settings, ...event.settings } };
    }),
    /** Adds an answer for one flow: those of another flow go. */
    addAnswer: assign(({ context, event }) => {
      assertEvent(event, 'answerAdded');
      const { flow, answer } = event;
      const isSameFlow = flow === context.flow;
      const answers = [...(isSameFlow ? context.settings.answers : []), answer];
      const left = [...(isSameFlow ? context.left : []), answer.times];
      return { flow, left, settings: { ...context.settings, answers } };
    }),
    removeAnswers: assign(({ context }) => ({ left: [], settings: { ...context.settings, answers: [] } })),
    countAnswers: assign(({ event }) => {
      assertEvent(event, 'answersUsed');
      return { left: event.left };
    }),
    reset: assign({ flow: null, left: [], settings: browserSettings }),
    /** Adds what is set as a scenario; the answers are only kept for the flow that they are for. */
    addScenario: assign(({ context, event }) => {
      assertEvent(event, 'saved');
      const { flow, name } = event;
      const settings = context.flow === flow ? context.settings : { ...context.settings, answers: [] };
      return { scenarios: withScenario(context.scenarios, { flow, name, settings }) };
    }),
    removeScenario: assign(({ context, event }) => {
      assertEvent(event, 'removed');
      return { scenarios: withoutScenario(context.scenarios, event.scenario) };
    }),
    openScenario: assign(({ context, event }) => {
      assertEvent(event, ['opened', 'replayed']);
      const { scenario } = event;
      const { flow, settings } = scenario;
      const left = settings.answers.map(({ times }) => times);
      return { flow, settings, left, scenarios: withScenario(context.scenarios, scenario) };
    }),
    setTab: assign(({ event }) => {
      assertEvent(event, 'pageFollowed');
      return { tab: event.tab };
    }),
  },
}).createMachine({
  id: 'visualiserEnvironment',
  context: ({ input }) => ({
    settings: browserSettings,
    flow: null,
    left: [],
    scenarios: input.scenarios,
    tab: null,
  }),
  initial: 'untouched',
  on: {
    set: { target: '.chosen', actions: 'setSettings' },
    answerAdded: { target: '.chosen', actions: 'addAnswer' },
    answersRemoved: { target: '.chosen', actions: 'removeAnswers' },
    reset: { target: '.chosen', actions: 'reset' },
    opened: { target: '.chosen', actions: 'openScenario' },
    replayed: { target: '.replaying', actions: 'openScenario' },
    answersUsed: { guard: 'hasUsedAnswers', actions: 'countAnswers' },
    saved: { actions: 'addScenario' },
    removed: { actions: 'removeScenario' },
    pageFollowed: { guard: 'isOtherTab', actions: 'setTab' },
  },
  states: {
    untouched: { description: 'Pages have the environment of the browser.' },
    chosen: {
      initial: 'setting',
      on: { pageFollowed: { guard: 'isOtherTab', target: '.setting', actions: 'setTab' } },
      states: {
        setting: {
          description: 'The followed page is given what is set.',
          invoke: {
            id: 'setOnPage',
            src: 'setOnPage',
            input: ({ context }) => inputOf(context),
            onDone: 'set',
            onError: 'set',
          },
        },
        set: { description: 'The followed page has what is set.' },
      },
    },
    replaying: {
      description: 'The followed page is given what is set, and then loaded.',
      invoke: {
        id: 'replayOnPage',
        src: 'replayOnPage',
        input: ({ context }) => inputOf(context),
        onDone: 'chosen.set',
        onError: 'chosen.set',
      },
    },
  },
});

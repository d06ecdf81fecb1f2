import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor } from '../../actors.ts';
import {
  browserSettings,
  hasUsedAnswers,
  scenarioOf,
  settingsLeft,
  withAnswer,
  withoutScenario,
  withScenario,
  withSettingsOf,
} from './visualiserEnvironment.rules.ts';
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

const inputOf = (context: EnvironmentContext): PageSettings => ({
  tab: context.tab,
  flow: context.flow,
  settings: settingsLeft(context),
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
    hasUsedAnswers: ({ context, event }) => {
      assertEvent(event, 'answersUsed');
      return hasUsedAnswers(context.left, event.left);
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
    addAnswer: assign(({ context, event }) => {
      assertEvent(event, 'answerAdded');
      return withAnswer(context, event);
    }),
    removeAnswers: assign(({ context }) => ({ left: [], settings: { ...context.settings, answers: [] } })),
    countAnswers: assign(({ event }) => {
      assertEvent(event, 'answersUsed');
      return { left: event.left };
    }),
    reset: assign({ flow: null, left: [], settings: browserSettings }),
    addScenario: assign(({ context, event }) => {
      assertEvent(event, 'saved');
      return { scenarios: withScenario(context.scenarios, scenarioOf(context, event)) };
    }),
    removeScenario: assign(({ context, event }) => {
      assertEvent(event, 'removed');
      return { scenarios: withoutScenario(context.scenarios, event.scenario) };
    }),
    openScenario: assign(({ context, event }) => {
      assertEvent(event, ['opened', 'replayed']);
      const { scenario } = event;
      return { ...withSettingsOf(scenario), scenarios: withScenario(context.scenarios, scenario) };
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

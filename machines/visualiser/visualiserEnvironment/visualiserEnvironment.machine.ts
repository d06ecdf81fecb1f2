import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor } from '../../shared/actors.ts';
import { browserSettings } from './visualiserEnvironment.rules.ts';
import type {
  EnvironmentContext,
  EnvironmentEvent,
  EnvironmentSettings,
} from './visualiserEnvironment.types.ts';

type PageSettings = { tab: string | null; flow: string | null; settings: EnvironmentSettings };

export const visualiserEnvironmentActors = {
  /** Sets the environment on the page in a tab. */
  setOnPage: declarePromiseActor<void, PageSettings>('setOnPage'),
};

/** The settings for a page, with the remaining answers. */
const inputOf = ({ tab, flow, settings, left }: EnvironmentContext): PageSettings => ({
  tab,
  flow,
  settings: {
    ...settings,
    answers: settings.answers.map((answer, index) => ({ ...answer, times: left[index] ?? answer.times })),
  },
});

/** The environment of the followed page: network, answers and translation. A page that is followed later is given it. */
export const visualiserEnvironmentMachine = setup({
  types: {
    context: {} as EnvironmentContext,
    events: {} as EnvironmentEvent,
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
    setTab: assign(({ event }) => {
      assertEvent(event, 'pageFollowed');
      return { tab: event.tab };
    }),
  },
}).createMachine({
  id: 'visualiserEnvironment',
  context: { settings: browserSettings, flow: null, left: [], tab: null },
  initial: 'untouched',
  on: {
    set: { target: '.chosen', actions: 'setSettings' },
    answerAdded: { target: '.chosen', actions: 'addAnswer' },
    answersRemoved: { target: '.chosen', actions: 'removeAnswers' },
    reset: { target: '.chosen', actions: 'reset' },
    answersUsed: { guard: 'hasUsedAnswers', actions: 'countAnswers' },
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
  },
});

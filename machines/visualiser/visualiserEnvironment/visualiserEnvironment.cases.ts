import type { Cases } from '../../paths/index.ts';
import type {
  visualiserEnvironmentActors,
  visualiserEnvironmentMachine,
} from './visualiserEnvironment.machine.ts';
import type { ServerAnswer } from './visualiserEnvironment.types.ts';

const unavailable: ServerAnswer = { actor: 'sendForm', status: 503, body: '', delay: 0, times: 2 };

const unreadable = new Error('The answer cannot be read.');

/** Event cases and outcomes of an environment for two flows. */
export const visualiserEnvironmentCases = {
  events: {
    set: {
      'a lost network': { settings: { network: 'lost' } },
      'a translation': { settings: { isTranslated: true } },
    },
    answerAdded: {
      'for the contact form': { flow: 'contact', answer: unavailable },
      'for another form': { flow: 'callBack', answer: { ...unavailable, times: 1 } },
    },
    answersRemoved: { 'by its button': {} },
    answersUsed: {
      'one of two': { left: [1] },
      none: { left: [2] },
      'of an environment that was set before': { left: [1, 1] },
    },
    reset: { 'by its button': {} },
    pageFollowed: { 'in a tab': { tab: 'one tab' }, 'in another tab': { tab: 'other tab' } },
  },
  outcomes: {
    setOnPage: { set: { output: undefined }, 'not set': { error: unreadable } },
  },
  project: ({ settings, flow, left, tab }) => ({
    network: settings.network,
    isTranslated: settings.isTranslated,
    flow,
    left,
    tab,
  }),
} satisfies Cases<typeof visualiserEnvironmentMachine, typeof visualiserEnvironmentActors>;

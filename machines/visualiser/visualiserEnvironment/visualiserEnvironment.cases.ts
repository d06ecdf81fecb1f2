import type { Cases } from '../../paths/index.ts';
import type {
  visualiserEnvironmentActors,
  visualiserEnvironmentMachine,
} from './visualiserEnvironment.machine.ts';
import { browserSettings } from './visualiserEnvironment.rules.ts';
import type { Scenario, ServerAnswer } from './visualiserEnvironment.types.ts';

const unavailable: ServerAnswer = { actor: 'sendForm', status: 503, body: '', delay: 0, times: 2 };

const slowServer: Scenario = {
  name: 'slow server',
  flow: 'contact',
  settings: { ...browserSettings, network: 'slow', answers: [{ ...unavailable, times: 1 }] },
};

const unreadable = new Error('The answer cannot be read.');

/** Event cases and outcomes of an environment for two flows. */
export const visualiserEnvironmentCases = {
  input: { scenarios: [] },
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
    saved: {
      'for the contact form': { flow: 'contact', name: 'slow server' },
      'for another form': { flow: 'callBack', name: 'slow server' },
    },
    removed: { 'by its button': { scenario: slowServer } },
    opened: { 'from a link': { scenario: slowServer } },
    replayed: { 'by its button': { scenario: slowServer } },
    pageFollowed: { 'in a tab': { tab: 'one tab' }, 'in another tab': { tab: 'other tab' } },
  },
  outcomes: {
    setOnPage: { set: { output: undefined }, 'not set': { error: unreadable } },
    replayOnPage: { loaded: { output: undefined }, 'not set': { error: unreadable } },
  },
  project: ({ settings, flow, left, scenarios, tab }) => ({
    network: settings.network,
    isTranslated: settings.isTranslated,
    flow,
    left,
    scenarios: scenarios.map((known) => known.flow).toSorted(),
    tab,
  }),
} satisfies Cases<typeof visualiserEnvironmentMachine, typeof visualiserEnvironmentActors>;

import { createActor, fromTransition } from 'xstate';
import {
  browserSettings,
  type EnvironmentSettings,
  type Scenario,
  type ServerAnswer,
} from './environment.types.ts';
import { savedScenarios, saveScenarios } from './scenarios.ts';

export type EnvironmentState = {
  settings: EnvironmentSettings;
  /** The flow whose server the answers are for. */
  flow: string | null;
  /** How often each answer is still to be given. */
  left: readonly number[];
  /** Counts the changes that a page must be told. */
  revision: number;
  scenarios: readonly Scenario[];
};

export type EnvironmentEvent =
  | { type: 'set'; settings: Partial<Omit<EnvironmentSettings, 'answers'>> }
  | { type: 'answerAdded'; flow: string; answer: ServerAnswer }
  | { type: 'answersRemoved' }
  /** The page reports how often it is still to give each answer. */
  | { type: 'answersUsed'; left: readonly number[] }
  | { type: 'reset' }
  | { type: 'saved'; flow: string; name: string }
  | { type: 'removed'; scenario: Scenario }
  /** The settings of a scenario are set again, of a kept one or one from a link. */
  | { type: 'opened'; scenario: Scenario };

const isSame = (one: Scenario, other: Pick<Scenario, 'flow' | 'name'>) =>
  one.flow === other.flow && one.name === other.name;

const withScenario = (scenarios: readonly Scenario[], scenario: Scenario): Scenario[] => [
  ...scenarios.filter((known) => !isSame(known, scenario)),
  scenario,
];

/** Returns the settings with the answers that are still to be given. */
export const settingsLeft = ({ settings, left }: EnvironmentState): EnvironmentSettings => ({
  ...settings,
  answers: settings.answers.map((answer, index) => ({ ...answer, times: left[index] ?? answer.times })),
});

const timesOf = ({ answers }: EnvironmentSettings) => answers.map(({ times }) => times);

export function environmentAfter(state: EnvironmentState, event: EnvironmentEvent): EnvironmentState {
  const { settings, scenarios } = state;
  const revision = state.revision + 1;
  switch (event.type) {
    case 'set':
      return { ...state, revision, settings: { ...settings, ...event.settings } };
    case 'answerAdded': {
      const { flow, answer } = event;
      const isSameFlow = state.flow === flow;
      const answers = [...(isSameFlow ? settings.answers : []), answer];
      const left = [...(isSameFlow ? state.left : []), answer.times];
      return { ...state, revision, flow, left, settings: { ...settings, answers } };
    }
    case 'answersRemoved':
      return { ...state, revision, left: [], settings: { ...settings, answers: [] } };
    case 'answersUsed':
      return event.left.length === state.left.length &&
        event.left.some((left, index) => left < (state.left[index] ?? 0))
        ? { ...state, left: event.left }
        : state;
    case 'reset':
      return { ...state, revision, flow: null, left: [], settings: browserSettings };
    case 'saved': {
      const { flow, name } = event;
      const own = state.flow === flow ? settings : { ...settings, answers: [] };
      return { ...state, scenarios: withScenario(scenarios, { flow, name, settings: own }) };
    }
    case 'removed':
      return { ...state, scenarios: scenarios.filter((known) => !isSame(known, event.scenario)) };
    case 'opened': {
      const { scenario } = event;
      return {
        revision,
        flow: scenario.flow,
        left: timesOf(scenario.settings),
        settings: scenario.settings,
        scenarios: withScenario(scenarios, scenario),
      };
    }
  }
}

/** Starts the store of the environment, with the scenarios that the browser has kept. */
export function startEnvironmentStore() {
  const initial: EnvironmentState = {
    settings: browserSettings,
    flow: null,
    left: [],
    revision: 0,
    scenarios: savedScenarios(),
  };
  const store = createActor(fromTransition(environmentAfter, initial)).start();
  let kept = initial.scenarios;
  store.subscribe(({ context: { scenarios } }) => {
    if (scenarios !== kept) saveScenarios(scenarios);
    kept = scenarios;
  });
  return store;
}

export const environmentStore = startEnvironmentStore();

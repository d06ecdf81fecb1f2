import type {
  EnvironmentContext,
  EnvironmentSettings,
  Scenario,
  ServerAnswer,
} from './visualiserEnvironment.types.ts';

/** The environment of the browser. */
export const browserSettings: EnvironmentSettings = {
  network: 'normal',
  answers: [],
  colorScheme: null,
  reducedMotion: null,
};

/** Returns the settings with the answers that are still to be given. */
export const settingsLeft = ({
  settings,
  left,
}: Pick<EnvironmentContext, 'settings' | 'left'>): EnvironmentSettings => ({
  ...settings,
  answers: settings.answers.map((answer, index) => ({ ...answer, times: left[index] ?? answer.times })),
});

/** Whether the page has given an answer since the last report. */
export const hasUsedAnswers = (known: readonly number[], reported: readonly number[]): boolean =>
  reported.length === known.length && reported.some((left, index) => left < (known[index] ?? 0));

/** Returns the settings with a further answer, for one flow: those of another flow go. */
export function withAnswer(
  { settings, left, flow }: EnvironmentContext,
  added: { flow: string; answer: ServerAnswer },
): Pick<EnvironmentContext, 'settings' | 'left' | 'flow'> {
  const isSameFlow = flow === added.flow;
  const answers = [...(isSameFlow ? settings.answers : []), added.answer];
  return {
    flow: added.flow,
    left: [...(isSameFlow ? left : []), added.answer.times],
    settings: { ...settings, answers },
  };
}

const isSame = (one: Scenario, other: Scenario) => one.flow === other.flow && one.name === other.name;

/** Returns the scenarios without one of a name of its flow. */
export const withoutScenario = (scenarios: readonly Scenario[], removed: Scenario): Scenario[] =>
  scenarios.filter((known) => !isSame(known, removed));

/** Returns the scenarios with one; it replaces that of the same name of its flow. */
export const withScenario = (scenarios: readonly Scenario[], scenario: Scenario): Scenario[] => [
  ...withoutScenario(scenarios, scenario),
  scenario,
];

/** Returns what is set as a scenario; the answers are only kept for the flow that they are for. */
export const scenarioOf = (
  { settings, flow }: EnvironmentContext,
  saved: { flow: string; name: string },
): Scenario => ({
  flow: saved.flow,
  name: saved.name,
  settings: flow === saved.flow ? settings : { ...settings, answers: [] },
});

/** Returns the context with the settings of a scenario. */
export const withSettingsOf = (
  scenario: Scenario,
): Pick<EnvironmentContext, 'settings' | 'left' | 'flow'> => ({
  flow: scenario.flow,
  left: scenario.settings.answers.map(({ times }) => times),
  settings: scenario.settings,
});

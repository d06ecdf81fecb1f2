import type { EnvironmentSettings, Scenario } from './visualiserEnvironment.types.ts';

/** The environment of the browser. */
export const browserSettings: EnvironmentSettings = {
  network: 'normal',
  answers: [],
  colorScheme: null,
  reducedMotion: null,
  isTranslated: false,
};

const isSame = (one: Scenario, other: Scenario) => one.flow === other.flow && one.name === other.name;

/** Returns the scenarios without one of a name of its flow. */
export const withoutScenario = (scenarios: readonly Scenario[], removed: Scenario): Scenario[] =>
  scenarios.filter((known) => !isSame(known, removed));

/** Returns the scenarios with one; it replaces that of the same name of its flow. */
export const withScenario = (scenarios: readonly Scenario[], scenario: Scenario): Scenario[] => [
  ...withoutScenario(scenarios, scenario),
  scenario,
];

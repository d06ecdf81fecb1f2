import type { Flow } from '../../../../machines/paths/index.ts';
import type { Scenario } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { type PromiseActor, startOncePerText, startPromise } from '../promiseActors.ts';
import { caseCodeOf, scenarioFromFragment, scenarioUrl } from './scenarios.ts';

/** Returns the actor that reads the scenario in the fragment of an address, once per fragment. */
export const scenarioIn = startOncePerText(scenarioFromFragment);

/** The link of a scenario, and the code of its answers as cases of the flow. */
type ScenarioExport = { url: string; code: string };

const exports = new WeakMap<Scenario, PromiseActor<ScenarioExport>>();

/** Returns the actor that makes the exports of a scenario, once per scenario. */
export function exportOf(flow: Flow, scenario: Scenario): PromiseActor<ScenarioExport> {
  const load = async () => ({
    url: await scenarioUrl(scenario, window.location.origin),
    code: await caseCodeOf(flow, scenario),
  });
  const known = exports.get(scenario) ?? startPromise(load);
  exports.set(scenario, known);
  return known;
}

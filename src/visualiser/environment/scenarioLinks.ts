import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Flow } from '../../../machines/paths/flow.ts';
import type { Scenario } from './environment.types.ts';
import { caseCodeOf, scenarioFromFragment, scenarioUrl } from './scenarios.ts';

type PromiseActor<Output> = ActorRefFrom<PromiseActorLogic<Output>>;

const started = <Output>(load: () => Promise<Output>): PromiseActor<Output> =>
  createActor(fromPromise(load)).start();

const opened = new Map<string, PromiseActor<Scenario | null>>();

/** Returns the actor that reads the scenario in the fragment of an address, once per fragment. */
export function scenarioIn(hash: string): PromiseActor<Scenario | null> {
  const reading = opened.get(hash) ?? started(() => scenarioFromFragment(hash));
  opened.set(hash, reading);
  return reading;
}

/** The link of a scenario, and the code of its answers as cases of the flow. */
export type ScenarioExport = { url: string; code: string };

const exports = new WeakMap<Scenario, PromiseActor<ScenarioExport>>();

/** Returns the actor that makes the exports of a scenario, once per scenario. */
export function exportOf(flow: Flow, scenario: Scenario): PromiseActor<ScenarioExport> {
  const load = async () => ({
    url: await scenarioUrl(scenario, window.location.origin),
    code: await caseCodeOf(flow, scenario),
  });
  const known = exports.get(scenario) ?? started(load);
  exports.set(scenario, known);
  return known;
}

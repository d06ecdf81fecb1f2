import * as v from 'valibot';
import type { Flow } from '../../../../machines/paths/index.ts';
import { dataInFragment, linkWithData } from '../../../../machines/visualiser/fragments.ts';
import {
  type Scenario,
  scenarioSchema,
} from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { storedItem } from '../browserStorage.ts';
import { flowWithId } from '../flowModels.ts';
import { startOncePer } from '../promiseActors.ts';
import { toSource } from '../sourceCode.ts';
import { outcomeOfAnswer } from './serverCalls.ts';

/** Reads a scenario from the fragment of an address; null where it contains none. */
export const scenarioFromFragment = (hash: string): Promise<Scenario | null> =>
  dataInFragment('scenario', scenarioSchema, hash);

/** Returns the code of the outcomes in a flow's cases file that are the answers of a scenario. */
async function caseCodeOf(flow: Flow, { name, settings: { answers } }: Scenario): Promise<string> {
  const byActor = new Map<string, string[]>();
  for (const [index, answer] of answers.entries()) {
    const outcome = await outcomeOfAnswer(flow, answer.actor, answer);
    const code =
      outcome.kind === 'error'
        ? `{ error: new Error(${toSource(outcome.message)}) }`
        : `{ output: ${toSource(outcome.output ?? {}, '      ')} }`;
    const title = answers.length > 1 ? `${name}, ${index + 1}` : name;
    byActor.set(answer.actor, [...(byActor.get(answer.actor) ?? []), `      ${toSource(title)}: ${code},\n`]);
  }
  const actors = [...byActor].map(([actor, cases]) => `    ${actor}: {\n${cases.join('')}    },\n`);
  return `  // To be added ${flow.casesFile}.\n  outcomes: {\n${actors.join('')}  },\n`;
}

/** Returns the actor that makes the link of a scenario, and the code of its answers as cases of its flow. */
export const exportOf = startOncePer(async (saved: Scenario) => {
  const flow = flowWithId(saved.flow);
  return {
    url: window.location.origin + (await linkWithData('scenario', saved)),
    code: flow ? await caseCodeOf(flow, saved) : '',
  };
});

/** The scenarios that the browser keeps. */
export const storedScenarios = storedItem<readonly Scenario[]>(
  'visualiser-scenarios',
  v.array(scenarioSchema),
);

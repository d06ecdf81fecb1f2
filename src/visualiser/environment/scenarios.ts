import * as v from 'valibot';
import type { Flow } from '../../../machines/paths/flow.ts';
import { fromFragment, toFragment } from '../fragments.ts';
import { toSource } from '../sourceCode.ts';
import { networks, type Scenario } from './environment.types.ts';
import { outcomeOfAnswer } from './serverCalls.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000));

const settings = v.object({
  network: v.picklist(networks),
  answers: v.array(
    v.object({
      actor: v.string(),
      status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
      body: v.string(),
      delay: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
      times: count,
    }),
  ),
  locale: v.nullable(v.string()),
  colorScheme: v.nullable(v.picklist(['light', 'dark'])),
  reducedMotion: v.nullable(v.picklist(['reduce', 'no-preference'])),
});

const scenario = v.object({ name: v.string(), flow: v.string(), settings }) satisfies v.GenericSchema<
  unknown,
  Scenario
>;

/** Reads an answer or the whole of the settings; null where something is not as it should be. */
export function readScenario(data: unknown): Scenario | null {
  const read = v.safeParse(scenario, data);
  return read.success ? read.output : null;
}

const PREFIX = '#scenario=';

/** Returns a link with a scenario in its fragment, which browsers do not send to any server. */
export const scenarioUrl = async (saved: Scenario, origin: string): Promise<string> =>
  `${origin}/visualiser/${saved.flow}${PREFIX}${await toFragment(saved)}`;

/** Whether the fragment of an address is for a scenario. */
export const hasScenario = (hash: string): boolean => hash.startsWith(PREFIX);

/** Reads a scenario from the fragment of an address; null where it contains none. */
export async function scenarioFromFragment(hash: string): Promise<Scenario | null> {
  return hasScenario(hash) ? readScenario(await fromFragment(hash.slice(PREFIX.length))) : null;
}

/** Returns the code of the outcomes in a flow's cases file that are the answers of a scenario. */
export async function caseCodeOf(flow: Flow, { name, settings: { answers } }: Scenario): Promise<string> {
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

/** The entry of the browser's storage in which the scenarios are kept. */
const KEY = 'visualiser-scenarios';

/** Returns the scenarios that the browser has kept. */
export function savedScenarios(): Scenario[] {
  try {
    const kept = v.safeParse(v.array(scenario), JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    return kept.success ? kept.output : [];
  } catch {
    return [];
  }
}

/** Keeps the scenarios in the browser; does nothing where it has no storage. */
export function saveScenarios(scenarios: readonly Scenario[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(scenarios));
  } catch {
    // The scenarios are gone with the visualiser.
  }
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { catalogue } from '../../machines/catalogue.ts';
import { fileOf, folderOf } from '../../machines/folders.ts';
import type { Flow } from '../../machines/paths/index.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { root } from '../support/root.ts';
import { exploredGraph } from '../support/writtenPlans.ts';
import { type CodeMutation, codeMutationsOf } from './codeMutations.ts';
import { equivalents } from './equivalents.ts';
import { withImports } from './imports.ts';
import { askOnMachine, maxStates, type Notice } from './notices.ts';
import { reachedFrom } from './reachedCode.ts';
import { asksAll, type Examined, lineOf, summaryOf, survivorsOf } from './report.ts';
import { type CodeChange, queryOf } from './vite.config.ts';

/**
 * Makes slips in the code that the machine of a flow calls, and expects that the written plan, a journey or a
 * property of the flow notices each: every constant off by one, and a sample of the logic, of which `npm run tools
 * -- mutate --code` tries all. The code is in effect on pages too, so that no graph proves a slip equivalent:
 * tests/mutation/equivalents.ts lists those.
 */

const RULES =
  /^machines\/((?:visualiser\/)?(\w+)\/\2\.(machine|setup|rules|fee|params)|fields|formFields)\.ts$/;

/** The rules with separate tests of their logic: `tests/machines/fields.test.ts`. */
const FIELDS = /^machines\/(fields|formFields)\.ts$/;

/** The number of slips in logic that are tried in each flow. */
const SAMPLE = 12;

/** The files with the rules of a flow: its own, and those it shares with other flows. */
const ruleFilesOf = (flow: Flow): string[] =>
  [...withImports(fileOf(flow, 'flow'))].filter((file) => RULES.test(file));

const isOwnFile = (flow: Flow, file: string) => file.startsWith(`machines/${folderOf(flow)}/`);

/** A sample that stays the same when other code changes. */
function sampleOf(mutations: readonly CodeMutation[]): CodeMutation[] {
  const rank = ({ key }: CodeMutation) => createHash('sha256').update(key).digest('hex');
  return mutations.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

/** The slips to try in a flow: its constants, and its logic, its own first. */
function mutationsOf(flow: Flow): CodeMutation[] {
  const isOwn = ({ file }: CodeMutation) => isOwnFile(flow, file);
  const files = ruleFilesOf(flow);
  const isReached = reachedFrom(fileOf(flow, 'machine'), files);
  const all = files.flatMap(codeMutationsOf);
  const logic = sampleOf(
    all.filter((mutation) => mutation.kind === 'logic' && !FIELDS.test(mutation.file) && isReached(mutation)),
  );
  const sample = [...logic.filter(isOwn), ...logic.filter((mutation) => !isOwn(mutation))];
  return [...all.filter(({ kind }) => kind === 'constant'), ...(asksAll ? logic : sample.slice(0, SAMPLE))];
}

/** The most eventless transitions in a row: XState follows an endless loop for ever. */
const MAX_ITERATIONS = 100;

const withEndOfLoops = ({ config, implementations }: Flow['machine']): Flow['machine'] =>
  createMachine(
    { ...config, options: { ...config.options, maxIterations: MAX_ITERATIONS } },
    implementations,
  );

/** A flow as its files make it with changed code. */
async function flowWith(flow: Flow, change: CodeChange): Promise<Flow> {
  const file = join(root, fileOf(flow, 'flow'));
  const module: Record<string, Flow> = await import(/* @vite-ignore */ `${file}${queryOf(change)}`);
  const changed = module[`${flow.id}Flow`];
  if (!changed) throw new Error(`${file} does not export "${flow.id}Flow".`);
  return { ...changed, machine: withEndOfLoops(changed.machine) };
}

const limitOf = (flow: Flow): number => maxStates(exploredGraph(flow));

/** Everything in a flow that notices a slip. */
async function noticesIn(flow: Flow, mutation: CodeMutation): Promise<Notice[]> {
  let changed: Flow;
  try {
    changed = await flowWith(flow, mutation);
  } catch (error) {
    return [{ by: 'exploration', what: String(error) }];
  }
  return askOnMachine(changed, { limit: limitOf(flow), asksAll }).notices;
}

/** Asks the flow of a slip, or for shared rules one of the other flows. */
async function verdictOn(flow: Flow, mutation: CodeMutation): Promise<Examined> {
  const others = isOwnFile(flow, mutation.file)
    ? []
    : catalogue.filter((other) => other !== flow && ruleFilesOf(other).includes(mutation.file));
  for (const asked of [flow, ...others.toReversed()]) {
    const notices = await noticesIn(asked, mutation);
    if (notices.length > 0) return { name: mutation.name, verdict: notices };
  }
  return { name: mutation.name, verdict: mutation.key in equivalents ? 'equivalent' : 'survivor' };
}

const flowsWithCode = chosenOnMachine
  .map((flow) => ({ id: flow.id, flow, mutations: mutationsOf(flow) }))
  .filter(({ mutations }) => mutations.length > 0);

const examinedFlows: Examined[][] = [];
afterAll(() => {
  if (examinedFlows.length > 1) console.log(summaryOf('Together', examinedFlows.flat(), 'slips'));
});

test.each(flowsWithCode)(
  'every slip in the code of $id is noticed, or is listed as equivalent',
  { timeout: 1_800_000 },
  async ({ id, flow, mutations }) => {
    expect(askOnMachine(flow, { limit: limitOf(flow), asksAll: true }).notices, 'the unchanged code').toEqual(
      [],
    );
    const examined: Examined[] = [];
    for (const mutation of mutations) {
      examined.push(await verdictOn(flow, mutation));
      if (asksAll) console.log(examined.slice(-1).map(lineOf).join());
    }
    examinedFlows.push(examined);
    console.log(summaryOf(id, examined, 'slips'));
    expect(survivorsOf(examined)).toEqual([]);
  },
);

test('every equivalent slip is one that can be made', () => {
  const keys = catalogue
    .flatMap(ruleFilesOf)
    .flatMap(codeMutationsOf)
    .map(({ key }) => key);
  expect(nonEmpty(Object.keys(equivalents)).filter((key) => !keys.includes(key))).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import type { AnyMachineSnapshot } from 'xstate';
import {
  coverageAsJUnit,
  coverageOf,
  criteria,
  type Flow,
  type Graph,
  type ObservedCoverage,
  observedCoverage,
  type Path,
  plan,
  printPaths,
  type Step,
  stepName,
  sumOfCoverage,
} from '../index.ts';
import { errorText, refusingToExplore } from './errorText.ts';
import { type Format, formats, type PlanOptions } from './options.ts';
import { criteriaAsText, lossesAsText, nearestBreaksAsText, requirementsAsText } from './planReport.ts';
import { parseChoice, UsageError } from './usageError.ts';

const coverageFormats = ['text', 'markdown', 'json', 'junit'] as const;

/** The facts of a project about its flows, beside their machines. */
export type Surroundings = {
  /** The coverage that its tests observed. */
  observed?: () => readonly ObservedCoverage[];
  /** The sentences about the page in a state, for a plan that a person carries out. */
  loadSentences?: (flow: Flow) => Promise<(snapshot: AnyMachineSnapshot, after?: Step) => string[]>;
  /** The type of an event without which a shortest path does, where there is one. */
  avoided?: string;
};

const planOptions = ({ text }: PlanOptions) => {
  const [criterion, beside] = [text('criterion'), text('beside')];
  return {
    ...(criterion !== undefined && { criteria: [parseChoice('criterion', criterion, criteria)] }),
    beside: beside === undefined ? [] : readCoverage(beside),
  };
};

const isCoverage = (value: unknown): value is ObservedCoverage =>
  typeof value === 'object' && value !== null && 'flow' in value && 'pairs' in value;

/** @throws UsageError where a file has no coverage */
function readCoverage(file: string): ObservedCoverage[] {
  if (!existsSync(file)) throw new UsageError(`There is no file "${file}".`);
  const data: unknown[] = [JSON.parse(readFileSync(file, 'utf8'))].flat();
  if (data.every(isCoverage)) return data;
  throw new UsageError(`"${file}" has no coverage of flows.`);
}

/** Prints the coverage of some flows by their plans and by their tests, item by item. */
function printCoverage(
  graphs: readonly Graph[],
  format: (typeof coverageFormats)[number],
  observed: readonly ObservedCoverage[],
): void {
  const all = graphs.map((graph) =>
    coverageOf(graph, [observedCoverage(graph.flow, 'plan', plan(graph).paths), ...observed]),
  );
  if (format === 'json') console.log(JSON.stringify(all, null, 2));
  else if (format === 'junit') console.log(coverageAsJUnit(all));
  else console.log(all.map((each) => (format === 'text' ? each.asText() : each.asMarkdown())).join('\n\n'));
}

/** Prints the error that breaks a machine, if any, with the shortest path to it. */
function printBreaks(graph: Graph): void {
  const broken = [...graph.states].find(([, { snapshot }]) => snapshot.status === 'error');
  if (!broken) return;
  const [key, { snapshot }] = broken;
  const path = (graph.shortestPath(({ to }) => (to === key ? 1 : 0)) ?? []).map(({ step }) => stepName(step));
  const place = path.length === 0 ? 'at the start' : `after ${path.join(' → ')}`;
  console.error(`${graph.flow.id} breaks ${place}: ${errorText(snapshot.error)}`);
  process.exitCode = 1;
}

/** Paths of a flow as text; in Markdown, for a person, with what its page shows. */
async function textOf(
  graph: Graph,
  chosen: readonly Path[],
  format: Format,
  { loadSentences }: Surroundings,
): Promise<string> {
  const sentences = format === 'markdown' ? await loadSentences?.(graph.flow) : undefined;
  return printPaths(graph, chosen, format, sentences);
}

/** Prints the gaps in the tests of a flow, and their coverage of its requirements and criteria. */
function printReport(graph: Graph, paths: readonly Path[], options: ReturnType<typeof planOptions>): void {
  console.log(planCoverage(graph, paths, options).asText());
  console.log(`\n${requirementsAsText(graph, paths)}`);
  if (options.criteria?.includes('restores')) console.log(`\n${lossesAsText(graph)}`);
  if (options.criteria) return;
  console.log(`\n${nearestBreaksAsText(graph)}`);
  console.log(`\n${criteriaAsText(graph)}`);
}

const planCoverage = (graph: Graph, paths: readonly Path[], { beside }: ReturnType<typeof planOptions>) =>
  coverageOf(graph, [observedCoverage(graph.flow, 'plan', paths), ...beside]);

/** Prints the tests of some flows, in plain words with what they cover and leave out; of several inputs of one machine in one sum. */
async function printTests(
  graphs: readonly Graph[],
  format: Format,
  options: ReturnType<typeof planOptions>,
  surroundings: Surroundings,
): Promise<void> {
  const texts: string[] = [];
  const coverages: ReturnType<typeof coverageOf>[] = [];
  const isOneMachine = new Set(graphs.map(({ flow }) => flow.id)).size < graphs.length;
  for (const graph of graphs)
    await refusingToExplore(graph.flow.id, async () => {
      const chosen = plan(graph, options);
      const paths = chosen.paths.length > 0 ? chosen.paths : [[]];
      const text = await textOf(graph, paths, format, surroundings);
      printBreaks(graph);
      if (format === 'json') texts.push(text);
      else console.log(text);
      const cut = [...(graph.leftOut === null ? [] : [graph.leftOut]), ...chosen.cut];
      if (format === 'text') for (const sentence of cut) console.log(`${sentence}.\n`);
      if (isOneMachine) coverages.push(planCoverage(graph, paths, options));
      else if (format === 'text') printReport(graph, paths, options);
    });
  if (format === 'json') console.log(texts.length === 1 ? texts[0] : `[${texts.join(',\n')}]`);
  if (format === 'text' && isOneMachine) console.log(sumOfCoverage(coverages).asText());
}

/** Prints the shortest path to a state or a transition, of the first flow that can reach it. */
async function printPathTo(
  graphs: readonly Graph[],
  to: string,
  format: Format,
  surroundings: Surroundings,
): Promise<void> {
  const { avoided } = surroundings;
  for (const graph of graphs) {
    const direct = avoided === undefined ? null : graph.without(avoided).pathTo(to);
    const path = direct ?? graph.pathTo(to);
    if (path) return console.log(await textOf(graph, [path], format, surroundings));
  }
  const names = new Set(graphs.flatMap(({ stateNames }) => [...stateNames]));
  throw new UsageError(
    `"${to}" is no state or transition of ${graphs[0]?.flow.id} that can be reached; states are: ${[...names].join(', ')}.`,
  );
}

/**
 * Prints the tests of some flows, or what its options choose: their coverage, or the shortest path to a state.
 *
 * @throws UsageError where an option is wrong or a flow cannot be explored
 */
export async function printFlows(
  graphs: readonly Graph[],
  options: PlanOptions,
  surroundings: Surroundings = {},
): Promise<void> {
  const [given, to] = [options.text('format') ?? 'text', options.text('to')];
  const chosenPlan = planOptions(options);
  if (options.has('coverage')) {
    const format = parseChoice('format', given, coverageFormats);
    return printCoverage(graphs, format, surroundings.observed?.() ?? []);
  }
  const format: Format = parseChoice('format', given, formats);
  if (to !== undefined)
    return refusingToExplore(graphs[0]?.flow.id ?? '', () => printPathTo(graphs, to, format, surroundings));
  await printTests(graphs, format, chosenPlan, surroundings);
}

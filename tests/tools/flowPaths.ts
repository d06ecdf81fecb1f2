import { fileURLToPath } from 'node:url';
import type { AnyMachineSnapshot } from 'xstate';
import { allFlows } from '../../machines/allFlows.ts';
import { catalogue } from '../../machines/catalogue.ts';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { sentenceOf } from '../../machines/checks/sentences.ts';
import { planFileOf } from '../../machines/folders.ts';
import {
  errorText,
  parseChoice,
  parseWholeNumber,
  printFlows,
  refusingToExplore,
  UsageError,
} from '../../machines/paths/command/index.ts';
import {
  chartOf,
  coverageOf,
  explore,
  type Flow,
  type Graph,
  type ObservedCoverage,
  observedCoverage,
  plan,
  type Step,
  stateName,
  walk,
} from '../../machines/paths/index.ts';
import { readControls } from '../support/controls.ts';
import { readObservedCoverage } from '../support/pathFailures.ts';
import { randomPaths } from '../support/randomPaths.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';
import { rewritePlan } from '../support/writtenPlans.ts';
import { printChangesSince } from './flowsElsewhere.ts';
import type { PathsOptions } from './pathsOptions.ts';
import { printUntouched, reasons } from './untouched.ts';

const overviewFormats = ['text', 'markdown', 'json'] as const;

const LEVELS = ['machines', 'screens', 'browser'] as const;

/** The size of a flow, the cost of its plan, and its coverage by the plan and by the last run of each level. */
function statisticsOf(flow: Flow, runs: readonly ObservedCoverage[]) {
  const start = performance.now();
  const graph = explore(flow);
  const paths = plan(graph).paths;
  const milliseconds = Math.round(performance.now() - start);
  const coverage = coverageOf(graph, [observedCoverage(flow, 'plan', paths), ...runs]);
  const ran = LEVELS.filter((level) => runs.some((run) => run.level === level && run.flow === flow.id));
  return {
    flow: flow.id,
    states: plan(graph, { criteria: ['states'] }).goals.length,
    transitions: chartOf(flow.machine).transitions.length,
    tests: paths.length,
    steps: paths.flat().length,
    milliseconds,
    coverage: Object.fromEntries(['plan' as const, ...ran].map((level) => [level, coverage.totals(level)])),
  };
}

type FlowStatistics = ReturnType<typeof statisticsOf>;

/** The coverage at a level, a percentage for each kind. */
function percentages({ coverage }: FlowStatistics, level: string): string {
  const reached = coverage[level];
  if (!reached) return 'not run';
  return Object.values(reached)
    .map(({ covered, of }) => (of > 0 ? String(Math.floor((100 * covered) / of)) : '–').padStart(3))
    .join(' ');
}

/** Prints a line for every flow. */
function printOverview(outputFormat: (typeof overviewFormats)[number]): void {
  const runs = readObservedCoverage();
  const all = catalogue.map((flow) => statisticsOf(flow, runs));
  if (outputFormat === 'json') {
    console.log(JSON.stringify(all, null, 2));
    return;
  }
  const levels = ['plan', ...LEVELS];
  const head = ['flow', 'states', 'transitions', 'tests', 'steps', 'ms', ...levels];
  const rows = all.map((figures) => {
    const { flow, states, transitions, tests, steps, milliseconds } = figures;
    return [
      ...[flow, states, transitions, tests, steps, milliseconds].map(String),
      ...levels.map((level) => percentages(figures, level)),
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const cells = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  const isTable = outputFormat === 'markdown';
  const line = (row: string[]) =>
    isTable ? `| ${cells(row).join(' | ')} |` : cells(row).join('  ').trimEnd();
  const rule = isTable ? [`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`] : [];
  console.log([line(head), ...rule, ...rows.map(line)].join('\n'));
  console.log(
    '\nCovered by the plan, and by the last run of each level, in %: states, transitions, guards, cases, pairs.',
  );
}

/**
 * Walks random paths on the bare machine, up to the first that breaks a property, and prints it as a short
 * journey.
 */
async function printRandomWalks(flow: Flow, seed: number, walks: number): Promise<void> {
  const graph = explore(flow);
  const paths = randomPaths(graph, { seed, count: walks, maxLength: 40, walked: [] });
  const result = (text: string) =>
    console.log(`${flow.id}: ${walks} walks, ${paths.flat().length} steps, seed ${seed}: ${text}`);
  try {
    for (const path of paths)
      await walkOrShorten(
        () => graph,
        path,
        (attempt) => walk(flow, attempt),
      );
    result('every property holds');
  } catch (error) {
    result(errorText(error));
    process.exitCode = 1;
  }
}

/**
 * The checks of the flows with a page. They contain the texts of the site, which depend on the environment of its
 * build.
 */
async function loadChecks(): Promise<Readonly<Record<string, Checks>>> {
  const { runnerImport } = await import('vite');
  const file = fileURLToPath(new URL('../../src/flows/checks.ts', import.meta.url));
  const { module } = await runnerImport<{ checks: Readonly<Record<string, Checks>> }>(file, {
    configFile: false,
  });
  return module.checks;
}

/** The sentences by which the checks of a flow describe its page in a state. */
async function loadSentences({ id }: Flow) {
  const states = (await loadChecks())[id]?.states;
  return (snapshot: AnyMachineSnapshot, after?: Step): string[] =>
    (states?.[stateName(snapshot)]?.(snapshot, after) ?? [])
      .filter(({ kind }) => kind !== 'fact')
      .map(sentenceOf);
}

/** @throws UsageError, which names the flow, where one cannot be explored. */
const exploreAll = (flows: readonly Flow[]): Promise<Graph[]> =>
  Promise.all(flows.map((flow) => refusingToExplore(flow.id, async () => explore(flow))));

/** Empty where no flow is named. */
function chosenFlows(options: PathsOptions): Flow[] {
  if (options.has('init') || options.text('test') !== undefined)
    throw new UsageError('--init and --test go with --machine.');
  if (options.text('cases') !== undefined)
    throw new UsageError('--cases goes with --machine: a flow of the catalogue has its own cases.');
  const ids = allFlows.map(({ id }) => id);
  return options.positionals.flatMap((given) => {
    const id = parseChoice('flow', given, ids);
    return allFlows.filter((flow) => flow.id === id);
  });
}

/** Runs `npm run paths` for flows. */
export async function flowPaths(options: PathsOptions, args: readonly string[]): Promise<void> {
  const [since, seed, walks, to] = (['since', 'seed', 'walks', 'to'] as const).map(options.text);
  if (since !== undefined) {
    if (args.length > (args.includes('--since') ? 2 : 1))
      throw new UsageError('--since goes alone: it compares every flow.');
    return printChangesSince(since);
  }
  if (options.has('untouched')) return printUntouched(readControls(), reasons);
  const chosen = chosenFlows(options);
  const selected = chosen.length > 0 ? chosen : catalogue;
  if (options.has('write')) {
    for (const flow of chosen.length > 0 ? chosen : allFlows)
      console.log(`${planFileOf(flow)} ${rewritePlan(flow) ? 'is written' : 'is as it was'}.`);
    return;
  }
  if (to !== undefined && selected.length !== 1)
    throw new UsageError(`--to wants one flow: npm run paths -- registration --to ${to}`);
  if (seed !== undefined || walks !== undefined) {
    const [from, count] = [parseWholeNumber('seed', seed ?? '1'), parseWholeNumber('walks', walks ?? '100')];
    for (const flow of selected) await printRandomWalks(flow, from, count);
    return;
  }
  const format = options.text('format') ?? 'text';
  const overviewFormat = overviewFormats.find((each) => each === format);
  const isOverview =
    chosen.length === 0 && options.text('criterion') === undefined && !options.has('coverage');
  if (isOverview && overviewFormat) return printOverview(overviewFormat);
  await printFlows(await exploreAll(selected), options, {
    observed: readObservedCoverage,
    loadSentences,
    avoided: 'draftFound',
  });
  if (format === 'text')
    for (const sentence of chosen.flatMap(({ limits = [] }) => limits)) console.log(sentence);
}

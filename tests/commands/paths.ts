import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { errorMessage } from '../../machines/actors.ts';
import { catalogue } from '../../machines/catalogue.ts';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { sentenceOf } from '../../machines/checks/sentences.ts';
import { planFileOf } from '../../machines/folders.ts';
import {
  chartOf,
  coverageAsJUnit,
  coverageOf,
  criteria,
  ExploreError,
  explore,
  type Flow,
  type Graph,
  type ObservedCoverage,
  observedCoverage,
  type Path,
  plan,
  printPaths,
  stateName,
  stepName,
  walk,
} from '../../machines/paths/index.ts';
import { unlistedFlows } from '../../machines/unlistedFlows.ts';
import { readControls } from '../support/controls.ts';
import { readObservedCoverage } from '../support/pathFailures.ts';
import { randomPaths } from '../support/randomPaths.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';
import { rewritePlan } from '../support/writtenPlans.ts';
import { machineInFile, printChangesSince, printingToError } from './flowsElsewhere.ts';
import { casesFileOf, writeCases, writeTest } from './machineFiles.ts';
import { criteriaAsText, leftOutAsText, nearestBreaksAsText, requirementsAsText } from './planReport.ts';
import { printUntouched, reasons } from './untouched.ts';
import { isMainModule, parseChoice, runCommand, UsageError } from './usageError.ts';

const allFlows = [...catalogue, ...unlistedFlows];

type Criterion = (typeof criteria)[number];

type Format = NonNullable<Parameters<typeof printPaths>[2]>;

/**
 * `npm run paths`: every flow with its statistics.
 * `npm run paths -- registration`: its tests; with `--criterion`, `--switch`, `--budget` and `--left-out`, `--format`,
 * `--to`, or `--seed` and `--walks`; with `--coverage` its coverage by its plan and by the last tests, item by item.
 * `npm run paths -- registration --write`: writes its plan, which the tests walk; without a flow those of all.
 * `npm run paths -- --untouched`: what no event of the last tests has reached on the pages; exit code 1 where it has no reason.
 * `npm run paths -- --since origin/main`: what changed in the flows since a commit, as Markdown.
 * `npm run paths -- --machine ./checkout.ts#checkoutMachine`: the same for any machine, with `--cases`; with `--init` it
 * writes checkout.cases.ts, with `--test vitest` or `--test playwright` a test that walks the plan.
 */

const OPTIONS = {
  criterion: { type: 'string' },
  switch: { type: 'string' },
  budget: { type: 'string' },
  'left-out': { type: 'boolean' },
  format: { type: 'string' },
  to: { type: 'string' },
  seed: { type: 'string' },
  walks: { type: 'string' },
  coverage: { type: 'boolean' },
  machine: { type: 'string' },
  cases: { type: 'string' },
  init: { type: 'boolean' },
  test: { type: 'string' },
  since: { type: 'string' },
  untouched: { type: 'boolean' },
  write: { type: 'boolean' },
} as const;

/** The criteria of the tests: those that few tests reach. */
const defaultCriteria = [
  'states',
  'transitions',
  'guards',
  'cases',
  'refusals',
] as const satisfies Criterion[];

const formats = ['text', 'markdown', 'json', 'mermaid', 'graph', 'fixture'] as const satisfies Format[];

const overviewFormats = ['text', 'markdown', 'json'] as const satisfies Format[];

const coverageFormats = [...overviewFormats, 'junit'] as const;

/** The values of the options that take one. */
const OPTION_VALUES = {
  criterion: `one of: ${criteria.join(', ')}`,
  switch: 'a whole number',
  budget: 'a whole number',
  format: `one of: ${formats.join(', ')}`,
  to: 'a state or a transition',
  seed: 'a whole number',
  walks: 'a whole number',
  machine: 'a file with the name of a machine: ./checkout.ts#checkoutMachine',
  cases: 'a file',
  test: 'one of: vitest, playwright',
  since: 'a commit, or the file of a build',
} satisfies Partial<Record<keyof typeof OPTIONS, string>>;

function parseArguments(args: string[]) {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const names = Object.keys(OPTIONS);
  for (const token of tokens)
    if (token.kind === 'option' && !names.includes(token.name))
      throw new UsageError(
        `Unknown option "${token.rawName}"; there are: ${names.map((name) => `--${name}`).join(', ')}.`,
      );
  const text = (name: keyof typeof OPTION_VALUES): string | undefined => {
    const value = values[name];
    if (typeof value === 'boolean' || value === '')
      throw new UsageError(`--${name} takes ${OPTION_VALUES[name]}.`);
    return value;
  };
  const flag = (name: 'coverage' | 'left-out' | 'init' | 'untouched' | 'write'): boolean => {
    if (typeof values[name] === 'string') throw new UsageError(`--${name} takes nothing.`);
    return values[name] === true;
  };
  return {
    criterion: text('criterion'),
    switchDepth: text('switch'),
    budget: text('budget'),
    leftOut: flag('left-out'),
    format: text('format'),
    to: text('to'),
    seed: text('seed'),
    walks: text('walks'),
    coverage: flag('coverage'),
    machine: text('machine'),
    cases: text('cases'),
    init: flag('init'),
    test: text('test'),
    since: text('since'),
    untouched: flag('untouched'),
    write: flag('write'),
    flows: positionals,
  };
}

const parseWholeNumber = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
};

const LEVELS = ['machines', 'screens', 'browser'] as const;

/** Returns the size of a flow, the cost of its plan, and its coverage by the plan and by the last run of each level. */
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

/** Returns the coverage at a level, a percentage for each kind. */
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

/** Prints the coverage of some flows by their plans and by the last run of each level, item by item. */
function printCoverage(flows: readonly Flow[], outputFormat: (typeof coverageFormats)[number]): void {
  const runs = readObservedCoverage();
  const all = flows.map((flow) => {
    const graph = explore(flow);
    return coverageOf(graph, [observedCoverage(flow, 'plan', plan(graph).paths), ...runs]);
  });
  if (outputFormat === 'json') console.log(JSON.stringify(all, null, 2));
  else if (outputFormat === 'junit') console.log(coverageAsJUnit(all));
  else
    console.log(
      all.map((each) => (outputFormat === 'text' ? each.asText() : each.asMarkdown())).join('\n\n'),
    );
}

/** Walks random paths on the bare machine, up to the first that breaks a property, which is printed as a short journey. */
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
    result(errorMessage(error, String(error)));
    process.exitCode = 1;
  }
}

/** Returns the criteria of a plan and its options; `--switch` alone is the n-switch criterion. */
function parsePlan({ criterion, switchDepth, budget, leftOut }: ReturnType<typeof parseArguments>) {
  const named = criterion === undefined ? null : parseChoice('criterion', criterion, criteria);
  if (switchDepth !== undefined && named !== null && named !== 'n-switch')
    throw new UsageError(`--switch goes with --criterion n-switch, not with ${named}.`);
  if (leftOut && budget === undefined)
    throw new UsageError('--left-out goes with --budget: without a budget no goal is left out.');
  const isSwitch = named === 'n-switch' || switchDepth !== undefined;
  const selected: readonly Criterion[] = named === null ? defaultCriteria : [named];
  return {
    options: {
      criteria: isSwitch ? (['n-switch'] as const) : selected,
      switchDepth: switchDepth === undefined ? 2 : parseWholeNumber('switch', switchDepth),
      ...(budget === undefined ? {} : { budget: parseWholeNumber('budget', budget) }),
    },
    isChosen: named !== null || isSwitch || budget !== undefined,
  };
}

/** Returns the checks of the flows with a page, with the texts of the site, which the environment of its build decides. */
async function loadChecks(): Promise<Readonly<Record<string, Checks>>> {
  const { runnerImport } = await import('vite');
  const file = fileURLToPath(new URL('../../src/flows/checks.ts', import.meta.url));
  const { module } = await runnerImport<{ checks: Readonly<Record<string, Checks>> }>(file, {
    configFile: false,
  });
  return module.checks;
}

/** Prints paths of a flow; in Markdown, for a person, with what its checks say that the page shows. */
async function printChosen(graph: Graph, chosen: readonly Path[], outputFormat: Format): Promise<void> {
  const checks = outputFormat === 'markdown' ? await loadChecks() : {};
  const states = checks[graph.flow.id]?.states;
  console.log(
    printPaths(graph, chosen, outputFormat, (snapshot, after) =>
      (states?.[stateName(snapshot)]?.(snapshot, after) ?? [])
        .filter(({ kind }) => kind !== 'fact')
        .map(sentenceOf),
    ),
  );
}

/** Prints the tests of a flow, in plain words with what they cover and leave out. */
async function printTests(
  flow: Flow,
  outputFormat: Format,
  { options, isChosen }: ReturnType<typeof parsePlan>,
  isLeftOutListed: boolean,
): Promise<void> {
  const graph = await printingToError(() => explore(flow));
  const chosen = plan(graph, options);
  await printChosen(graph, chosen.paths, outputFormat);
  printBreaks(flow, graph);
  if (outputFormat !== 'text') return;
  if (graph.leftOut !== null) console.log(`${graph.leftOut}.\n`);
  console.log(
    options.budget === undefined
      ? coverageOf(graph, [observedCoverage(flow, 'plan', chosen.paths)]).asText()
      : leftOutAsText(chosen, options, isLeftOutListed),
  );
  console.log(`\n${requirementsAsText(graph, chosen.paths)}`);
  if (isChosen) return;
  console.log(`\n${nearestBreaksAsText(graph)}`);
  console.log(`\n${criteriaAsText(graph, options.switchDepth)}`);
}

/** Prints the shortest path to a state or a transition. */
async function printPathTo(flow: Flow, to: string, outputFormat: Format): Promise<void> {
  const graph = explore(flow);
  const shortestPath = graph.without('draftFound').pathTo(to) ?? graph.pathTo(to);
  if (!shortestPath)
    throw new UsageError(
      `"${to}" is no state or transition of ${flow.id} that can be reached; states are: ${[...graph.stateNames].join(', ')}.`,
    );
  await printChosen(graph, [shortestPath], outputFormat);
}

/** Returns the flows that are named; empty where none is. */
function namedFlows({ flows }: ReturnType<typeof parseArguments>): Flow[] {
  const ids = allFlows.map(({ id }) => id);
  return flows.flatMap((given) => {
    const id = parseChoice('flow', given, ids);
    return allFlows.filter((flow) => flow.id === id);
  });
}

/** Prints what breaks a machine, if anything: its error with the shortest path to it. */
function printBreaks(flow: Flow, graph: Graph): void {
  const broken = [...graph.states].find(([, { snapshot }]) => snapshot.status === 'error');
  if (!broken) return;
  const [key, { snapshot }] = broken;
  const path = (graph.shortestPath(({ to }) => (to === key ? 1 : 0)) ?? []).map(({ step }) => stepName(step));
  const place = path.length === 0 ? 'at the start' : `after ${path.join(' → ')}`;
  console.error(`${flow.id} breaks ${place}: ${errorMessage(snapshot.error, String(snapshot.error))}`);
  process.exitCode = 1;
}

/** Returns the flows that the arguments choose, else the one of a machine in a file; empty where they choose none. */
async function chosenFlows(
  parsed: ReturnType<typeof parseArguments>,
): Promise<{ flows: Flow[]; asked: string[] }> {
  const { flows, machine, cases } = parsed;
  if (machine === undefined) {
    if (parsed.init || parsed.test !== undefined)
      throw new UsageError('--init and --test go with --machine.');
    if (cases !== undefined)
      throw new UsageError('--cases goes with --machine: a flow of the catalogue has its own cases.');
    return { flows: namedFlows(parsed), asked: [] };
  }
  if (flows.length > 0) throw new UsageError(`--machine goes without a flow, not with "${flows[0]}".`);
  const { init, test } = parsed;
  const kind = test === undefined ? undefined : parseChoice('test', test, ['vitest', 'playwright'] as const);
  const casesFile = casesFileOf(machine);
  const isWriting = init || kind !== undefined;
  const {
    name,
    flows: ofMachine,
    given,
    found,
  } = await machineInFile(machine, cases ?? (isWriting && existsSync(casesFile) ? casesFile : undefined));
  const { asked } = found;
  if (isWriting) console.log(writeCases(casesFile, found, given));
  if (kind) console.log(writeTest(kind, machine, name, ofMachine));
  return { flows: ofMachine, asked };
}

/** Runs the command with its arguments. */
export async function paths(args: string[]): Promise<void> {
  const parsed = parseArguments(args);
  const { format = 'text', to, seed, walks, coverage, leftOut, since } = parsed;
  if (since !== undefined) {
    if (args.length > (args.includes('--since') ? 2 : 1))
      throw new UsageError('--since goes alone: it compares every flow.');
    return printChangesSince(since);
  }
  if (parsed.untouched) return printUntouched(readControls(), reasons);
  const { flows: chosen, asked } = await chosenFlows(parsed);
  const chosenPlan = parsePlan(parsed);
  const selected = chosen.length > 0 ? chosen : catalogue;
  if (parsed.write) {
    for (const flow of chosen.length > 0 ? chosen : allFlows)
      console.log(`${planFileOf(flow)} ${rewritePlan(flow) ? 'is written' : 'is as it was'}.`);
    return;
  }
  if (coverage) return printCoverage(selected, parseChoice('format', format, coverageFormats));
  const outputFormat: Format = parseChoice('format', format, formats);
  if (to !== undefined && selected.length !== 1)
    throw new UsageError(`--to wants one flow: npm run paths -- registration --to ${to}`);

  if (seed !== undefined || walks !== undefined) {
    const [from, count] = [parseWholeNumber('seed', seed ?? '1'), parseWholeNumber('walks', walks ?? '100')];
    for (const flow of selected) await printRandomWalks(flow, from, count);
    return;
  }
  const overviewFormat = overviewFormats.find((each) => each === outputFormat);
  if (chosen.length === 0 && !chosenPlan.isChosen && overviewFormat) return printOverview(overviewFormat);
  for (const flow of selected)
    try {
      if (to === undefined) await printTests(flow, outputFormat, chosenPlan, leftOut);
      else await printPathTo(flow, to, outputFormat);
    } catch (error) {
      if (error instanceof ExploreError)
        throw new UsageError(
          error.message.startsWith('there are') ? `${flow.id}: ${error.message}.` : error.message,
        );
      throw error;
    }
  if (outputFormat === 'text') for (const sentence of asked) console.log(sentence);
}

if (isMainModule(import.meta.url)) {
  await runCommand(() => paths(process.argv.slice(2)));
  // The file of a machine may run it for ever.
  if (process.argv.some((arg) => arg.startsWith('--machine'))) process.stdout.write('', () => process.exit());
}

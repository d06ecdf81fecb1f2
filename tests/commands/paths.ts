import { parseArgs } from 'node:util';
import { catalogue } from '../../machines/catalogue.ts';
import { asText, coverageOf, runOf, share } from '../../machines/paths/coverage.ts';
import { explore } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { transitionsOf } from '../../machines/paths/internals.ts';
import { type Criterion, criteria, plan, usual, wayTo } from '../../machines/paths/plan.ts';
import { type Format, formats, printPaths } from '../../machines/paths/print.ts';
import { asJourney, walkAtRandom } from '../../machines/paths/walk.ts';
import { stateName } from '../../machines/stateName.ts';
import { readRuns } from '../support/runs.ts';

/**
 * `npm run paths`: every flow with its figures.
 * `npm run paths -- registration`: its tests; with `--criterion`, `--format`, `--to`, or `--seed` and `--walks`.
 */

/** A mistake in the command, in one line; it ends with exit code 2. */
class Mistake extends Error {}

const oneOf = <Choice extends string>(what: string, given: string, choices: readonly Choice[]): Choice => {
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new Mistake(`Unknown ${what} "${given}"; there are: ${choices.join(', ')}.`);
  return found;
};

const OPTIONS = {
  criterion: { type: 'string' },
  format: { type: 'string' },
  to: { type: 'string' },
  seed: { type: 'string' },
  walks: { type: 'string' },
} as const;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    return { ...values, flows: positionals };
  } catch {
    throw new Mistake(
      `Unknown option; there are: ${Object.keys(OPTIONS)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
  }
}

const number = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Mistake(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
};

const percent = ({ covered, of }: { covered: number; of: number }) =>
  of === 0 ? '–' : `${Math.floor((100 * covered) / of)} %`;

/** Every flow in a line: what it has, what its plan takes, what of it ran at which level. */
function overview(): void {
  const runs = readRuns();
  const head = [
    'flow',
    'states',
    'transitions',
    'tests',
    'steps',
    'ms',
    'planned: states',
    'transitions',
    'guards',
    'machine',
    'screen',
    'browser',
  ];
  const rows = catalogue.map((flow) => {
    const start = performance.now();
    const graph = explore(flow);
    const paths = plan(graph, usual);
    const milliseconds = performance.now() - start;
    const planned = coverageOf(flow, graph, [runOf(flow, 'plan', graph, paths.flat())]);
    const ran = coverageOf(flow, graph, runs);
    const at = (level: string) =>
      runs.some((run) => run.level === level) ? percent(share(ran, 'transition', level)) : 'not run';
    return [
      flow.id,
      new Set([...graph.states.values()].map(({ snapshot }) => stateName(snapshot))).size,
      transitionsOf(flow.machine).length,
      paths.length,
      paths.flat().length,
      Math.round(milliseconds),
      percent(share(planned, 'state')),
      percent(share(planned, 'transition')),
      percent(share(planned, 'guard')),
      at('machines'),
      at('screens'),
      at('browser'),
    ].map(String);
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function walk(flow: Flow, seed: number, walks: number): void {
  const { steps, failure } = walkAtRandom(flow, { seed, walks });
  console.log(
    `${flow.id}: ${walks} walks, ${steps} steps, seed ${seed}: ${failure ? `breaks "${failure.property}"` : 'every property holds'}`,
  );
  if (!failure) return;
  console.log(asJourney(failure));
  process.exitCode = 1;
}

function main(): void {
  const { flows, criterion, format = 'text', to, seed, walks } = readArguments();
  const ids = catalogue.map(({ id }) => id);
  const chosen = flows.map((given) => {
    const id = oneOf('flow', given, ids);
    return catalogue.filter((flow) => flow.id === id);
  });
  const wanted: readonly Criterion[] =
    criterion === undefined ? usual : [oneOf('criterion', criterion, criteria)];
  const form: Format = oneOf('format', format, formats);
  const selected = chosen.length > 0 ? chosen.flat() : catalogue;

  if (seed !== undefined || walks !== undefined) {
    for (const flow of selected) walk(flow, number('seed', seed ?? '1'), number('walks', walks ?? '100'));
    return;
  }
  if (chosen.length === 0 && criterion === undefined && to === undefined) {
    overview();
    return;
  }
  for (const flow of selected) {
    const graph = explore(flow);
    if (to !== undefined) {
      const names = new Set([...graph.states.values()].map(({ snapshot }) => stateName(snapshot)));
      const way = wayTo(graph, to);
      if (!way)
        throw new Mistake(
          `"${to}" is no state or transition of ${flow.id} that can be reached; states are: ${[...names].join(', ')}.`,
        );
      console.log(printPaths(flow, graph, [way], form));
      continue;
    }
    const paths = plan(graph, wanted);
    console.log(printPaths(flow, graph, paths, form));
    if (form === 'text')
      console.log(asText(coverageOf(flow, graph, [runOf(flow, 'plan', graph, paths.flat())])));
  }
}

process.stdout.on('error', () => process.exit(0));
try {
  main();
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

import { groupBy } from '../../support/groupBy.ts';
import type { Measured } from './visit.ts';

/** An interaction on a page, in one of the rounds. */
export type Sample = Measured & {
  path: string;
  /** Whether it is the first of its name in a visit. */
  isFirst: boolean;
  /** The same on the page without its scripts, where that page can do it. */
  scriptless: Measured | null;
};

/** The limits of the ratios. */
export const LIMITS = { p98: 2, worst: 3, first: 1.3, scriptless: 1.25 } as const;

/** The browser rounds durations to this: a smaller difference is none. Milliseconds. */
const PRECISION = 8;

type Row = {
  title: string;
  worst: Sample;
  median: number;
  /** The first interaction of a visit, and the later ones; null where it is done once. */
  first: Compared | null;
  /** The same on the page without its scripts. */
  firstScriptless: Compared | null;
  /** With scripts, and without; null where the page needs its scripts for it. */
  scriptless: Compared | null;
};

/** The medians of durations that are compared, in milliseconds. */
type Compared = { value: number; other: number };

/** Returns the median of numbers; NaN where there are none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2;
};

/** Returns the ratio of two durations; 1 at most where the browser cannot tell them apart. */
export const ratio = (value: number, other: number) =>
  Math.abs(value - other) <= PRECISION ? Math.min(1, value / other) : value / other;

const durations = (samples: readonly Measured[]) => samples.map(({ duration }) => duration);

const scriptlessOf = (samples: readonly Sample[]): Measured[] =>
  samples.flatMap(({ scriptless }) => scriptless ?? []);

const compared = (values: readonly number[] = [], others: readonly number[] = []): Compared | null =>
  values.length > 0 && others.length > 0 ? { value: median(values), other: median(others) } : null;

function rowOf(title: string, samples: readonly Sample[]): Row | null {
  const [worst] = samples.toSorted((one, other) => other.duration - one.duration);
  if (!worst) return null;
  const [first = [], later = []] = [true, false].map((isFirst) =>
    samples.filter((sample) => sample.isFirst === isFirst),
  );
  return {
    title,
    worst,
    median: median(durations(samples)),
    first: compared(durations(first), durations(later)),
    firstScriptless: compared(durations(scriptlessOf(first)), durations(scriptlessOf(later))),
    scriptless: compared(durations(samples), durations(scriptlessOf(samples))),
  };
}

const cell = (text: string | number, width: number) => String(text).padStart(width);
const times = (pair: Compared | null, width: number) =>
  cell(pair === null ? '–' : `× ${ratio(pair.value, pair.other).toFixed(2)}`, width);
const work = (count: number, ms: number) => `${count} ${cell(ms.toFixed(0), 4)}`;

const HEADER = [
  'interaction'.padEnd(38),
  ...['worst', 'median', 'first', 'no scripts'].map((title) => cell(title, 11)),
  ...['delay', 'handlers'].map((title) => cell(title, 9)),
  ...['style', '(elements)', 'layout', 'paint', 'all work', 'raster'].map((title) => cell(title, 11)),
].join('');

const lineOf = ({ title, worst, median, first, scriptless }: Row) =>
  [
    title.padEnd(38),
    cell(`${worst.duration} ms`, 11),
    cell(`${median} ms`, 11),
    times(first, 11),
    times(scriptless, 11),
    cell(worst.delay.toFixed(0), 9),
    cell(worst.handlers.toFixed(0), 9),
    cell(work(worst.styles, worst.styleMs), 11),
    cell(worst.restyled, 11),
    cell(work(worst.layouts, worst.layoutMs), 11),
    cell(work(worst.paints, worst.paintMs), 11),
    cell(worst.mainMs.toFixed(0), 11),
    cell(worst.rasterMs.toFixed(0), 11),
  ].join('');

/** The work that interactions are for the browser; unlike their durations, it is about the same on a busy machine. */
const workLine = (title: string, samples: readonly Measured[]) => {
  const of = (value: (sample: Measured) => number) => median(samples.map(value)).toFixed(0);
  return `  ${title.padEnd(28)} ${of(({ mainMs }) => mainMs)} ms of work, ${of(({ styles }) => styles)} recalculations of style, ${of(({ restyled }) => restyled)} elements, ${of(({ layouts }) => layouts)} layouts, ${of(({ paints }) => paints)} paints`;
};

/** Returns the line that says whether a ratio is within its limit. */
export const verdict = (name: string, value: number, limit: number, of: string) =>
  `  ${value <= limit ? 'kept  ' : 'BROKEN'} ${name.padEnd(14)} × ${value.toFixed(2)} of ${of}, limit ${limit}`;

/** Returns the ratio of all pairs together, because one alone is a few durations that the browser rounds. */
function ratioOfAll(pairs: readonly Compared[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(pairs.map(({ value }) => value)) / sum(pairs.map(({ other }) => other));
}

function verdictOfAll(name: string, pairs: readonly Compared[], limit: number, of: string): string {
  const worst = Math.max(...pairs.map(({ value, other }) => ratio(value, other)));
  return `${verdict(name, ratioOfAll(pairs), limit, of)}; the worst alone × ${worst.toFixed(2)}`;
}

/** Returns the lines of a table of all interactions, the worst first, and of the ratios with their limits. */
export function report(samples: readonly Sample[], bare: readonly Measured[]): string[] {
  const rows = [...groupBy(samples, ({ path, name }) => `${path} ${name}`)]
    .flatMap(([title, group]) => rowOf(title, group) ?? [])
    .toSorted((one, other) => other.worst.duration - one.worst.duration);
  const all = durations(samples).toSorted((one, other) => one - other);
  const bareWorst = Math.max(...durations(bare));
  const p98 = all.at(-1 - Math.floor(all.length / 50)) ?? Number.NaN;
  const worst = all.at(-1) ?? Number.NaN;
  const scriptless = samples.filter((sample) => sample.scriptless !== null);
  return [
    HEADER,
    ...rows.map(lineOf),
    `${samples.length} interactions: median ${median(all)} ms, p98 ${p98} ms, worst ${worst} ms, over 50 ms ${all.filter((duration) => duration > 50).length}`,
    `the bare page: median ${median(durations(bare))} ms, worst ${bareWorst} ms`,
    'The median of the work, of what the pages can do without scripts:',
    workLine('the site', scriptless),
    workLine('without scripts', scriptlessOf(samples)),
    workLine('the bare page', bare),
    verdict('p98', p98 / bareWorst, LIMITS.p98, "the bare page's worst"),
    verdict('worst', worst / bareWorst, LIMITS.worst, "the bare page's worst"),
    verdictOfAll(
      'first press',
      rows.flatMap(({ first }) => first ?? []),
      LIMITS.first,
      `the later ones (without scripts × ${ratioOfAll(rows.flatMap(({ firstScriptless }) => firstScriptless ?? [])).toFixed(2)})`,
    ),
    verdictOfAll(
      'with scripts',
      rows.flatMap((row) => row.scriptless ?? []),
      LIMITS.scriptless,
      'the same page without',
    ),
  ];
}

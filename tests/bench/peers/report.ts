import { median, ratio, verdict } from '../interactions/report.ts';
import type { Figures } from './measure.ts';

/** The limits of the ratios: to the paints of a page without scripts, to Next.js, and to the empty page. */
export const LIMITS = { paint: 1.05, next: 1, blocking: 1.2 } as const;

export const TITLES = {
  site: 'the site',
  scriptless: 'the site without scripts',
  astro: 'Astro, without scripts',
  next: 'Next.js',
  empty: 'an empty page of the packages',
} as const;

export type PageName = keyof typeof TITLES;

type Column = { key: keyof Figures; title: string; unit: 'kB' | 'ms' };

const COLUMNS: readonly Column[] = [
  { key: 'document', title: 'document', unit: 'kB' },
  { key: 'scripts', title: 'scripts', unit: 'kB' },
  { key: 'styles', title: 'styles', unit: 'kB' },
  { key: 'first', title: 'first paint', unit: 'ms' },
  { key: 'largest', title: 'largest paint', unit: 'ms' },
  { key: 'interactive', title: 'interactive', unit: 'ms' },
  { key: 'blocking', title: 'blocking', unit: 'ms' },
  { key: 'blockingCpu', title: 'blocking (CPU)', unit: 'ms' },
  { key: 'interaction', title: 'interaction', unit: 'ms' },
  { key: 'work', title: 'its work', unit: 'ms' },
];

/** Has no limit: it only shows what an interaction takes while other programs run. */
const WORK: keyof Figures = 'work';

const PAINTS = COLUMNS.filter(({ key }) => key === 'first' || key === 'largest');

const BLOCKING = COLUMNS.filter(({ key }) => key === 'blocking' || key === 'blockingCpu');

const cell = (text: string) => text.padStart(15);

const valueCell = (value: number, unit: Column['unit']) =>
  cell(unit === 'kB' ? `${(value / 1_000).toFixed(1)} kB` : `${value.toFixed(0)} ms`);

const mediansOf = (samples: readonly Figures[]) => (key: keyof Figures) =>
  median(samples.map((sample) => sample[key]));

/** Returns a ratio of what the table shows, in which a blocking time of less than half a millisecond is none. */
function ratioOf({ key, unit }: Column, value: number, other: number): number {
  if (key === 'interaction') return ratio(value, other);
  const [shown, otherShown] = unit === 'ms' ? [Math.round(value), Math.round(other)] : [value, other];
  return shown === otherShown ? 1 : shown / otherShown;
}

/** Returns the lines of a table of the medians of all pages, and of the ratios with their limits. */
export function report(samples: ReadonlyMap<PageName, readonly Figures[]>): string[] {
  const site = mediansOf(samples.get('site') ?? []);
  const verdicts = (columns: readonly Column[], page: PageName, limit: number) => {
    const others = samples.get(page);
    return (others ? columns : []).map((column) =>
      verdict(
        column.title,
        ratioOf(column, site(column.key), mediansOf(others ?? [])(column.key)),
        limit,
        TITLES[page],
      ),
    );
  };
  const rows = [...samples].map(([page, figures]) =>
    [
      TITLES[page].padEnd(30),
      ...COLUMNS.map(({ key, unit }) => valueCell(mediansOf(figures)(key), unit)),
    ].join(''),
  );
  return [
    ['medians'.padEnd(30), ...COLUMNS.map(({ title }) => cell(title))].join(''),
    ...rows,
    ...verdicts(PAINTS, 'astro', LIMITS.paint),
    ...verdicts(PAINTS, 'scriptless', LIMITS.paint),
    ...verdicts(
      COLUMNS.filter(({ key }) => key !== WORK),
      'next',
      LIMITS.next,
    ),
    ...verdicts(BLOCKING, 'empty', LIMITS.blocking),
  ];
}

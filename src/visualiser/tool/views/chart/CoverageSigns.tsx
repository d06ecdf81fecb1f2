import { guardResultsOf } from '../../model/chart/guardResults.ts';
import type { ChartProps, ChartTransition, ItemStatus } from '../../model/chart/types.ts';

const SIGN_PATHS: Record<ItemStatus, string> = {
  covered: 'M1 5.5l3 3L9 2',
  uncovered: 'M1.5 1.5l7 7M8.5 1.5l-7 7',
  added: 'M5 .5v9M.5 5h9',
  removed: 'M.5 5h9',
  altered: 'M0 6.5c1.5 -4 3.5 -4 5 -1.5s3.5 2.5 5 -1.5',
};

/** The sign of a coverage status around a point, so that the status does not depend on colour alone. */
export function CoverageSign({ status, x, y }: { status: ItemStatus; x: number; y: number }) {
  return (
    <g className={`chart-coverage-sign is-${status}`} transform={`translate(${x - 4} ${y - 4}) scale(0.8)`}>
      <circle cx={5} cy={5} r={8} />
      <path d={SIGN_PATHS[status]} />
    </g>
  );
}

const CELL = { width: 14, height: 14 };

export const GUARD_RESULTS_WIDTH = 2 * CELL.width;

type GuardResultProps = {
  transition: ChartTransition;
  coverage: ChartProps['coverage'];
  x: number;
  y: number;
};

/** The results of a guard from a point to the right: full where covered, dashed where not. */
export function GuardResultSigns({ transition, coverage, x, y }: GuardResultProps) {
  return guardResultsOf(transition, coverage).map(({ result, status }, index) => {
    const left = x + index * CELL.width;
    return (
      <g key={result} className={`chart-guard-result is-${status}`}>
        <title>{`${transition.guard}, ${result}: ${status}`}</title>
        <rect x={left} y={y} {...CELL} rx={3} />
        <text x={left + CELL.width / 2} y={y + 11} fontSize={11}>
          {result.charAt(0).toUpperCase()}
        </text>
      </g>
    );
  });
}

const patternId = (of: string, status: ItemStatus) => `${of}-${status}`;

/** The fill of the band of a state with a coverage status. */
export const bandFill = (of: string, status: ItemStatus) => `url(#${patternId(of, status)})`;

/** The bands: full, hatched, or lined in another direction. */
const BANDS = [
  { status: 'covered', width: 6, angle: 0 },
  { status: 'added', width: 6, angle: 0 },
  { status: 'uncovered', width: 3, angle: 45 },
  { status: 'removed', width: 3, angle: 45 },
  { status: 'altered', width: 3, angle: 90 },
] as const;

/** The fill patterns of the statuses. */
export function Patterns({ of }: { of: string }) {
  return (
    <defs>
      {BANDS.map(({ status, width, angle }) => (
        <pattern
          key={status}
          id={patternId(of, status)}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${angle})`}
        >
          <rect className={`chart-band is-${status}`} width={width} height={6} />
        </pattern>
      ))}
    </defs>
  );
}

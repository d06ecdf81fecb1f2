import type { ChartTransition } from '../../../machines/paths/chart.ts';
import { guardResultsOf } from './guardResults.ts';
import type { ChartProps, CoverageStatus } from './types.ts';

const SIGN_PATHS: Record<CoverageStatus, string> = {
  covered: 'M1 5.5l3 3L9 2',
  uncovered: 'M1.5 1.5l7 7M8.5 1.5l-7 7',
};

/** The sign of a coverage status around a point, so that the status does not depend on colour alone. */
export function CoverageSign({ status, x, y }: { status: CoverageStatus; x: number; y: number }) {
  return (
    <g className={`chart-coverage-sign is-${status}`} transform={`translate(${x - 4} ${y - 4}) scale(0.8)`}>
      <circle cx={5} cy={5} r={8} />
      <path d={SIGN_PATHS[status]} />
    </g>
  );
}

const CELL = { width: 14, height: 14 };

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

const patternId = (of: string, status: CoverageStatus) => `${of}-${status}`;

/** Returns the fill of the band of a state with a coverage status. */
export const bandFill = (of: string, status: CoverageStatus) => `url(#${patternId(of, status)})`;

/** The fill patterns of the coverage statuses: full and hatched. */
export function Patterns({ of }: { of: string }) {
  return (
    <defs>
      <pattern id={patternId(of, 'covered')} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect className="chart-covered" width={6} height={6} />
      </pattern>
      <pattern
        id={patternId(of, 'uncovered')}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="chart-uncovered" width={3} height={6} />
      </pattern>
    </defs>
  );
}

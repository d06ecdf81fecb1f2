import type { Mark } from './types.ts';

const SIGNS: Record<Mark, string> = {
  covered: 'M1 5.5l3 3L9 2',
  uncovered: 'M1.5 1.5l7 7M8.5 1.5l-7 7',
  unreachable: 'M5 1a4 4 0 1 0 .01 0M2.2 7.8l5.6-5.6',
};

/** The sign of a coverage around a point, so that it is not told by colour alone. */
export function MarkSign({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  return (
    <g className={`chart-sign is-${mark}`} transform={`translate(${x - 4} ${y - 4}) scale(0.8)`}>
      <circle cx={5} cy={5} r={8} />
      <path d={SIGNS[mark]} />
    </g>
  );
}

const patternId = (of: string, mark: Mark) => `${of}-${mark}`;

/** What the band of a state with a coverage is filled with. */
export const bandFill = (of: string, mark: Mark) => `url(#${patternId(of, mark)})`;

/** The patterns of the coverages: full, hatched, dotted. */
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
      <pattern id={patternId(of, 'unreachable')} width={5} height={5} patternUnits="userSpaceOnUse">
        <circle className="chart-unreachable" cx={2.5} cy={2.5} r={1.3} />
      </pattern>
    </defs>
  );
}

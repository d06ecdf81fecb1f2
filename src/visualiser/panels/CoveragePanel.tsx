import { type CoverageItem, coverageCounts, hasRun, isCoveredAt } from '../coverage.ts';
import { Button } from '../parts/Button.tsx';
import { type Level, levels } from '../testRuns.ts';

const NAMES: Readonly<Record<Level | 'any', string>> = {
  any: 'anywhere',
  machines: 'bare machine',
  screens: 'React screen',
  browser: 'built site',
  hand: 'by hand',
};

type Props = {
  flow: string;
  items: readonly CoverageItem[];
  level: Level | 'any';
  isBusy: boolean;
  onLevel: (level: Level | 'any') => void;
  /** Goes to the nearest transition that is not covered at the level. */
  onNext: () => void;
};

/** What ran of a flow: in the last test run at each level, and by hand since the visualiser was opened. */
export function CoveragePanel({ flow, items, level, isBusy, onLevel, onNext }: Props) {
  const isCovered = isCoveredAt(level);
  const open = items.filter((item) => !isCovered(item));
  const isLeft = open.some(({ kind }) => kind === 'transition');
  return (
    <div className="coverage-panel">
      <div className="row">
        <fieldset className="choices" aria-label="Coverage on the chart">
          {(['any', ...levels] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === level}
              onClick={() => onLevel(choice)}
            >
              {NAMES[choice]}
            </button>
          ))}
        </fieldset>
        <Button isDisabled={isBusy || !isLeft} onClick={onNext}>
          Next uncovered transition
        </Button>
      </div>
      <table className="sums">
        <caption>Covered, of everything in the machine</caption>
        <thead>
          <tr>
            <td />
            {levels.map((name) => (
              <th key={name} scope="col">
                {NAMES[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coverageCounts(items).map(({ kind, of, levels: covered }) => (
            <tr key={kind}>
              <th scope="row">{kind}s</th>
              {covered.map((sum) => (
                <td key={sum.level}>{hasRun(flow, sum.level) ? `${sum.covered} of ${of}` : 'not run'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        On the chart a tick is covered and a cross is not. At a guard stand its results, Y and N: full where
        it was seen, empty where it was not.
      </p>
      <h2>Not covered {NAMES[level]}</h2>
      {open.length === 0 ? (
        <p className="note">Everything is covered.</p>
      ) : (
        <ul className="open-items">
          {open.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              <small>{kind}</small> {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import type { Command } from '../../commands/commands.ts';
import { type CoverageItem, coverageCounts, hasRun, isCoveredAt } from '../../model/coverage.ts';
import { type Level, levelNames, levels } from '../../model/testRuns.ts';
import { Button } from '../../parts/Button.tsx';
import { Choices } from '../../parts/Choices.tsx';

type CountsProps = { flow: string; items: readonly CoverageItem[] };

function CountsTable({ flow, items }: CountsProps) {
  return (
    <table className="coverage-counts">
      <caption>Covered, of everything in the machine</caption>
      <thead>
        <tr>
          <td />
          {levels.map((name) => (
            <th key={name} scope="col">
              {levelNames[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {coverageCounts(items).map(({ kind, of, levels: counts }) => (
          <tr key={kind}>
            <th scope="row">{kind}s</th>
            {counts.map(({ level, covered }) => (
              <td key={level}>{hasRun(flow, level) ? `${covered} of ${of}` : 'not run'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = CountsProps & {
  level: Level | 'any';
  onLevel: (level: Level | 'any') => void;
  /** Runs a path to the nearest transition that is not covered; null where none can be run. */
  onNext: Command['act'];
};

/** The coverage of a flow: by the last test run at each level, and by hand in this browser. */
export function CoveragePanel({ flow, items, level, onLevel, onNext }: Props) {
  const isCovered = isCoveredAt(level);
  const uncovered = items.filter((item) => !isCovered(item));
  return (
    <div className="stack">
      <Choices
        label="Coverage on the chart"
        choices={{ any: 'any', ...levelNames }}
        chosen={level}
        onChoose={onLevel}
      />
      <CountsTable flow={flow} items={items} />
      <Button isDisabled={onNext === null} title="N" onClick={() => onNext?.()}>
        Next uncovered
      </Button>
      {!hasRun(flow, level) && (
        <p className="note">Not run: the chart marks coverage here once `npm test` ran before the build.</p>
      )}
      {uncovered.length === 0 && <p className="note">Everything is covered.</p>}
      <details>
        <summary>Not covered ({uncovered.length})</summary>
        <ul className="uncovered-items">
          {uncovered.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              <small>{kind}</small> {name}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

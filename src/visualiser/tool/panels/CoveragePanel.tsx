import type { ReactNode } from 'react';
import { type CoverageItem, coverageCounts, hasRun, isCoveredAt } from '../coverage.ts';
import { Button } from '../parts/Button.tsx';
import { Choices } from '../parts/Choices.tsx';
import { type Level, levels } from '../testRuns.ts';

const NAMES: Readonly<Record<Level | 'any', string>> = {
  any: 'anywhere',
  machines: 'bare machine',
  screens: 'React screen',
  browser: 'built site',
  hand: 'by hand',
};

type LevelChoicesProps = { level: Level | 'any'; onLevel: (level: Level | 'any') => void };

function LevelChoices({ level, onLevel }: LevelChoicesProps) {
  return (
    <Choices
      label="Coverage on the chart"
      choices={(['any', ...levels] as const).map((id) => ({ id, label: NAMES[id] }))}
      chosen={level}
      onChoose={onLevel}
    />
  );
}

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
              {NAMES[name]}
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

type Props = LevelChoicesProps &
  CountsProps & {
    isBusy: boolean;
    /** Runs the path to the nearest transition that is not covered at the level. */
    onNext: () => void;
    /** The actions on the coverage of all flows. */
    children: ReactNode;
  };

/** The coverage of a flow: by the last test run at each level, and by hand in this browser. */
export function CoveragePanel({ flow, items, level, isBusy, onLevel, onNext, children }: Props) {
  const isCovered = isCoveredAt(level);
  const uncovered = items.filter((item) => !isCovered(item));
  const hasTransition = uncovered.some(({ kind }) => kind === 'transition');
  return (
    <div className="coverage-panel">
      <div className="row">
        <LevelChoices level={level} onLevel={onLevel} />
        <Button isDisabled={isBusy || !hasTransition} onClick={onNext}>
          Next uncovered transition
        </Button>
      </div>
      <CountsTable flow={flow} items={items} />
      {children}
      <p className="hint">
        On the chart a tick is covered and a cross is not. At a guard stand its results, Y and N: full where
        it was seen, empty where it was not.
      </p>
      <h2>Not covered {NAMES[level]}</h2>
      {uncovered.length === 0 ? (
        <p className="note">Everything is covered.</p>
      ) : (
        <ul className="uncovered-items">
          {uncovered.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              <small>{kind}</small> {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

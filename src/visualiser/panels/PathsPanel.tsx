import { useMemo } from 'react';
import type { Flow } from '../../../machines/paths/flow.ts';
import { pathNames, pathTitle } from '../../../machines/paths/pathFailure.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import type { Run, RunStep } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../browser/snapshot.ts';
import { Button } from '../parts/Button.tsx';
import { PathResult } from '../parts/PathResult.tsx';
import { Steps } from '../parts/Steps.tsx';
import { plannedPathsOf } from '../planner/client.ts';
import { firstSnapshot, restartStep } from '../runSteps.ts';

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot | null;
  /** The page on which the flow runs. */
  path: string | null;
  tab: string;
  isBusy: boolean;
  start: (run: Run) => void;
};

const stateKey = (persistedSnapshot: PersistedSnapshot | null) =>
  JSON.stringify([persistedSnapshot?.status, persistedSnapshot?.value, persistedSnapshot?.context]);

/** Whether the page is in the untouched initial state, so that it need not be loaded again. */
const isAtStart = (flow: Flow, persistedSnapshot: PersistedSnapshot | null) =>
  stateKey(persistedSnapshot) === stateKey(firstSnapshot(flow));

/** The generated paths of a flow, each with buttons that animate it on the chart and run it on the page. */
export function PathsPanel({ flow, persistedSnapshot, path, tab, isBusy, start }: Props) {
  const planning = useMemo(() => plannedPathsOf(flow.id), [flow.id]);
  const { output: plan } = useSnapshot(planning);
  if (!plan) return <p className="note">Working out the paths…</p>;
  if ('problem' in plan) return <p role="alert">The paths could not be worked out. {plan.problem}</p>;
  const names = pathNames(plan.paths);
  const run = (on: Run['on'], steps: RunStep[], index: number): Run => {
    const title = `Path ${index + 1} on the ${on}`;
    const isAtFirstState = on === 'chart' || path === null || isAtStart(flow, persistedSnapshot);
    const restart = isAtFirstState || path === null ? [] : [restartStep(flow, path)];
    return { title, flow: flow.id, on, tab, steps: [...restart, ...steps] };
  };
  const runAll = (page: string): Run => ({
    title: 'All paths on the page',
    flow: flow.id,
    on: 'page',
    tab,
    steps: plan.paths.flatMap((steps, index) =>
      [restartStep(flow, page), ...steps].map((step) => ({ ...step, path: index + 1 })),
    ),
  });
  return (
    <div className="paths-panel">
      <p className="hint">
        Together they take every transition, evaluate every guard both ways and use every case.
      </p>
      <Button isDisabled={isBusy || path === null} onClick={() => path !== null && start(runAll(path))}>
        Run all
      </Button>
      <ol className="paths">
        {plan.paths.map((steps, index) => (
          <li key={steps.map(({ name }) => name).join()} className="path">
            <span className="path-title">
              Path {index + 1}{' '}
              <small>
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </small>{' '}
              <span className="path-name">{names[index]}</span>
              <PathResult flow={flow.id} path={pathTitle(index, steps.length)} {...{ isBusy, tab, start }} />
            </span>
            <Button
              isDisabled={isBusy}
              aria-label={`Animate path ${index + 1} on the chart`}
              onClick={() => start(run('chart', steps, index))}
            >
              Animate
            </Button>
            <Button
              isDisabled={isBusy || path === null}
              aria-label={`Run path ${index + 1} on the page`}
              onClick={() => start(run('page', steps, index))}
            >
              Run
            </Button>
            <details>
              <summary aria-label={`Steps of path ${index + 1}`}>steps</summary>
              <Steps steps={steps} />
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

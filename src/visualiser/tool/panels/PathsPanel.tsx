import { useMemo } from 'react';
import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { pathNames, pathTitle } from '../../../../machines/visualiser/pathFailures.ts';
import { pathKey } from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run, RunContext } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { readFailure } from '../failureLinks.ts';
import { failureProblem, failureRun } from '../failures.ts';
import { Button } from '../parts/Button.tsx';
import { FileInput } from '../parts/FileInput.tsx';
import { PathResult } from '../parts/PathResult.tsx';
import { Steps } from '../parts/Steps.tsx';
import { plannedPathsOf } from '../planner/client.ts';
import { firstSnapshot, restartStep } from '../runSteps.ts';
import { isSimulated } from '../simulations.ts';

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot | null;
  /** The page on which the flow runs. */
  path: string | null;
  tab: string;
  isBusy: boolean;
  /** The results of the paths that were run on the page. */
  results: RunContext['pathResults'];
  start: (...runs: Run[]) => void;
};

const stateKey = (persistedSnapshot: PersistedSnapshot | null) =>
  JSON.stringify([persistedSnapshot?.status, persistedSnapshot?.value, persistedSnapshot?.context]);

/** Whether the page is in the untouched initial state, so that it need not be loaded again. */
const isAtStart = (flow: Flow, persistedSnapshot: PersistedSnapshot | null) =>
  stateKey(persistedSnapshot) === stateKey(firstSnapshot(flow));

/** Opens a failure of this flow from the text of its file; returns in a sentence why it cannot be replayed. */
function openFailure(
  text: string,
  { flow, tab, start }: Pick<Props, 'flow' | 'tab' | 'start'>,
): string | null {
  const failure = readFailure(text);
  if (failure?.flow !== flow.id) return `This file holds no failed path of "${flow.title}".`;
  const problem = failureProblem(failure);
  if (problem === null) start(failureRun(failure, tab));
  return problem;
}

/** The generated paths of a flow, each with buttons that animate it on the chart and run it on the page. */
export function PathsPanel({ flow, persistedSnapshot, path, tab, isBusy, results, start }: Props) {
  const planning = useMemo(() => plannedPathsOf(flow.id), [flow.id]);
  const { output: plan } = useSnapshot(planning);
  if (!plan) return <p className="note">Working out the paths…</p>;
  if ('problem' in plan) return <p role="alert">The paths could not be worked out. {plan.problem}</p>;
  const names = pathNames(plan.paths);
  const titles = plan.paths.map(({ length }, index) => pathTitle(index, length));
  const runOf = (on: Run['on'], index: number, isRestarted: boolean): Run => {
    const steps = plan.paths[index] ?? [];
    const isReloaded = on === 'page' && isRestarted && path !== null;
    const restart = isReloaded || isSimulated(flow) ? [restartStep(flow, path)] : [];
    return {
      title: `Path ${index + 1} on the ${on}`,
      flow: flow.id,
      on,
      tab,
      path: titles[index] ?? '',
      steps: [...restart, ...steps],
    };
  };
  const startOne = (on: Run['on'], index: number) =>
    start(runOf(on, index, !isAtStart(flow, persistedSnapshot)));
  const startAll = () => start(...plan.paths.map((_, index) => runOf('page', index, true)));
  const ran = titles
    .map((title) => results[pathKey(flow.id, title)])
    .filter((result) => result !== undefined);
  const stopped = ran.filter((result) => result !== null).length;
  return (
    <div className="paths-panel">
      <p className="hint">
        Together they take every transition, evaluate every guard both ways and use every case.
      </p>
      <div className="row">
        <Button isDisabled={isBusy || path === null} onClick={startAll}>
          Run all
        </Button>
        <FileInput
          label="Open the file of a failed path"
          isDisabled={isBusy}
          open={(text) => openFailure(text, { flow, tab, start })}
        />
      </div>
      {ran.length > 0 && (
        <p role="status">
          Run on the page: {ran.length} of {titles.length}, {stopped === 0 ? 'none' : stopped} stopped
        </p>
      )}
      <ol className="paths">
        {plan.paths.map((steps, index) => (
          <li key={steps.map(({ name }) => name).join()} className="path">
            <span className="path-title">
              Path {index + 1}{' '}
              <small>
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </small>{' '}
              <span className="path-name">{names[index]}</span>
              <PathResult
                flow={flow.id}
                path={titles[index] ?? ''}
                onPage={results[pathKey(flow.id, titles[index] ?? '')]}
                isBusy={isBusy}
                tab={tab}
                start={start}
              />
            </span>
            <Button
              isDisabled={isBusy}
              aria-label={`Animate path ${index + 1} on the chart`}
              onClick={() => startOne('chart', index)}
            >
              Animate
            </Button>
            <Button
              isDisabled={isBusy || path === null}
              aria-label={`Run path ${index + 1} on the page`}
              onClick={() => startOne('page', index)}
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

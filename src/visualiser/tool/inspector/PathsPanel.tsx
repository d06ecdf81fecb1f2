import { useMemo } from 'react';
import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { pathNames, pathTitle } from '../../../../machines/visualiser/pathFailures.ts';
import { pathKey } from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run, RunContext } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { readFailure } from '../failureLinks.ts';
import { failureProblem, failureRun, resultCounts } from '../failures.ts';
import { isRunnable } from '../flowModels.ts';
import { Button } from '../parts/Button.tsx';
import { FileInput } from '../parts/FileInput.tsx';
import { pathRun } from '../pathRuns.ts';
import { plannedPathsOf } from '../planner/client.ts';
import { PathResult } from './PathResult.tsx';
import { Steps } from './Steps.tsx';

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot | null;
  tab: string;
  isBusy: boolean;
  /** The results of the paths that were run on the page. */
  results: RunContext['pathResults'];
  start: (run: Run) => void;
  startAll: () => unknown;
};

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

/** The generated paths of a flow, each with a button that runs it on the page. */
export function PathsPanel({ flow, persistedSnapshot, tab, isBusy, results, start, startAll }: Props) {
  const planning = useMemo(() => plannedPathsOf(flow.id), [flow.id]);
  const { output: plan } = useSnapshot(planning);
  if (!plan) return <p className="note">Working out the paths…</p>;
  if ('problem' in plan) return <p role="alert">The paths could not be worked out. {plan.problem}</p>;
  const names = pathNames(plan.paths);
  const titles = plan.paths.map(({ length }, index) => pathTitle(index, length));
  const startOne = (index: number) =>
    start(pathRun(flow, { index, steps: plan.paths[index] ?? [], tab }, persistedSnapshot));
  const ran = titles
    .map((title) => results[pathKey(flow.id, title)])
    .filter((result) => result !== undefined);
  const stopped = ran.filter((result) => result !== null).length;
  return (
    <div className="stack paths-panel">
      <div className="row">
        <Button isDisabled={isBusy || !isRunnable(flow)} onClick={startAll}>
          Run all
        </Button>
        <FileInput
          label="Open the file of a failed path"
          isDisabled={isBusy}
          open={(text) => openFailure(text, { flow, tab, start })}
        />
      </div>
      <ul className="row" aria-label="Results of the last tests">
        {resultCounts(flow.id).map(({ level, passed, failed }) => (
          <li key={level} className={failed > 0 ? 'run-failed' : 'run-passed'}>
            {level} {failed > 0 ? `✗ ${failed} of ${passed + failed} failed` : `✓ ${passed} passed`}
          </li>
        ))}
      </ul>
      {ran.length > 0 && (
        <p role="status">
          Run on the page: {ran.length} of {titles.length}, {stopped === 0 ? 'none' : stopped} stopped
        </p>
      )}
      <ol className="paths">
        {plan.paths.map((steps, index) => (
          <li key={steps.map(({ name }) => name).join()} className="row path">
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
              isDisabled={isBusy || !isRunnable(flow)}
              aria-label={`Run path ${index + 1} on the page`}
              onClick={() => startOne(index)}
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

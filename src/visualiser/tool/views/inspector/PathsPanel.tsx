import { useMemo } from 'react';
import type { Flow } from '../../../../../machines/paths/index.ts';
import { pathTitle } from '../../../../../machines/visualiser/pathFailures.ts';
import { pathKey } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import { useSnapshot } from '../../../../browser/snapshot.ts';
import type { Moment } from '../../flows/moment.ts';
import { pathRun, runAllPaths } from '../../flows/pathRuns.ts';
import { controlledTab, isRunActive, startRuns, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { isRunnable } from '../../model/flowModels.ts';
import { Button } from '../../parts/Button.tsx';
import { FileInput } from '../../parts/FileInput.tsx';
import { failureProblem, failureRun } from '../../runs/failureRun.ts';
import { plannedPathsOf } from '../../runs/planner/client.ts';
import { readFailure } from '../../storage/failureLinks.ts';
import { resultCounts } from '../../storage/failures.ts';
import { PathResult } from './PathResult.tsx';
import { Steps } from './Steps.tsx';
import { WrittenDifferences } from './WrittenDifferences.tsx';

type Props = { flow: Flow; flows: VisualiserFlows; moment: Moment };

/** Opens a failure of a flow from the text of its file; returns in a sentence why it cannot be replayed. */
function openFailure(text: string, flow: Flow, flows: VisualiserFlows): string | null {
  const failure = readFailure(text);
  if (failure?.flow !== flow.id) return `This file holds no failed path of "${flow.title}".`;
  const problem = failureProblem(failure);
  if (problem === null) startRuns(flows, [failureRun(failure, controlledTab(flows))]);
  return problem;
}

/** The written paths of a flow, each with a button that runs it on the page. */
export function PathsPanel({ flow, flows, moment: { session } }: Props) {
  const planning = useMemo(() => plannedPathsOf(flow.id), [flow.id]);
  const { output: plan } = useSnapshot(planning);
  const isBusy = isRunActive(flows);
  if (!plan) return <p className="note">Working out the paths…</p>;
  if ('problem' in plan) return <p role="alert">The paths could not be worked out. {plan.problem}</p>;
  const titles = plan.paths.map(({ title }, index) => pathTitle(index, title));
  const startOne = (index: number) => {
    const path = plan.paths[index];
    if (!path) return;
    const run = { ...path, index, tab: controlledTab(flows) };
    startRuns(flows, [pathRun(flow, run, session?.snapshot ?? null)]);
  };
  const { pathResults } = flows.run.snapshot.context;
  const ran = titles
    .map((title) => pathResults[pathKey(flow.id, title)])
    .filter((result) => result !== undefined);
  const stopped = ran.filter((result) => result !== null).length;
  return (
    <div className="stack paths-panel">
      <div className="row">
        <Button isDisabled={isBusy || !isRunnable(flow)} onClick={() => runAllPaths(flow, flows)}>
          Run all
        </Button>
        <FileInput
          label="Open the file of a failed path"
          isDisabled={isBusy}
          open={(text) => openFailure(text, flow, flows)}
        />
      </div>
      <WrittenDifferences differences={plan.differences} />
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
        {plan.paths.map(({ title, steps }, index) => (
          <li key={title} className="row path">
            <span className="path-title">
              Path {index + 1}{' '}
              <small>
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </small>{' '}
              <span className="path-name">{title}</span>
              <PathResult flow={flow.id} path={titles[index] ?? ''} flows={flows} />
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

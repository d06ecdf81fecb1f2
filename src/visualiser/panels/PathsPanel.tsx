import type { Flow } from '../../../machines/paths/flow.ts';
import type { Run, RunLeg } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { useSnapshot } from '../../browser/snapshot.ts';
import type { Pose } from '../channel/messages.ts';
import { firstPose, startingOver } from '../legs.ts';
import { Button } from '../parts/Button.tsx';
import { Steps } from '../parts/Steps.tsx';
import { planOf } from '../planner/client.ts';

type Props = {
  flow: Flow;
  pose: Pose | null;
  /** The page on which the flow runs. */
  path: string | null;
  tab: string;
  isBusy: boolean;
  start: (run: Run) => void;
};

const stateOf = (pose: Pose | null) => JSON.stringify([pose?.value, pose?.context]);

/** The page need not be loaded again where it stands in the untouched first state. */
const isAtStart = (flow: Flow, pose: Pose | null) => stateOf(pose) === stateOf(firstPose(flow));

/** The generated paths of a flow: each can be animated on the chart, or run on the page. */
export function PathsPanel({ flow, pose, path, tab, isBusy, start }: Props) {
  const { status, output: plan } = useSnapshot(planOf(flow.id));
  if (status === 'error') return <p role="alert">The paths could not be worked out.</p>;
  if (!plan) return <p className="note">Working out the paths…</p>;
  const run = (on: Run['on'], legs: RunLeg[], index: number): Run => {
    const title = `Path ${index + 1} on the ${on}`;
    const isReady = on === 'chart' || path === null || isAtStart(flow, pose);
    const first = isReady || path === null ? [] : [startingOver(flow, path)];
    return { title, flow: flow.id, on, tab, legs: [...first, ...legs] };
  };
  return (
    <div className="paths-panel">
      <p className="hint">
        Together they take every transition, answer every guard both ways and use every case.
      </p>
      <ol className="paths">
        {plan.paths.map((legs, index) => (
          <li key={legs.map(({ name }) => name).join()} className="path">
            <span className="path-title">
              Path {index + 1} <small>{legs.length} steps</small>
            </span>
            <Button
              isOff={isBusy}
              aria-label={`Animate path ${index + 1} on the chart`}
              onClick={() => start(run('chart', legs, index))}
            >
              Animate
            </Button>
            <Button
              isOff={isBusy || path === null}
              aria-label={`Run path ${index + 1} on the page`}
              onClick={() => start(run('page', legs, index))}
            >
              Run
            </Button>
            <details>
              <summary aria-label={`Steps of path ${index + 1}`}>steps</summary>
              <Steps steps={legs} />
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

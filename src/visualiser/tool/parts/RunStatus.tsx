import type { EventFromLogic, SnapshotFrom } from 'xstate';
import {
  nextStep,
  stopOf,
  type visualiserRunMachine,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Pace, Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { flowWithId } from '../flowModels.ts';
import { Button } from './Button.tsx';
import { FailureView } from './FailureView.tsx';
import { RunChecks } from './RunChecks.tsx';

export type RunSnapshot = SnapshotFrom<typeof visualiserRunMachine>;
export type RunSend = (event: EventFromLogic<typeof visualiserRunMachine>) => void;

const paces: readonly Pace[] = ['slow', 'normal', 'fast'];

/** Returns the title of a run, with the flow where it is not the one that is shown. */
const titleOf = (run: Run, shown: string | null) =>
  run.flow === shown ? run.title : `${run.title} of "${flowWithId(run.flow)?.title ?? run.flow}"`;

function statusText(snapshot: RunSnapshot, shown: string | null): string {
  const { run, completedSteps } = snapshot.context;
  if (!run) return 'Nothing is run.';
  const title = titleOf(run, shown);
  const progress = `${completedSteps} of ${run.steps.length} ${run.steps.length === 1 ? 'step' : 'steps'}`;
  if (snapshot.matches({ inactive: 'done' })) return `${title}: every step led where it should.`;
  return `${title}: ${snapshot.matches({ inactive: 'failed' }) ? stopOf(snapshot.context) : progress}`;
}

type Props = {
  /** The id of the flow that is shown; null where none is. */
  flow: string | null;
  snapshot: RunSnapshot;
  /** The number of runs that follow. */
  following: number;
  send: RunSend;
};

/** The progress of the run, the step at which it stopped, and the buttons that control it. */
export function RunStatus({ flow, snapshot, following, send }: Props) {
  const { run, completedSteps, pace, isPauseRequested } = snapshot.context;
  const next = snapshot.matches({ inactive: 'failed' }) ? null : nextStep(snapshot.context);
  const isPaused = snapshot.matches('paused');
  return (
    <section className="run-status" aria-label="Run">
      <p role="status" className={snapshot.matches({ inactive: 'failed' }) ? 'run-failed' : undefined}>
        {statusText(snapshot, flow)}
      </p>
      {run && run.steps.length > 0 && (
        <progress max={run.steps.length} value={completedSteps} aria-label="Steps done" />
      )}
      {next && <p className="run-next">next: {next.name}</p>}
      {following > 0 && (
        <p className="run-next">
          {following} {following === 1 ? 'path follows' : 'paths follow'}
        </p>
      )}
      <div className="run-controls">
        {isPaused ? (
          <Button key="pause" onClick={() => send({ type: 'resumed' })}>
            Resume
          </Button>
        ) : (
          <Button
            key="pause"
            isDisabled={isPauseRequested || !snapshot.matches('performing')}
            onClick={() => send({ type: 'pauseRequested' })}
          >
            Pause
          </Button>
        )}
        <Button isDisabled={!isPaused} onClick={() => send({ type: 'stepped' })}>
          One step
        </Button>
        <Button isDisabled={!snapshot.can({ type: 'dismissed' })} onClick={() => send({ type: 'dismissed' })}>
          Dismiss
        </Button>
        <fieldset className="choices" aria-label="Speed">
          {paces.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === pace}
              onClick={() => send({ type: 'paceChosen', pace: choice })}
            >
              {choice}
            </button>
          ))}
        </fieldset>
      </div>
      {run?.failure && <FailureView failure={run.failure} />}
      {run && <RunChecks steps={run.steps} results={snapshot.context.results} />}
    </section>
  );
}

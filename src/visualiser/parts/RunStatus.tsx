import type { EventFromLogic, SnapshotFrom } from 'xstate';
import {
  nextStep,
  type visualiserRunMachine,
} from '../../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Pace } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { Button } from './Button.tsx';

export type RunSnapshot = SnapshotFrom<typeof visualiserRunMachine>;
export type RunSend = (event: EventFromLogic<typeof visualiserRunMachine>) => void;

const paces: readonly Pace[] = ['slow', 'normal', 'fast'];

function statusText(snapshot: RunSnapshot): string {
  const { run, completedSteps: done, actualState: found, error: problem } = snapshot.context;
  if (!run) return 'Nothing is run.';
  const progress = `${done} of ${run.steps.length} steps`;
  if (snapshot.matches({ inactive: 'done' })) return `${run.title}: every step led where it should.`;
  if (!snapshot.matches({ inactive: 'failed' })) return `${run.title}: ${progress}`;
  const step = nextStep(snapshot.context);
  if (!step) return `${run.title}: ${problem}`;
  const problemText = found === null ? problem : `led to "${found}", not to "${step.state}".`;
  return `${run.title}: stopped at step ${done + 1}, "${step.name}": ${problemText}`;
}

type Props = { snapshot: RunSnapshot; send: RunSend };

/** The path that is run: how far it has come, and where it stopped. */
export function RunStatus({ snapshot, send }: Props) {
  const { run, completedSteps: done, pace, isPauseRequested } = snapshot.context;
  const next = snapshot.matches({ inactive: 'failed' }) ? null : nextStep(snapshot.context);
  const isHalted = snapshot.matches('paused');
  return (
    <section className="run-status" aria-label="Run">
      <p role="status" className={snapshot.matches({ inactive: 'failed' }) ? 'run-failed' : undefined}>
        {statusText(snapshot)}
      </p>
      {run && run.steps.length > 0 && (
        <progress max={run.steps.length} value={done} aria-label="Steps done" />
      )}
      {next && <p className="run-next">next: {next.name}</p>}
      <div className="run-controls">
        {isHalted ? (
          <Button key="go" onClick={() => send({ type: 'resumed' })}>
            Resume
          </Button>
        ) : (
          <Button
            key="go"
            isDisabled={isPauseRequested || !snapshot.matches('performing')}
            onClick={() => send({ type: 'pauseRequested' })}
          >
            Pause
          </Button>
        )}
        <Button isDisabled={!isHalted} onClick={() => send({ type: 'stepped' })}>
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
    </section>
  );
}

import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { nextLeg, type visualiserRunMachine } from '../../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Pace } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { Button } from './Button.tsx';

export type RunSnapshot = SnapshotFrom<typeof visualiserRunMachine>;
export type RunSend = (event: EventFromLogic<typeof visualiserRunMachine>) => void;

const paces: readonly Pace[] = ['slow', 'normal', 'fast'];

function sentence(snapshot: RunSnapshot): string {
  const { run, done, found, problem } = snapshot.context;
  if (!run) return 'Nothing is run.';
  const of = `${done} of ${run.legs.length} steps`;
  if (snapshot.matches({ resting: 'done' })) return `${run.title}: every step led where it should.`;
  if (!snapshot.matches({ resting: 'failed' })) return `${run.title}: ${of}`;
  const leg = nextLeg(snapshot.context);
  if (!leg) return `${run.title}: ${problem}`;
  const what = found === null ? problem : `led to "${found}", not to "${leg.state}".`;
  return `${run.title}: stopped at step ${done + 1}, "${leg.name}": ${what}`;
}

type Props = { snapshot: RunSnapshot; send: RunSend };

/** The path that is run: how far it has come, and where it stopped. */
export function RunStatus({ snapshot, send }: Props) {
  const { run, done, pace, isHalting } = snapshot.context;
  const next = snapshot.matches({ resting: 'failed' }) ? null : nextLeg(snapshot.context);
  const isHalted = snapshot.matches('halted');
  return (
    <section className="run-status" aria-label="Run">
      <p role="status" className={snapshot.matches({ resting: 'failed' }) ? 'run-failed' : undefined}>
        {sentence(snapshot)}
      </p>
      {run && run.legs.length > 0 && <progress max={run.legs.length} value={done} aria-label="Steps done" />}
      {next && <p className="run-next">next: {next.name}</p>}
      <div className="run-controls">
        {isHalted ? (
          <Button key="go" onClick={() => send({ type: 'resumed' })}>
            Go on
          </Button>
        ) : (
          <Button
            key="go"
            isOff={isHalting || !snapshot.matches('performing')}
            onClick={() => send({ type: 'haltPressed' })}
          >
            Halt
          </Button>
        )}
        <Button isOff={!isHalted} onClick={() => send({ type: 'stepped' })}>
          One step
        </Button>
        <Button isOff={!snapshot.can({ type: 'dismissed' })} onClick={() => send({ type: 'dismissed' })}>
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

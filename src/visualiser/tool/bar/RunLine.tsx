import {
  nextStep,
  stepCount,
  stopOf,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { flowWithId } from '../flowModels.ts';
import { Button } from '../parts/Button.tsx';
import type { VisualiserFlows } from '../visualiserFlows.ts';

type RunSnapshot = VisualiserFlows['run']['snapshot'];

/** Returns the title of a run, with the flow where it is not the one that is shown. */
const titleOf = (run: Run, shown: string | null) =>
  run.flow === shown ? run.title : `${run.title} of "${flowWithId(run.flow)?.title ?? run.flow}"`;

function statusText(snapshot: RunSnapshot, shown: string | null): string {
  const { run, completedSteps } = snapshot.context;
  if (!run) return '';
  const title = titleOf(run, shown);
  const count = stepCount(run.steps);
  const progress = `${stepCount(run.steps.slice(0, completedSteps))} of ${count} ${count === 1 ? 'step' : 'steps'}`;
  if (snapshot.matches({ inactive: 'done' }))
    return `${title}${run.failure ? ' no longer occurs' : ''}: every step led where it should.`;
  if (snapshot.matches({ inactive: 'failed' })) return `${title}: ${stopOf(snapshot.context)}`;
  return `${progress}: ${title}`;
}

function nextText(snapshot: RunSnapshot, more: number): string {
  const next = snapshot.matches({ inactive: 'failed' }) ? null : nextStep(snapshot.context);
  return [
    next ? `Next: ${next.name}.` : '',
    more > 0 ? `${more} ${more === 1 ? 'path follows' : 'paths follow'}.` : '',
  ].join(' ');
}

type Props = {
  /** The id of the flow that is shown; null where none is. */
  flow: string | null;
  flows: VisualiserFlows;
};

/** The line of a run in the bar: how far it is, where it stopped, and the buttons that control it. */
export function RunLine({ flow, flows }: Props) {
  const { snapshot, send } = flows.run;
  const following = flows.visualiser.snapshot.context.next.length;
  const { run, isPauseRequested } = snapshot.context;
  const isFailed = snapshot.matches({ inactive: 'failed' });
  const isPaused = snapshot.matches('paused');
  const text = statusText(snapshot, flow);
  return (
    <section className="line run-line" aria-label="Run">
      <p
        role="status"
        className={isFailed ? 'run-failed cut' : 'cut'}
        title={`${text} ${nextText(snapshot, following)}`.trim() || undefined}
      >
        {text}
      </p>
      {run && (
        <fieldset className="choices" aria-label="The run">
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
          <Button isDisabled={!isPaused} aria-label="One step" onClick={() => send({ type: 'stepped' })}>
            Step
          </Button>
          <Button
            isDisabled={!snapshot.can({ type: 'dismissed' })}
            aria-label="Dismiss"
            onClick={() => send({ type: 'dismissed' })}
          >
            ×
          </Button>
        </fieldset>
      )}
    </section>
  );
}

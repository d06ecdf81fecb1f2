import {
  nextStep,
  stepCount,
  stopOf,
} from '../../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { RUN_CONTROLS } from '../../flows/runFocus.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { flowWithId } from '../../model/flowModels.ts';
import { Button } from '../../parts/Button.tsx';

type RunSnapshot = VisualiserFlows['run']['snapshot'];

/** The title of a run, with its flow where another flow is shown. */
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
  /** The id of the shown flow; null where there is none. */
  flow: string | null;
  flows: VisualiserFlows;
};

/** The line of a run in the bar: how far it is, or where and why it stopped. */
export function RunLine({ flow, flows }: Props) {
  const { snapshot } = flows.run;
  const following = flows.visualiser.snapshot.context.next.length;
  const isFailed = snapshot.matches({ inactive: 'failed' });
  const text = statusText(snapshot, flow);
  return (
    <section className="line run-line" aria-label="Run">
      <p
        role="status"
        className={isFailed ? 'run-failed' : 'cut'}
        title={isFailed ? undefined : `${text} ${nextText(snapshot, following)}`.trim() || undefined}
      >
        {text}
      </p>
    </section>
  );
}

/** The buttons that control a run. They stand in one place; the one that stops the run stands apart. */
export function RunControls({ flows }: Pick<Props, 'flows'>) {
  const { snapshot, send } = flows.run;
  const { run, isPauseRequested } = snapshot.context;
  if (!run) return null;
  const isPaused = snapshot.matches('paused');
  return (
    <fieldset id={RUN_CONTROLS} tabIndex={-1} className="run-controls" aria-label="The run">
      {isPaused ? (
        <Button key="pause" onClick={() => send({ type: 'resumed' })}>
          Resume run
        </Button>
      ) : (
        <Button
          key="pause"
          isDisabled={isPauseRequested || !snapshot.matches('performing')}
          onClick={() => send({ type: 'pauseRequested' })}
        >
          Pause run
        </Button>
      )}
      <Button isDisabled={!isPaused} onClick={() => send({ type: 'stepped' })}>
        Step
      </Button>
      <Button
        isDisabled={!snapshot.can({ type: 'dismissed' })}
        onClick={() => flows.visualiser.send({ type: 'runDismissed' })}
      >
        Stop run
      </Button>
    </fieldset>
  );
}

import type { ComponentProps } from 'react';
import type { PathFailure } from '../../../../../machines/visualiser/pathFailures.ts';
import { stopOf } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import { runAgainOf } from '../../commands/commands.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { Button } from '../../parts/Button.tsx';
import { GreenStep } from './RunComparison.tsx';

/** The page when a path failed: an image, or a document whose scripts do not run. */
function Picture({ picture, level }: Pick<PathFailure, 'picture' | 'level'>) {
  if (picture === null)
    return (
      <p className="note">
        {level === 'machines'
          ? 'A bare machine has no page to show.'
          : 'The picture is too long for the link. It is in the file of the failure: open that in Paths.'}
      </p>
    );
  if (picture.startsWith('data:image/'))
    return <img className="failure-picture" src={picture} alt="The page when the test failed" />;
  return (
    <iframe className="failure-picture" title="The page when the test failed" sandbox="" srcDoc={picture} />
  );
}

/** The result of the run of a failure in a sentence; null while it is under way. */
function resultOf(snapshot: VisualiserFlows['run']['snapshot']): string | null {
  if (snapshot.matches({ inactive: 'done' })) return '✓ The failure no longer occurs on this build.';
  return snapshot.matches({ inactive: 'failed' })
    ? `✗ It occurs on this build too: ${stopOf(snapshot.context)}`
    : null;
}

type Props = Pick<ComponentProps<typeof GreenStep>, 'flow' | 'flows' | 'drawState'> & {
  failure: PathFailure;
};

/** The expected result of a failed path beside the actual one, and whether the failure occurs on this build. */
export function FailureView({ failure, ...props }: Props) {
  const { flows } = props;
  const { snapshot } = flows.run;
  const result = resultOf(snapshot);
  const again = runAgainOf(flows);
  const { steps, checks, actual, problem } = failure;
  const last = steps.at(-1);
  return (
    <div className="failure">
      <div className="failure-now row" role="status">
        {result !== null && (
          <p className={snapshot.matches({ inactive: 'done' }) ? 'run-passed' : 'run-failed'}>{result}</p>
        )}
        <Button isDisabled={again === null} onClick={again ?? undefined}>
          Run it again
        </Button>
      </div>
      <section aria-label="Expected">
        <h3>Expected</h3>
        <p>
          Step {steps.length}, "{last?.name}", leads to <code>{last?.state}</code>
        </p>
        <ul>
          {checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
        {snapshot.matches({ inactive: 'done' }) && (
          <GreenStep {...props} path={failure.path} step={steps.length - 1} />
        )}
      </section>
      <section aria-label="Actual">
        <h3>Actual</h3>
        <p>
          {actual === null ? (
            'Nothing rendered the flow.'
          ) : (
            <>
              It led to <code>{actual}</code>
            </>
          )}
        </p>
        <pre>{problem}</pre>
        <Picture {...failure} />
      </section>
    </div>
  );
}

import type { PathFailure } from '../../../../machines/visualiser/pathFailures.ts';

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

/** The expected result of a failed path beside the actual one. */
export function FailureView({ failure }: { failure: PathFailure }) {
  const { steps, checks, actual, problem } = failure;
  const last = steps.at(-1);
  return (
    <div className="failure">
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

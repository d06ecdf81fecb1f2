import { memo } from 'react';
import type {
  CheckResult,
  RunStep,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';

type StepProps = { step: RunStep; results: readonly CheckResult[] };

/** A step with what was checked after it. Memorised, because a run has many steps and renders with each. */
const CheckedStep = memo(function CheckedStep({ step, results }: StepProps) {
  return (
    <li>
      {step.name} <small>→ {step.state}</small>
      <ul className="run-checks">
        {results.map(({ check, problem }) => (
          <li key={check} className={problem === null ? undefined : 'run-failed'}>
            {problem === null ? '✓' : '✗'} {check}
            {problem !== null && <strong> {problem}</strong>}
          </li>
        ))}
      </ul>
    </li>
  );
});

type Props = { steps: readonly RunStep[]; results: readonly (readonly CheckResult[])[] };

/** The checks of the page by the steps of a run, each in words. */
export function RunChecks({ steps, results }: Props) {
  const checked = steps.flatMap((step, index) => {
    const ofStep = results[index];
    return ofStep && ofStep.length > 0 ? [{ step, results: ofStep, number: index + 1 }] : [];
  });
  if (checked.length === 0) return null;
  const count = checked.reduce((sum, { results: { length } }) => sum + length, 0);
  return (
    <details className="run-checked">
      <summary>
        What {checked.length === 1 ? 'the step' : `each of ${checked.length} steps`} checked ({count})
      </summary>
      <ol>
        {checked.map(({ number, ...step }) => (
          <CheckedStep key={number} {...step} />
        ))}
      </ol>
    </details>
  );
}

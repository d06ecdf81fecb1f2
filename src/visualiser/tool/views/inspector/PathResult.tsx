import { pathKey } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import { controlledTab, isRunActive, startRuns, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { Button } from '../../parts/Button.tsx';
import { failureProblem, failureRun } from '../../runs/failureRun.ts';
import { lastResults, savedFailure } from '../../storage/failures.ts';

const SIGNS: Readonly<Record<string, string>> = { passed: '✓', failed: '✗' };

type Props = {
  flow: string;
  /** The title of the test of the path. */
  path: string;
  flows: VisualiserFlows;
};

/**
 * The result of a path at each level in the last test run, for a failed one with a button that replays the failure, and
 * that of its last run on the page.
 */
export function PathResult({ flow, path, flows }: Props) {
  const onPage = flows.run.snapshot.context.pathResults[pathKey(flow, path)];
  const replay = async (level: Parameters<typeof savedFailure>[0]['level']) => {
    const failure = await savedFailure({ flow, level, path }).catch(() => null);
    const problem = failure ? failureProblem(failure) : 'The file of this failure cannot be read.';
    flows.visualiser.send({ type: 'fileOpened', problem });
    if (failure && problem === null) startRuns(flows, [failureRun(failure, controlledTab(flows))]);
  };
  return (
    <small className="row path-results">
      {lastResults(flow, path).map(({ level, result }) => (
        <span key={level} className={result === 'failed' ? 'run-failed' : undefined}>
          {level} {result === null ? '–' : `${SIGNS[result]} ${result}`}
          {result === 'failed' && (
            <Button
              isDisabled={isRunActive(flows)}
              aria-label={`Replay the failure of ${path}, ${level}`}
              onClick={() => replay(level)}
            >
              Replay
            </Button>
          )}
        </span>
      ))}
      {onPage !== undefined && (
        <span className={onPage === null ? undefined : 'run-failed'}>
          page {onPage === null ? `${SIGNS.passed} passed` : `${SIGNS.failed} ${onPage}`}
        </span>
      )}
    </small>
  );
}

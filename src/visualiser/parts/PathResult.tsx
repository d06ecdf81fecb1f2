import type { Run } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { failureRun, lastResults, savedFailure } from '../failures.ts';
import { Button } from './Button.tsx';

const SIGNS: Readonly<Record<string, string>> = { passed: '✓', failed: '✗' };

type Props = {
  flow: string;
  /** The title of the test of the path. */
  path: string;
  /** Why its last run on the page stopped; null where it did not, undefined where it has not run. */
  onPage: string | null | undefined;
  tab: string;
  isBusy: boolean;
  start: (run: Run) => void;
};

/**
 * The result of a path at each level in the last test run, for a failed one with a button that replays the failure, and
 * that of its last run on the page.
 */
export function PathResult({ flow, path, onPage, tab, isBusy, start }: Props) {
  const replay = async (level: Parameters<typeof savedFailure>[0]['level']) => {
    const failure = await savedFailure({ flow, level, path });
    if (failure) start(failureRun(failure, tab));
  };
  return (
    <small className="path-results">
      {lastResults(flow, path).map(({ level, result }) => (
        <span key={level} className={result === 'failed' ? 'run-failed' : undefined}>
          {level} {result === null ? '–' : `${SIGNS[result]} ${result}`}
          {result === 'failed' && (
            <Button
              isDisabled={isBusy}
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

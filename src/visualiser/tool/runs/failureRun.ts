import type { PathFailure, PathLevel } from '../../../../machines/visualiser/pathFailures.ts';
import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { flowWithId, isRunnable } from '../model/flowModels.ts';
import { problemOf, recordingRun, restartStep } from './runSteps.ts';

const LEVEL_NAMES: Readonly<Record<PathLevel, string>> = {
  machines: 'on the bare machine',
  screens: 'on the React screen',
  browser: 'in the browser',
};

/**
 * The run that replays a failure up to its failed step, on the page in a tab.
 *
 * @throws Error if there is no such flow, it has no page, or a step is a case that it does not have
 */
export function failureRun(failure: PathFailure, tab: string): Run {
  const flow = flowWithId(failure.flow);
  if (!flow) throw new Error(`There is no flow "${failure.flow}".`);
  const { page, steps, path, level } = failure;
  if (!isRunnable(flow)) throw new Error(`"${flow.title}" runs on no page of the site.`);
  const {
    steps: [, ...replayed],
  } = recordingRun(flow, { flow: flow.id, path: page ?? '/', start: null, steps }, tab);
  return {
    title: `The failure of ${path}, ${LEVEL_NAMES[level]}`,
    flow: flow.id,
    tab,
    steps: [restartStep(flow, page), ...replayed],
    failure,
  };
}

/** The reason in a sentence why a failure cannot be replayed; null where it can. */
export const failureProblem = (failure: PathFailure): string | null =>
  problemOf(() => failureRun(failure, ''));

/** Plans of paths, and the runs that replay recordings, failures and messages. */
export { failureProblem, failureRun } from './failureRun.ts';
export { handleRequest } from './planner/planner.ts';
export { writtenComparison } from './planner/writtenComparison.ts';
export { missingCase, recordingRun, replayProblem, simulateMessage } from './runSteps.ts';

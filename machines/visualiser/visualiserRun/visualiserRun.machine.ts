import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate';
import { declarePromiseActor, errorMessage, outputOf } from '../../actors.ts';
import type {
  Pace,
  Run,
  RunContext,
  RunEvent,
  RunStep,
  StepChecks,
  StepResult,
} from './visualiserRun.types.ts';

export const visualiserRunActors = {
  /** Performs one step, and resolves with the state it led to and what the page shows of it. */
  performStep: declarePromiseActor<
    StepResult,
    { run: Run | null; step: RunStep | null; pace: Pace; focused: string }
  >('performStep'),
};

export const STEP_TIMED_OUT = 'The page did not say in time where the step led.';

/** Returns the next step; null where there is none. */
export const nextStep = ({
  run,
  completedSteps,
}: Pick<RunContext, 'run' | 'completedSteps'>): RunStep | null => run?.steps[completedSteps] ?? null;

/** Returns in a sentence at which step a run has stopped, and why. */
export function stopOf(context: RunContext): string {
  const { completedSteps, actualState, error } = context;
  const step = nextStep(context);
  if (!step) return error ?? STEP_TIMED_OUT;
  const problem = actualState === null ? error : `led to "${actualState}", not to "${step.state}".`;
  return `stopped at step ${completedSteps + 1}, "${step.name}": ${problem}`;
}

/** Whether a run has ended, well or not. */
export const isRunOver = (snapshot: SnapshotFrom<typeof visualiserRunMachine>): boolean =>
  snapshot.matches({ inactive: 'done' }) || snapshot.matches({ inactive: 'failed' });

/** Returns the key of a generated path of a flow. */
export const pathKey = (flow: string, path: string): string => `${flow}, ${path}`;

/** Returns the results with that of a run, if it is the run of a generated path on the page. */
const withResult = ({ run, pathResults }: RunContext, result: string | null): RunContext['pathResults'] =>
  run?.path === undefined ? pathResults : { ...pathResults, [pathKey(run.flow, run.path)]: result };

/** Returns what a failed step leaves behind: its state or its error, and why the path stopped. */
function stoppedWith(
  context: RunContext,
  cause: Partial<Pick<RunContext, 'actualState' | 'error'>>,
): Partial<RunContext> {
  const failed = { ...context, ...cause };
  return { ...cause, pathResults: withResult(failed, stopOf(failed)) };
}

const problemIn = ({ results }: StepChecks): string | null =>
  results.find(({ problem }) => problem !== null)?.problem ?? null;

const noResults = {
  completedSteps: 0,
  checks: [],
  focused: '',
  isPauseRequested: false,
  actualState: null,
  error: null,
};

/** A path that is performed step by step, and stops at a step that does not lead to its state, or whose state the page does not show. */
export const visualiserRunMachine = setup({
  types: { context: {} as RunContext, events: {} as RunEvent, tags: {} as 'busy' },
  actors: visualiserRunActors,
  guards: {
    diverges: ({ context }, { state }: StepResult) => nextStep(context)?.state !== state,
    isWrongOnPage: (_, { checks }: StepResult) => problemIn(checks) !== null,
    isLastStep: ({ context }) => context.completedSteps + 1 === context.run?.steps.length,
    isPauseRequested: ({ context }) => context.isPauseRequested,
  },
  actions: {
    setRun: assign(({ event }) => {
      assertEvent(event, 'started');
      return { ...noResults, run: event.run };
    }),
    addResult: assign(({ context }, { checks, focused }: StepResult) => ({
      checks: [...context.checks, checks],
      focused,
    })),
    countStep: assign(({ context }) => ({ completedSteps: context.completedSteps + 1 })),
    setPauseRequested: assign((_, isPauseRequested: boolean) => ({ isPauseRequested })),
    setActualState: assign(({ context }, { state }: StepResult) =>
      stoppedWith(context, { actualState: state }),
    ),
    setError: assign(({ context }, error: string) => stoppedWith(context, { error })),
    setPathPassed: assign(({ context }) => ({ pathResults: withResult(context, null) })),
    setPace: assign(({ event }) => {
      assertEvent(event, 'paceChosen');
      return { pace: event.pace };
    }),
    /** Pauses or resumes the environment of the page as it was before the run. */
    restoreEnvironment: () => {},
    clearRun: assign({ ...noResults, run: null }),
  },
  delays: {
    /** Includes the time to load a page. */
    stepTimeout: 30_000,
  },
}).createMachine({
  id: 'visualiserRun',
  context: { ...noResults, run: null, pace: 'normal', pathResults: {} },
  initial: 'inactive',
  on: { paceChosen: { actions: 'setPace' } },
  states: {
    inactive: {
      initial: 'idle',
      on: {
        started: { target: 'performing', actions: 'setRun' },
      },
      states: {
        idle: { description: 'Nothing is run.' },
        failed: {
          description: 'The last step did not lead where it should, or the page does not show it.',
          entry: 'restoreEnvironment',
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
        done: {
          description: 'Every step led where it should.',
          entry: 'restoreEnvironment',
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
      },
    },
    performing: {
      description: 'A step is performed, and its state awaited.',
      tags: 'busy',
      invoke: {
        id: 'performStep',
        src: 'performStep',
        input: ({ context }) => ({
          run: context.run,
          step: nextStep(context),
          pace: context.pace,
          focused: context.focused,
        }),
        onDone: [
          {
            guard: { type: 'diverges', params: outputOf },
            target: 'inactive.failed',
            actions: { type: 'setActualState', params: outputOf },
          },
          {
            guard: { type: 'isWrongOnPage', params: outputOf },
            target: 'inactive.failed',
            actions: [
              { type: 'addResult', params: outputOf },
              { type: 'setError', params: ({ event }) => problemIn(event.output.checks) ?? STEP_TIMED_OUT },
            ],
          },
          {
            guard: 'isLastStep',
            target: 'inactive.done',
            actions: ['countStep', { type: 'addResult', params: outputOf }, 'setPathPassed'],
          },
          {
            guard: 'isPauseRequested',
            target: 'paused',
            actions: ['countStep', { type: 'addResult', params: outputOf }],
          },
          {
            target: 'performing',
            reenter: true,
            actions: ['countStep', { type: 'addResult', params: outputOf }],
          },
        ],
        onError: {
          target: 'inactive.failed',
          actions: { type: 'setError', params: ({ event }) => errorMessage(event.error, STEP_TIMED_OUT) },
        },
      },
      after: {
        stepTimeout: { target: 'inactive.failed', actions: { type: 'setError', params: STEP_TIMED_OUT } },
      },
      on: { pauseRequested: { actions: { type: 'setPauseRequested', params: true } } },
    },
    paused: {
      description: 'The run waits between two steps.',
      on: {
        resumed: { target: 'performing', actions: { type: 'setPauseRequested', params: false } },
        // The pause stays requested: the run pauses again after the step.
        stepped: 'performing',
        dismissed: { target: 'inactive.idle', actions: ['restoreEnvironment', 'clearRun'] },
      },
    },
  },
});

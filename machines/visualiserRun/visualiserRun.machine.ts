import { assign, setup } from 'xstate';
import { declarePromiseActor, errorMessage } from '../actors.ts';
import type { Pace, Run, RunContext, RunEvent, RunStep } from './visualiserRun.types.ts';

/** What reaches outside. */
export const visualiserRunActors = {
  /** Does one step, and says which state it led to. */
  performStep: declarePromiseActor<{ state: string }, { run: Run | null; step: RunStep | null; pace: Pace }>(
    'performStep',
  ),
};

export const STEP_TIMED_OUT = 'The page did not say in time where the step led.';

/** The step that comes next. */
export const nextStep = ({
  run,
  completedSteps: done,
}: Pick<RunContext, 'run' | 'completedSteps'>): RunStep | null => run?.steps[done] ?? null;

/** A path that is walked step by step, and stops at the step that leads elsewhere than it should. */
export const visualiserRunMachine = setup({
  types: { context: {} as RunContext, events: {} as RunEvent, tags: {} as 'busy' },
  actors: visualiserRunActors,
  guards: {
    diverges: ({ context }, state: string) => nextStep(context)?.state !== state,
    isLastStep: ({ context }) => context.completedSteps + 1 === context.run?.steps.length,
    isPauseRequested: ({ context }) => context.isPauseRequested,
  },
  actions: {
    setRun: assign((_, run: Run) => ({
      run,
      completedSteps: 0,
      isPauseRequested: false,
      actualState: null,
      error: null,
    })),
    countStep: assign(({ context }) => ({ completedSteps: context.completedSteps + 1 })),
    setPauseRequested: assign((_, isPauseRequested: boolean) => ({ isPauseRequested })),
    setActualState: assign((_, found: string) => ({ actualState: found })),
    setError: assign((_, problem: string) => ({ error: problem })),
    setPace: assign((_, pace: Pace) => ({ pace })),
    clearRun: assign({
      run: null,
      completedSteps: 0,
      isPauseRequested: false,
      actualState: null,
      error: null,
    }),
  },
  delays: {
    /** A page may have to be loaded first. */
    stepTimeout: 30_000,
  },
}).createMachine({
  id: 'visualiserRun',
  context: {
    run: null,
    completedSteps: 0,
    pace: 'normal',
    isPauseRequested: false,
    actualState: null,
    error: null,
  },
  initial: 'inactive',
  on: { paceChosen: { actions: { type: 'setPace', params: ({ event }) => event.pace } } },
  states: {
    inactive: {
      initial: 'idle',
      on: {
        started: { target: 'performing', actions: { type: 'setRun', params: ({ event }) => event.run } },
      },
      states: {
        idle: { description: 'Nothing is run.' },
        failed: {
          description: 'The last step did not lead where it should.',
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
        done: {
          description: 'Every step led where it should.',
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
      },
    },
    performing: {
      description: 'A step is done, and its state waited for.',
      tags: 'busy',
      invoke: {
        id: 'performStep',
        src: 'performStep',
        input: ({ context }) => ({ run: context.run, step: nextStep(context), pace: context.pace }),
        onDone: [
          {
            guard: { type: 'diverges', params: ({ event }) => event.output.state },
            target: 'inactive.failed',
            actions: { type: 'setActualState', params: ({ event }) => event.output.state },
          },
          { guard: 'isLastStep', target: 'inactive.done', actions: 'countStep' },
          { guard: 'isPauseRequested', target: 'paused', actions: 'countStep' },
          { target: 'performing', reenter: true, actions: 'countStep' },
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
        // What halted it still holds: it halts again after the step.
        stepped: 'performing',
        dismissed: { target: 'inactive.idle', actions: 'clearRun' },
      },
    },
  },
});

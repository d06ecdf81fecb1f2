import { assign, setup } from 'xstate';
import { messageOf, promiseActor } from '../actors.ts';
import type { Pace, Run, RunContext, RunEvent, RunLeg } from './visualiserRun.types.ts';

/** What reaches outside. */
export const visualiserRunActors = {
  /** Does one step, and says which state it led to. */
  performLeg: promiseActor<{ state: string }, { run: Run | null; leg: RunLeg | null; pace: Pace }>(
    'performLeg',
  ),
};

export const NO_ANSWER = 'The page did not say in time where the step led.';

/** The step that comes next. */
export const nextLeg = ({ run, done }: Pick<RunContext, 'run' | 'done'>): RunLeg | null =>
  run?.legs[done] ?? null;

/** A path that is walked step by step, and stops at the step that leads elsewhere than it should. */
export const visualiserRunMachine = setup({
  types: { context: {} as RunContext, events: {} as RunEvent, tags: {} as 'busy' },
  actors: visualiserRunActors,
  guards: {
    isAstray: ({ context }, state: string) => nextLeg(context)?.state !== state,
    isLast: ({ context }) => context.done + 1 === context.run?.legs.length,
    isHalting: ({ context }) => context.isHalting,
  },
  actions: {
    begin: assign((_, run: Run) => ({ run, done: 0, isHalting: false, found: null, problem: null })),
    countStep: assign(({ context }) => ({ done: context.done + 1 })),
    noteHalt: assign((_, isHalting: boolean) => ({ isHalting })),
    noteFound: assign((_, found: string) => ({ found })),
    noteProblem: assign((_, problem: string) => ({ problem })),
    keepPace: assign((_, pace: Pace) => ({ pace })),
    forget: assign({ run: null, done: 0, isHalting: false, found: null, problem: null }),
  },
  delays: {
    /** A page may have to be loaded first. */
    legTimeout: 30_000,
  },
}).createMachine({
  id: 'visualiserRun',
  context: { run: null, done: 0, pace: 'normal', isHalting: false, found: null, problem: null },
  initial: 'resting',
  on: { paceChosen: { actions: { type: 'keepPace', params: ({ event }) => event.pace } } },
  states: {
    resting: {
      initial: 'idle',
      on: {
        started: { target: 'performing', actions: { type: 'begin', params: ({ event }) => event.run } },
      },
      states: {
        idle: { description: 'Nothing is run.' },
        failed: {
          description: 'The last step did not lead where it should.',
          on: { dismissed: { target: 'idle', actions: 'forget' } },
        },
        done: {
          description: 'Every step led where it should.',
          on: { dismissed: { target: 'idle', actions: 'forget' } },
        },
      },
    },
    performing: {
      description: 'A step is done, and its state waited for.',
      tags: 'busy',
      invoke: {
        id: 'performLeg',
        src: 'performLeg',
        input: ({ context }) => ({ run: context.run, leg: nextLeg(context), pace: context.pace }),
        onDone: [
          {
            guard: { type: 'isAstray', params: ({ event }) => event.output.state },
            target: 'resting.failed',
            actions: { type: 'noteFound', params: ({ event }) => event.output.state },
          },
          { guard: 'isLast', target: 'resting.done', actions: 'countStep' },
          { guard: 'isHalting', target: 'halted', actions: 'countStep' },
          { target: 'performing', reenter: true, actions: 'countStep' },
        ],
        onError: {
          target: 'resting.failed',
          actions: { type: 'noteProblem', params: ({ event }) => messageOf(event.error, NO_ANSWER) },
        },
      },
      after: {
        legTimeout: { target: 'resting.failed', actions: { type: 'noteProblem', params: NO_ANSWER } },
      },
      on: { haltPressed: { actions: { type: 'noteHalt', params: true } } },
    },
    halted: {
      description: 'The run waits between two steps.',
      on: {
        resumed: { target: 'performing', actions: { type: 'noteHalt', params: false } },
        // What halted it still holds: it halts again after the step.
        stepped: 'performing',
        dismissed: { target: 'resting.idle', actions: 'forget' },
      },
    },
  },
});

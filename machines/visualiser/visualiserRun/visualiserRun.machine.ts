import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate';
import { stateName } from '../../paths/index.ts';
import { declarePromiseActor, errorMessage, outputOf } from '../../shared/actors.ts';
import type { Findings, Reached, Run, RunContext, RunEvent, RunStep, Target } from './visualiserRun.types.ts';

type StepInput = { run: Run | null; step: RunStep | null };

export const visualiserRunActors = {
  /** Resolves with the place of a step, as soon as it exists. */
  findTarget: declarePromiseActor<Target, StepInput>('findTarget'),
  /** Sends a step to the page, and resolves with its result. */
  sendStep: declarePromiseActor<Reached, StepInput & { target: Target | null }>('sendStep'),
  /** Resolves with the page's view of the state that a step has led to. */
  checkPage: declarePromiseActor<Findings, StepInput & { reached: Reached | null; focused: string }>(
    'checkPage',
  ),
};

export const STEP_TIMED_OUT = 'The page did not say in time where the step led.';

/** Null where there is none. */
export const nextStep = ({
  run,
  completedSteps,
}: Pick<RunContext, 'run' | 'completedSteps'>): RunStep | null => run?.steps[completedSteps] ?? null;

const stepOf = (context: RunContext): StepInput => ({ run: context.run, step: nextStep(context) });

/** A sentence about the element that a step has not found. */
function notFound(context: RunContext): string {
  const command = nextStep(context)?.command;
  if (command?.kind === 'open') return 'No page of the site answers.';
  return command?.kind === 'outcome'
    ? `No invoked actor of this name runs on the page: "${command.actor}".`
    : 'The flow does not run on the page.';
}

/** A sentence about the state that a step has not reached. */
function notReached(context: RunContext): string {
  const command = nextStep(context)?.command;
  return command?.kind === 'open' ? `The flow does not run on ${command.path}.` : STEP_TIMED_OUT;
}

/** The number of steps, as the path counts them: opening the page is none. */
export const stepCount = (steps: readonly RunStep[]): number =>
  steps.filter(({ command }) => command.kind !== 'open').length;

/** A sentence about the step at which a run has stopped, and why. */
export function stopOf(context: RunContext): string {
  const { run, completedSteps, error } = context;
  const step = nextStep(context);
  if (!step) return error ?? STEP_TIMED_OUT;
  const number = stepCount(run?.steps.slice(0, completedSteps + 1) ?? []);
  return `stopped at ${number === 0 ? 'the start' : `step ${number}`}, "${step.name}": ${error}`;
}

/** Whether a run is performed or paused. */
export const isRunUnderWay = (snapshot: SnapshotFrom<typeof visualiserRunMachine>): boolean =>
  snapshot.hasTag('busy') || snapshot.matches('paused');

/** Whether a run has ended, well or not. */
export const isRunOver = (snapshot: SnapshotFrom<typeof visualiserRunMachine>): boolean =>
  snapshot.matches({ inactive: 'done' }) || snapshot.matches({ inactive: 'failed' });

/** The key of a flow's generated path. */
export const pathKey = (flow: string, path: string): string => `${flow}, ${path}`;

/** The results with that of a run, if it is the run of a generated path on the page. */
const withResult = ({ run, pathResults }: RunContext, result: string | null): RunContext['pathResults'] =>
  run?.path === undefined ? pathResults : { ...pathResults, [pathKey(run.flow, run.path)]: result };

/** A sentence about the state that a step has led to instead of its own. */
const divergence = (context: RunContext, { snapshot }: Reached): string =>
  `led to "${stateName(snapshot)}", not to "${nextStep(context)?.state}".`;

const problemIn = ({ results }: Pick<Findings, 'results'>): string | null =>
  results.find(({ problem }) => problem !== null)?.problem ?? null;

const noResults = {
  completedSteps: 0,
  target: null,
  reached: [],
  focused: '',
  isPauseRequested: false,
  error: null,
};

const failedWith = (problem: (context: RunContext) => string) => ({
  target: '#visualiserRun.inactive.failed',
  actions: {
    type: 'setError' as const,
    params: ({ context }: { context: RunContext }) => problem(context),
  },
});

const failedByActor = {
  target: '#visualiserRun.inactive.failed',
  actions: {
    type: 'setError' as const,
    params: ({ event }: { event: { error: unknown } }) => errorMessage(event.error, STEP_TIMED_OUT),
  },
};

/**
 * Performs a path step by step. It stops at a step that does not lead to its state, or whose state the page does
 * not show.
 */
export const visualiserRunMachine = setup({
  types: {
    context: {} as RunContext,
    events: {} as RunEvent,
    tags: {} as 'busy',
    input: {} as Partial<Pick<RunContext, 'pathResults'>>,
  },
  actors: visualiserRunActors,
  guards: {
    diverges: ({ context }, { snapshot }: Reached) => nextStep(context)?.state !== stateName(snapshot),
    isWrongOnPage: (_, findings: Findings) => problemIn(findings) !== null,
    isLastStep: ({ context }) => context.completedSteps === context.run?.steps.length,
    isPauseRequested: ({ context }) => context.isPauseRequested,
    isFast: ({ context }) => context.pace === 'fast' || context.run?.skipsPauses === true,
    isNormal: ({ context }) => context.pace === 'normal',
  },
  actions: {
    setRun: assign(({ event }) => {
      assertEvent(event, 'started');
      return { ...noResults, run: event.run };
    }),
    setTarget: assign((_, target: Target) => ({ target })),
    addReached: assign(({ context }, reached: Reached) => ({ reached: [...context.reached, reached] })),
    setFocused: assign((_, { focused }: Findings) => ({ focused })),
    countStep: assign(({ context }) => ({ completedSteps: context.completedSteps + 1 })),
    setPauseRequested: assign((_, isPauseRequested: boolean) => ({ isPauseRequested })),
    setError: assign(({ context }, error: string) => ({
      error,
      pathResults: withResult(context, stopOf({ ...context, error })),
    })),
    setPathPassed: assign(({ context }) => ({ pathResults: withResult(context, null) })),
    setPace: assign(({ event }) => {
      assertEvent(event, 'paceChosen');
      return { pace: event.pace };
    }),
    /** Pauses or resumes the environment of the page as it was before the run. */
    restoreEnvironment: () => {},
    /** Notes where the focus is, and takes it back from the page there. */
    noteFocus: () => {},
    returnFocus: () => {},
    clearRun: assign({ ...noResults, run: null }),
  },
  delays: {
    findTimeout: 10_000,
    /** Includes the time to load a page. */
    stepTimeout: 30_000,
    checkTimeout: 10_000,
    /** How long a state is shown before the next step. */
    normalPause: 600,
    slowPause: 1_500,
  },
}).createMachine({
  id: 'visualiserRun',
  context: ({ input }) => ({ ...noResults, run: null, pace: 'normal', pathResults: {}, ...input }),
  initial: 'inactive',
  on: { paceChosen: { actions: 'setPace' } },
  states: {
    inactive: {
      initial: 'idle',
      on: {
        started: { target: 'performing', actions: ['setRun', 'noteFocus'] },
      },
      states: {
        idle: { description: 'Nothing is run.' },
        failed: {
          description: 'The last step did not lead where it should, or the page does not show it.',
          entry: ['restoreEnvironment', 'returnFocus'],
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
        done: {
          description: 'Every step led where it should.',
          entry: ['restoreEnvironment', 'returnFocus'],
          on: { dismissed: { target: 'idle', actions: 'clearRun' } },
        },
      },
    },
    performing: {
      tags: 'busy',
      initial: 'finding',
      on: { pauseRequested: { actions: { type: 'setPauseRequested', params: true } } },
      states: {
        finding: {
          description: 'The page of a step is awaited, and the flow and the actor that it needs.',
          invoke: {
            id: 'findTarget',
            src: 'findTarget',
            input: ({ context }) => stepOf(context),
            onDone: { target: 'sending', actions: { type: 'setTarget', params: outputOf } },
            onError: failedByActor,
          },
          after: { findTimeout: failedWith(notFound) },
        },
        sending: {
          description: 'A step is sent to the page, and what it leads to awaited.',
          invoke: {
            id: 'sendStep',
            src: 'sendStep',
            input: ({ context }) => ({ ...stepOf(context), target: context.target }),
            onDone: [
              {
                guard: { type: 'diverges', params: outputOf },
                target: '#visualiserRun.inactive.failed',
                actions: [
                  { type: 'addReached', params: outputOf },
                  { type: 'setError', params: ({ context, event }) => divergence(context, event.output) },
                ],
              },
              { target: 'checking', actions: { type: 'addReached', params: outputOf } },
            ],
            onError: failedByActor,
          },
          after: { stepTimeout: failedWith(notReached) },
        },
        checking: {
          description: 'The page is asked what it shows of the state.',
          invoke: {
            id: 'checkPage',
            src: 'checkPage',
            input: ({ context }) => ({
              ...stepOf(context),
              reached: context.reached.at(-1) ?? null,
              focused: context.focused,
            }),
            onDone: [
              {
                guard: { type: 'isWrongOnPage', params: outputOf },
                target: '#visualiserRun.inactive.failed',
                actions: {
                  type: 'setError',
                  params: ({ event }) => problemIn(event.output) ?? STEP_TIMED_OUT,
                },
              },
              { target: 'showing', actions: [{ type: 'setFocused', params: outputOf }, 'countStep'] },
            ],
            onError: failedByActor,
          },
          after: { checkTimeout: failedWith(() => STEP_TIMED_OUT) },
        },
        showing: {
          description: 'The state is shown for a moment.',
          always: { guard: 'isFast', target: 'shown' },
          after: {
            normalPause: { guard: 'isNormal', target: 'shown' },
            slowPause: 'shown',
          },
        },
        shown: {
          always: [
            { guard: 'isLastStep', target: '#visualiserRun.inactive.done', actions: 'setPathPassed' },
            { guard: 'isPauseRequested', target: '#visualiserRun.paused' },
            { target: 'finding' },
          ],
        },
      },
    },
    paused: {
      description: 'The run waits between two steps.',
      entry: 'returnFocus',
      on: {
        resumed: { target: 'performing', actions: { type: 'setPauseRequested', params: false } },
        // The pause stays requested: the run pauses again after the step.
        stepped: 'performing',
        dismissed: { target: 'inactive.idle', actions: ['restoreEnvironment', 'clearRun'] },
      },
    },
  },
});

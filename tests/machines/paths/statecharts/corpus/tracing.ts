import { type AnyEventObject, assign, createMachine, type MachineConfig, setup } from 'xstate';

/** Machines whose actions write words into `trace`. */
export const tracing = setup({
  types: { context: {} as { trace: string } },
  actions: { note: assign({ trace: ({ context }, word: string) => context.trace + word }) },
  guards: { traced: ({ context }, trace: string) => context.trace === trace },
});

/** Returns such a machine that has actors too. */
export const tracingMachine = (config: MachineConfig<{ trace: string }, AnyEventObject>) =>
  createMachine(config).provide({
    actions: {
      note: assign(({ context }, word: unknown) => ({ trace: context.trace + String(word) })),
    },
    guards: { traced: ({ context }, trace: unknown) => context.trace === trace },
  });

/** An action that adds a word to the trace. */
export const note = (params: string) => ({ type: 'note', params }) as const;

/** A guard that holds when the trace is these words. */
export const traced = (params: string) => ({ type: 'traced', params }) as const;

/** Transitions of an eventless kind to `pass` when the trace is these words, and to `fail` otherwise. */
export const passIf = (trace: string) => [{ guard: traced(trace), target: 'pass' }, { target: 'fail' }];

/** The two ends of a conformance machine. */
export const ends = { pass: { id: 'pass' }, fail: { id: 'fail' } };

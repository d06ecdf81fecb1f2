import { type ActorRefFrom, assign, fromPromise, sendTo, setup, stopChild } from 'xstate';

/** Small machines in the manner of public apps and of the examples of XState. */

/** The flight booker of the 7GUIs: a return flight leaves no earlier than the first one. */
export const flightBooker = setup({
  types: {
    context: {} as { departs: string; returns: string | null },
    events: {} as
      | { type: 'departureChosen'; value: string }
      | { type: 'returnChosen'; value: string }
      | { type: 'kindChosen'; value: 'oneWay' | 'roundTrip' }
      | { type: 'booked' },
  },
  actors: { book: fromPromise(async ({ input }: { input: object }) => ({ input })) },
  guards: {
    isRoundTrip: ({ event }) => event.type === 'kindChosen' && event.value === 'roundTrip',
    isDated: ({ context }) => context.departs !== '',
    isOrdered: ({ context }) =>
      context.returns !== null && context.departs !== '' && context.departs <= context.returns,
  },
}).createMachine({
  id: 'flightBooker',
  context: { departs: '', returns: null },
  initial: 'choosing',
  states: {
    choosing: {
      initial: 'oneWay',
      on: { departureChosen: { actions: assign({ departs: ({ event }) => event.value }) } },
      states: {
        oneWay: {
          on: {
            kindChosen: { guard: 'isRoundTrip', target: 'roundTrip' },
            booked: { guard: 'isDated', target: '#flightBooker.booking' },
          },
        },
        roundTrip: {
          on: {
            kindChosen: { target: 'oneWay', actions: assign({ returns: null }) },
            returnChosen: { actions: assign({ returns: ({ event }) => event.value }) },
            booked: { guard: 'isOrdered', target: '#flightBooker.booking' },
          },
        },
      },
    },
    booking: {
      invoke: { src: 'book', input: ({ context }) => context, onDone: 'booked', onError: 'failed' },
      after: { 10000: 'failed' },
    },
    failed: { on: { booked: 'booking' } },
    booked: { type: 'final' },
  },
});

/** A quiz: questions from a server, answers that are right or wrong, lives that run out. */
type Question = { text: string; answer: number };
export const quiz = setup({
  types: {
    context: {} as { questions: Question[]; at: number; lives: number; points: number },
    events: {} as
      | { type: 'start' }
      | { type: 'answer'; choice: number }
      | { type: 'next' }
      | { type: 'again' },
  },
  actors: {
    fetchQuestions: fromPromise(async (): Promise<Question[]> => [{ text: 'One and one?', answer: 2 }]),
  },
  guards: {
    isRight: ({ context, event }) =>
      event.type === 'answer' && context.questions[context.at]?.answer === event.choice,
    isDead: ({ context }) => context.lives === 0,
    isLast: ({ context }) => context.at >= context.questions.length - 1,
  },
}).createMachine({
  id: 'quiz',
  context: { questions: [], at: 0, lives: 2, points: 0 },
  initial: 'home',
  states: {
    home: { on: { start: 'loading' } },
    loading: {
      invoke: {
        src: 'fetchQuestions',
        onDone: { target: 'asking', actions: assign({ questions: ({ event }) => event.output, at: 0 }) },
        onError: 'home',
      },
    },
    asking: {
      on: {
        answer: [
          {
            guard: 'isRight',
            target: 'right',
            actions: assign({ points: ({ context }) => context.points + 10 }),
          },
          { target: 'wrong', actions: assign({ lives: ({ context }) => context.lives - 1 }) },
        ],
      },
    },
    right: { after: { 1500: 'deciding' }, on: { next: 'deciding' } },
    wrong: { always: { guard: 'isDead', target: 'lost' }, on: { next: 'deciding' } },
    deciding: {
      always: [
        { guard: 'isLast', target: 'won' },
        { target: 'asking', actions: assign({ at: ({ context }) => context.at + 1 }) },
      ],
    },
    won: { on: { again: { target: 'home', actions: assign({ at: 0, lives: 2, points: 0 }) } } },
    lost: { on: { again: { target: 'home', actions: assign({ at: 0, lives: 2, points: 0 }) } } },
  },
});

/** A list of friends. Each is a machine with an editable name. */
const friend = setup({
  types: {
    input: {} as { name: string },
    context: {} as { name: string; before: string },
    events: {} as { type: 'edit' } | { type: 'typed'; value: string } | { type: 'save' } | { type: 'cancel' },
  },
  actors: { saveFriend: fromPromise(async ({ input }: { input: string }) => input) },
}).createMachine({
  id: 'friend',
  context: ({ input }) => ({ name: input.name, before: input.name }),
  initial: 'reading',
  states: {
    reading: { on: { edit: 'editing' } },
    editing: {
      on: {
        typed: { actions: assign({ name: ({ event }) => event.value }) },
        save: 'saving',
        cancel: { target: 'reading', actions: assign({ name: ({ context }) => context.before }) },
      },
    },
    saving: {
      invoke: {
        src: 'saveFriend',
        input: ({ context }) => context.name,
        onDone: { target: 'reading', actions: assign({ before: ({ event }) => event.output }) },
        onError: 'editing',
      },
    },
  },
});

export const friends = setup({
  types: {
    context: {} as { newName: string; all: ActorRefFrom<typeof friend>[] },
    events: {} as
      | { type: 'typed'; name: string }
      | { type: 'add' }
      | { type: 'remove'; index: number }
      | { type: 'editFirst' },
  },
  actors: { friend },
  guards: {
    hasName: ({ context }) => context.newName.trim().length > 0,
    hasRoom: ({ context }) => context.all.length < 2,
    isThere: ({ context, event }) => event.type === 'remove' && context.all[event.index] !== undefined,
  },
}).createMachine({
  id: 'friends',
  context: { newName: '', all: [] },
  on: {
    typed: { actions: assign({ newName: ({ event }) => event.name }) },
    add: {
      guard: ({ context }) => context.newName.trim().length > 0 && context.all.length < 2,
      actions: assign({
        all: ({ context, spawn }) => [
          ...context.all,
          spawn('friend', { id: `friend-${context.all.length}`, input: { name: context.newName } }),
        ],
        newName: '',
      }),
    },
    remove: {
      guard: 'isThere',
      actions: [
        stopChild(({ context, event }) => context.all[event.index]?.id ?? ''),
        assign({ all: ({ context, event }) => context.all.filter((_, index) => index !== event.index) }),
      ],
    },
    editFirst: {
      guard: ({ context }) => context.all.length > 0,
      actions: sendTo(({ context }) => context.all[0]?.id ?? '', { type: 'edit' }),
    },
  },
});

/** A credit check: three bureaus are asked at once, and the middle score decides. */
const bureau = (id: string, done: string) => ({
  initial: 'asking',
  states: {
    asking: { invoke: { id, src: 'askBureau' as const, onDone: 'answered', onError: done } },
    answered: { type: 'final' as const },
    missing: { type: 'final' as const },
  },
});
export const creditCheck = setup({
  types: {
    context: {} as { ssn: string; rate: number },
    events: {} as { type: 'submit'; ssn: string; income: number },
  },
  actors: {
    verify: fromPromise(async ({ input }: { input: string }): Promise<boolean> => input !== ''),
    askBureau: fromPromise(async (): Promise<number> => 700),
    decide: fromPromise(async (): Promise<{ rate: number }> => ({ rate: 5 })),
  },
  guards: { hasIncome: ({ event }) => event.type === 'submit' && event.income >= 20_000 },
}).createMachine({
  id: 'creditCheck',
  context: { ssn: '', rate: 0 },
  initial: 'entering',
  states: {
    entering: {
      on: {
        submit: {
          guard: 'hasIncome',
          target: 'verifying',
          actions: assign({ ssn: ({ event }) => event.ssn }),
        },
      },
    },
    verifying: {
      invoke: {
        src: 'verify',
        input: ({ context }) => context.ssn,
        onDone: [{ guard: ({ event }) => event.output, target: 'asking' }, { target: 'entering' }],
        onError: 'failed',
      },
    },
    asking: {
      type: 'parallel',
      states: { north: bureau('north', 'missing'), south: bureau('south', 'missing') },
      onDone: 'deciding',
    },
    deciding: {
      invoke: {
        src: 'decide',
        onDone: [
          { guard: ({ event }) => event.output.rate > 10, target: 'refused' },
          { target: 'offered', actions: assign({ rate: ({ event }) => event.output.rate }) },
        ],
        onError: 'failed',
      },
    },
    offered: { type: 'final' },
    refused: { type: 'final' },
    failed: { type: 'final' },
  },
});

/**
 * Biometrics before a transfer: a device that may lack them, a code that is asked for else, attempts that run out.
 */
export const confirmation = setup({
  types: {
    input: {} as { attempts: number; hasDevice: boolean; onEnd: (reason: string) => void },
    context: {} as { attempts: number; hasDevice: boolean; onEnd: (reason: string) => void; reason: string },
    events: {} as { type: 'SCANNED' } | { type: 'CODE'; code: string } | { type: 'CANCELLED' },
  },
  actors: { check: fromPromise(async ({ input }: { input: string }) => ({ isRight: input === '1' })) },
  actions: { tell: ({ context }) => context.onEnd(context.reason) },
  guards: { hasLeft: ({ context }) => context.attempts > 1 },
}).createMachine({
  id: 'confirmation',
  context: ({ input: { attempts, hasDevice, onEnd } }) => ({ attempts, hasDevice, onEnd, reason: '' }),
  initial: 'choosing',
  on: { CANCELLED: { target: '.ended', actions: assign({ reason: 'cancelled' }) } },
  states: {
    choosing: {
      always: [{ guard: ({ context }) => context.hasDevice, target: 'scanning' }, { target: 'typing' }],
    },
    scanning: { on: { SCANNED: 'confirmed' }, after: { 30000: 'typing' } },
    typing: { on: { CODE: { guard: ({ event }) => /^\d{6}$/.test(event.code), target: 'checking' } } },
    checking: {
      invoke: {
        src: 'check',
        input: ({ event }) => (event.type === 'CODE' ? event.code : ''),
        onDone: [
          { guard: ({ event }) => event.output.isRight, target: 'confirmed' },
          {
            guard: 'hasLeft',
            target: 'typing',
            actions: assign({ attempts: ({ context }) => context.attempts - 1 }),
          },
          { target: 'ended', actions: assign({ reason: 'wrong' }) },
        ],
        onError: { target: 'typing' },
      },
    },
    confirmed: { type: 'final', entry: 'tell' },
    ended: { type: 'final', entry: 'tell' },
  },
});

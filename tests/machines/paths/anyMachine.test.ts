import { describe, expect, test } from 'vitest';
import {
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createMachine,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import {
  explore,
  type FoundCases,
  findCases,
  findUnreachable,
  flowsOfMachine,
  type MachineCases,
  plan,
  stepName,
  walk,
} from '../../../machines/paths/index.ts';

/** Machines as people write them, with no cases: all possible steps are planned, and real actors do the same. */

type Planned = Pick<FoundCases, 'notes' | 'asked'> & { steps: string[]; unreached: string[] };

/** Finds cases of a machine, and walks its plan. */
async function planned(machine: AnyStateMachine, given: MachineCases = {}): Promise<Planned> {
  const { events, outcomes, inputs, notes, asked } = findCases(machine, given);
  const graphs = flowsOfMachine(machine, { ...given, events, outcomes, inputs }).map((flow) => explore(flow));
  const steps: string[] = [];
  for (const graph of graphs)
    for (const path of plan(graph).paths) {
      await walk(graph.flow, path);
      steps.push(...path.map(({ step }) => stepName(step)));
    }
  const [first = [], ...others] = graphs.map((graph) => findUnreachable(graph).map(({ id }) => id));
  const unreached = first.filter((id) => others.every((ids) => ids.includes(id)));
  return { steps, unreached, notes, asked };
}

describe('placeholders', () => {
  const missing = (): never => {
    throw new Error('give me by provide');
  };
  const placeholders = setup({
    types: { events: {} as { type: 'PAY' | 'BACK' } },
    actions: { showBasket: missing, thank: missing },
    guards: { isRich: missing, isOpen: () => true },
  }).createMachine({
    id: 'till',
    initial: 'basket',
    states: {
      basket: { entry: 'showBasket', on: { PAY: { guard: 'isOpen', target: 'paying' } } },
      paying: { always: [{ guard: 'isRich', target: 'paid' }, { target: 'poor' }] },
      paid: { entry: 'thank', on: { BACK: 'basket' } },
      poor: { on: { BACK: 'basket' } },
    },
  });

  test('actions that throw until provide do nothing, and guards are tried both ways', async () => {
    const { steps, unreached, notes, asked } = await planned(placeholders);
    expect(steps).toEqual(
      expect.arrayContaining(['PAY: without a payload, isRich', 'PAY: without a payload, not isRich']),
    );
    expect({ unreached, asked }).toEqual({ unreached: [], asked: [] });
    expect(notes).toEqual([
      'placeholders: the actions "showBasket", "thank" do nothing, and the guards "isRich" are tried both ways; `provide` gives the real ones',
    ]);
  });

  test('an action that throws for what it reads breaks the machine', async () => {
    const machine = setup({
      types: { context: {} as { name: string | null } },
      actions: {
        greet: ({ context }) => {
          if (context.name === null) throw new Error('no name');
        },
      },
    }).createMachine({
      context: { name: null },
      initial: 'a',
      states: { a: { on: { GO: { actions: 'greet' } } } },
    });
    const [flow] = flowsOfMachine(machine);
    expect(flow && [...explore(flow).states.values()].map(({ snapshot }) => snapshot.status)).toContain(
      'error',
    );
  });
});

describe('values', () => {
  test('a key of a payload may have the name of a method', async () => {
    const machine = setup({
      types: {
        events: {} as { type: 'LOOK'; search: string } | { type: 'ORDER'; values: 'up' | 'down'; at: number },
      },
      guards: {
        isWanted: ({ event }) => event.type === 'LOOK' && event.search === 'tea',
        isUp: ({ event }) => event.type === 'ORDER' && event.values === 'up' && event.at > 2,
      },
    }).createMachine({
      id: 'shelves',
      initial: 'all',
      states: {
        all: {
          on: { LOOK: { guard: 'isWanted', target: 'tea' }, ORDER: { guard: 'isUp', target: 'sorted' } },
        },
        tea: {},
        sorted: {},
      },
    });
    const { steps, unreached } = await planned(machine);
    expect(unreached).toEqual([]);
    expect(steps).toContain('LOOK: search tea');
  });

  test('a payload with methods gets a stand-in for each method that is called', async () => {
    type Song = { start: () => void; isLoud: () => boolean };
    const machine = setup({
      types: {
        context: {} as { song: Song | null },
        events: {} as { type: 'CHOSEN'; song: Song } | { type: 'PLAY' },
      },
      guards: { isLoud: ({ context }) => context.song?.isLoud() === true },
      actions: { start: ({ context }) => context.song?.start() },
    }).createMachine({
      id: 'radio',
      context: { song: null },
      initial: 'off',
      states: {
        off: { on: { CHOSEN: { target: 'ready', actions: assign({ song: ({ event }) => event.song }) } } },
        ready: { on: { PLAY: [{ guard: 'isLoud', target: 'loud' }, { target: 'quiet' }] } },
        loud: { entry: 'start' },
        quiet: { entry: 'start' },
      },
    });
    expect((await planned(machine)).unreached).toEqual([]);
  });

  test('an input gets a stand-in for each method and each actor that it brings', async () => {
    const machine = setup({
      types: {
        context: {} as { log: { write: (line: string) => void }; owner: AnyActorRef },
        input: {} as { log: { write: (line: string) => void }; owner: AnyActorRef },
      },
    }).createMachine({
      id: 'note',
      context: ({ input }) => ({ log: input.log, owner: input.owner }),
      initial: 'open',
      entry: ({ context }) => context.log.write('opened'),
      states: {
        open: {
          on: {
            CLOSE: { target: 'closed', actions: sendTo(({ context }) => context.owner, { type: 'CLOSED' }) },
          },
        },
        closed: { on: { OPEN: 'open' } },
      },
    });
    expect((await planned(machine)).unreached).toEqual([]);
  });

  const isWide = ({ size }: { size: { width: number } }) => size.width > 2;

  test.each([
    [
      'by its parts that are read',
      ({ context }: { context: { size: { width: number } } }) => context.size.width > 2,
      [],
    ],
    [
      'asked for where nothing names its parts',
      ({ context }: { context: { size: { width: number } } }) => isWide(context),
      ['give input: the machine takes it over with all its parts'],
    ],
  ])('an input that is taken over whole is found %s', async (_, isLarge, expected) => {
    const machine = setup({
      types: { context: {} as { size: { width: number } }, input: {} as { size: { width: number } } },
    }).createMachine({
      id: 'frame',
      context: ({ input }) => ({ ...input }),
      initial: 'shown',
      states: { shown: { on: { GROW: { guard: isLarge, target: 'large' } } }, large: {} },
    });
    expect(findCases(machine).asked).toEqual(expected);
    const given = expected.length > 0 ? { input: { size: { width: 3 } } } : {};
    const { unreached, asked } = await planned(machine, given);
    expect({ unreached, asked }).toEqual({ unreached: [], asked: [] });
  });

  test('both values of a flag in the input are tried', async () => {
    const machine = setup({
      types: { context: {} as { isGuest: boolean }, input: {} as { isGuest: boolean } },
      guards: { isGuest: ({ context }) => context.isGuest },
    }).createMachine({
      id: 'hall',
      context: ({ input }) => ({ isGuest: input.isGuest }),
      initial: 'door',
      states: { door: { always: { guard: 'isGuest', target: 'in' }, on: { RING: 'in' } }, in: {} },
    });
    expect((await planned(machine)).unreached).toEqual([]);
  });

  test('two texts that must differ are found', async () => {
    const machine = setup({
      types: {
        context: {} as { from: string; to: string },
        events: {} as { type: 'FROM' | 'TO'; place: string } | { type: 'GO' },
      },
      guards: { isTrip: ({ context: { from, to } }) => from.length > 0 && to.length > 0 && from !== to },
    }).createMachine({
      id: 'trip',
      context: { from: '', to: '' },
      initial: 'asking',
      states: {
        asking: {
          on: {
            FROM: { actions: assign({ from: ({ event }) => event.place }) },
            TO: { actions: assign({ to: ({ event }) => event.place }) },
            GO: { guard: 'isTrip', target: 'going' },
          },
        },
        going: {},
      },
    });
    expect((await planned(machine)).unreached).toEqual([]);
  });
});

class Purse {
  readonly #coins: number;
  constructor(coins: number) {
    this.#coins = coins;
  }
  get coins() {
    return this.#coins;
  }
}

describe('contexts', () => {
  /** A machine that fills something up to three times, and goes on when it is filled twice. */
  const filling = <Value>(start: Value, more: (value: Value) => Value, sizeOf: (value: Value) => number) =>
    setup({
      types: { context: {} as { value: Value } },
      guards: {
        isFull: ({ context }) => sizeOf(context.value) >= 2,
        hasRoom: ({ context }) => sizeOf(context.value) < 3,
      },
    }).createMachine({
      id: 'filling',
      context: { value: start },
      initial: 'open',
      states: {
        open: {
          on: {
            MORE: { guard: 'hasRoom', actions: assign({ value: ({ context }) => more(context.value) }) },
            CLOSE: { guard: 'isFull', target: 'closed' },
          },
        },
        closed: {},
      },
    });

  test.each([
    [
      'parameters of an address',
      filling(
        new URLSearchParams(),
        (query) => new URLSearchParams([...query, ['page', '1']]),
        (query) => [...query].length,
      ),
    ],
    ['big integers', filling(BigInt(0), (count: bigint) => count + 1n, Number)],
    [
      'patterns',
      filling(
        /^/,
        ({ source }) => new RegExp(`${source}a`),
        ({ source }) => source.length - 1,
      ),
    ],
    [
      'private fields',
      filling(
        new Purse(0),
        ({ coins }) => new Purse(coins + 1),
        ({ coins }) => coins,
      ),
    ],
    [
      'functions',
      filling(
        () => 0,
        (size) => [() => 1, () => 2, () => 3][size()] ?? size,
        (size) => size(),
      ),
    ],
  ])('states that differ in %s stay apart', async (_, machine) => {
    expect((await planned(machine)).unreached).toEqual([]);
  });

  test('a context may contain itself', async () => {
    const machine = setup({ types: { context: {} as { tree: unknown } } }).createMachine({
      context: { tree: null },
      initial: 'bare',
      states: {
        bare: {
          on: {
            GROW: {
              target: 'grown',
              actions: assign({
                tree: () => {
                  const root: { kids: unknown[] } = { kids: [] };
                  root.kids.push({ parent: root });
                  return root;
                },
              }),
            },
          },
        },
        grown: { on: { CUT: { target: 'bare', actions: assign({ tree: null }) } } },
      },
    });
    expect((await planned(machine)).unreached).toEqual([]);
  });
});

describe('events', () => {
  test('each pattern among the events has a case', async () => {
    const machine = setup({}).createMachine({
      id: 'desk',
      initial: 'idle',
      states: {
        idle: { on: { 'key.*': 'typing', '*': 'busy' } },
        typing: { on: { stop: 'idle' } },
        busy: { on: { stop: 'idle' } },
      },
    });
    const { steps, unreached, asked } = await planned(machine);
    expect({ unreached, asked }).toEqual({ unreached: [], asked: [] });
    expect(steps).toEqual(expect.arrayContaining(['key.any: without a payload', 'any: without a payload']));
  });

  test('each route has a case, and its guard is asked', async () => {
    const machine = createMachine({
      id: 'site',
      context: { isMember: false },
      initial: 'home',
      on: { JOINED: { actions: assign({ isMember: true }) } },
      states: {
        home: { id: 'home', route: {} },
        club: { id: 'club', route: { guard: ({ context }) => context.isMember } },
      },
    });
    const { steps, unreached, asked } = await planned(machine);
    expect({ unreached, asked }).toEqual({ unreached: [], asked: [] });
    expect(steps).toEqual(expect.arrayContaining(['xstate.route: home', 'xstate.route: club']));
  });

  test('a child that is planned alone has a parent that listens', async () => {
    const machine = setup({}).createMachine({
      id: 'row',
      initial: 'plain',
      entry: sendParent({ type: 'MADE' }),
      states: {
        plain: { on: { CHOOSE: { target: 'chosen', actions: sendParent({ type: 'CHOSEN' }) } } },
        chosen: { type: 'final' },
      },
    });
    expect(await planned(machine)).toMatchObject({ unreached: [], steps: ['CHOOSE: without a payload'] });
  });
});

describe('the world outside', () => {
  test('a machine that reads the clock has few states, and names what is read', async () => {
    const machine = setup({
      types: { context: {} as { since: number; key: string; open: string[] } },
    }).createMachine({
      id: 'clock',
      context: { since: 0, key: '', open: [] },
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ since: () => Date.now(), key: () => crypto.randomUUID() }),
          on: {
            ADD: {
              guard: ({ context }) => context.open.length < 2,
              actions: assign({ open: ({ context }) => [...context.open, crypto.randomUUID()] }),
            },
            CLOSE: {
              guard: ({ context }) => new Set(context.open).size === 2,
              target: 'closed',
            },
          },
        },
        closed: { on: { OPEN: { target: 'idle', actions: assign({ open: [] }) } } },
      },
    });
    const { unreached, notes, asked } = await planned(machine);
    expect({ unreached, asked }).toEqual({ unreached: [], asked: [] });
    expect(notes).toEqual([
      'changes each time: "since", "key", "open"; in the plan the clock stands, and ids are counted',
    ]);
    const [flow] = flowsOfMachine(machine);
    expect(flow && explore(flow).leftOut).toBeNull();
  });

  test('a machine that ends the process is planned, and named', async () => {
    const machine = setup({}).createMachine({
      id: 'tool',
      initial: 'on',
      exit: () => process.exit(3),
      states: { on: { on: { QUIT: 'off' } }, off: { type: 'final' } },
    });
    const { unreached, notes } = await planned(machine);
    expect({ unreached, notes }).toEqual({
      unreached: [],
      notes: ['the machine ends the process: in the plan it does not'],
    });
  });

  test.each([
    ['a month', 2_678_400_000],
    ['for ever', Number.POSITIVE_INFINITY],
    ['no number', Number.NaN],
  ])('a delay that no timer can hold fires at once, and is named: %s', async (_, month) => {
    const machine = setup({ delays: { month: () => month } }).createMachine({
      id: 'trial',
      initial: 'running',
      states: { running: { after: { month: 'over', 500: 'asked' } }, over: {}, asked: {} },
    });
    const { steps, notes } = await planned(machine);
    expect(steps).toEqual(['after month']);
    expect(notes).toEqual([
      `no timer can hold the ${month} ms of the timer "month" in "trial.running": browsers fire it at once`,
    ]);
  });
});

describe('steps that never end', () => {
  test('an endless step is refused in a sentence, and the rest is planned', async () => {
    const machine = setup({}).createMachine({
      id: 'wheel',
      initial: 'still',
      states: {
        still: { on: { TURN: 'left', REST: 'resting' } },
        left: { always: 'right' },
        right: { always: 'left' },
        resting: { after: { 0: { target: 'resting', reenter: true } }, on: { WAKE: 'still' } },
      },
    });
    const { steps, asked } = await planned(machine);
    expect(steps).toEqual(expect.arrayContaining(['REST: without a payload', 'WAKE: without a payload']));
    expect(asked).toEqual([
      expect.stringMatching(
        /^wheel: in "still", at "TURN: .* never ends: .* in "(left|right)" and "(left|right)"; change/,
      ),
      expect.stringMatching(
        /^wheel: in "resting", at "after 0": .* the last is the timer "0" in "wheel.resting"; change/,
      ),
    ]);
  });
});

test('what lies beyond the states that were explored is not called unreachable', () => {
  const machine = setup({ guards: { isFull: ({ context }) => context.count >= 5000 } }).createMachine({
    id: 'tank',
    context: { count: 0 },
    initial: 'open',
    states: {
      open: {
        on: {
          MORE: { actions: assign({ count: ({ context }) => context.count + 1 }) },
          CLOSE: { guard: 'isFull', target: 'closed' },
        },
      },
      closed: {},
    },
  });
  const beyond = /count: explored from 0 to \d+; beyond it nothing new was seen in \d+ states/;
  expect(findCases(machine).asked).toEqual([
    expect.stringMatching(
      new RegExp(`^"tank.open · CLOSE" is not taken in what was explored \\(${beyond.source}\\): give`),
    ),
  ]);
  const [flow] = flowsOfMachine(machine);
  const reasons = flow ? findUnreachable(explore(flow)).map(({ reason }) => reason) : [];
  const upToThere = expect.stringMatching(new RegExp(`^${beyond.source}; up to there, `));
  expect(reasons).toEqual([upToThere, upToThere]);
});

test('an event that breaks the machine is not walked as a refused one', async () => {
  const machine = setup({}).createMachine({
    id: 'glass',
    initial: 'whole',
    states: {
      whole: {
        on: {
          DROP: {
            target: 'whole',
            actions: ({ event }) => {
              throw new Error(`broken by ${event.type}`);
            },
          },
        },
      },
    },
  });
  const [flow] = flowsOfMachine(machine);
  const path = flow && explore(flow).shortestPath(({ after }) => (after.status === 'error' ? 1 : 0));
  if (!flow || !path) throw new Error('It does not break.');
  await expect(walk(flow, path)).rejects.toThrow('went wrong');
});

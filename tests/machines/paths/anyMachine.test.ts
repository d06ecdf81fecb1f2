import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
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

/** Machines as people write them, with no cases: all that can be taken is planned, and real actors do the same. */

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
    expect(new Set(steps)).toEqual(
      new Set([
        'PAY: without a payload, isRich',
        'PAY: without a payload, not isRich',
        'BACK: without a payload',
      ]),
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

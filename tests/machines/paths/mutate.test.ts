import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createActor, setup } from 'xstate';
import {
  behaviourOf,
  explore,
  flowOfMachine,
  journeyDivergence,
  mutationsOf,
  stepName,
} from '../../../machines/paths/index.ts';
import { createFixtureFlow, fixtureMachine, flow } from '../../support/flowFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

type Mutation = ReturnType<typeof mutationsOf>[number];

const byName = (mutations: readonly Mutation[], name: string): Mutation => {
  const found = mutations.find((mutation) => mutation.name === name);
  if (!found) throw new Error(`no mutation "${name}"`);
  return found;
};

const isWrite = ({ name }: Mutation) => name.startsWith('drop write ');
const ofWrites = (mutations: readonly Mutation[]) => mutations.filter(isWrite);
const ofMachine = (mutations: readonly Mutation[]) => mutations.filter((each) => !isWrite(each));

const namesOf = (mutations: readonly Mutation[]) => mutations.map(({ name }) => name);

const journey = {
  title: 'two things are taken',
  steps: [
    ['asked: by the visitor', 'loading.onTime', { attempts: 1 }],
    ['load: two items', 'full', { items: 2 }],
    ['taken: by the visitor', 'full', { items: 1 }],
  ],
} as const;

describe('mutations of the fixture', () => {
  const shelfMutants = [
    'start shelf in loading',
    'remove shelf.idle · asked',
    'retarget shelf.idle · asked to shelf.full',
    'remove shelf.loading · hint',
    'retarget shelf.loading · hint to shelf.full',
    'swap target of shelf.loading · hint with shelf.loading.onTime',
    'remove shelf.loading · timeout',
    'retarget shelf.loading · timeout to shelf.loading.onTime',
    'swap target of shelf.loading · timeout with shelf.loading',
    'remove shelf.loading · load.onDone',
    'retarget shelf.loading · load.onDone to shelf.ashes',
    'drop action fill of shelf.loading · load.onDone',
    'remove shelf.loading · load.onError[0]',
    'retarget shelf.loading · load.onError[0] to shelf.full',
    'drop reenter of shelf.loading · load.onError[0]',
    'drop guard hasAttemptsLeft of shelf.loading · load.onError[0]',
    'negate guard hasAttemptsLeft of shelf.loading · load.onError[0]',
    'remove shelf.loading · load.onError[1]',
    'retarget shelf.loading · load.onError[1] to shelf.loading.onTime',
    'swap target of shelf.loading · load.onError[1] with shelf.loading',
    'drop action reset of shelf.loading · load.onError[1]',
    'drop action count of shelf.loading · entry',
    'start shelf.loading in slow',
    'remove shelf.full · taken[0]',
    'retarget shelf.full · taken[0] to shelf.loading.onTime',
    'swap target of shelf.full · taken[0] with shelf.loading',
    'drop guard isEmpty of shelf.full · taken[0]',
    'negate guard isEmpty of shelf.full · taken[0]',
    'remove shelf.full · taken[1]',
    'retarget shelf.full · taken[1] to shelf.idle',
    'drop action take of shelf.full · taken[1]',
    'remove shelf.full · cleared',
    'retarget shelf.full · cleared to shelf.loading.onTime',
    'swap target of shelf.full · cleared with shelf.loading',
    'remove shelf.full · burnt',
    'retarget shelf.full · burnt to shelf.idle',
    'drop guard isOnFire of shelf.full · burnt',
    'negate guard isOnFire of shelf.full · burnt',
    'remove shelf.ashes · asked',
    'retarget shelf.ashes · asked to shelf.loading.onTime',
    'swap target of shelf.ashes · asked with shelf.loading',
    'double delay hint',
    'halve delay hint',
    'double delay timeout',
    'halve delay timeout',
  ];

  test('the states, transitions, guards, actions and delays of a machine are mutated', () => {
    expect(namesOf(ofMachine(mutationsOf(flow)))).toEqual(shelfMutants);
  });

  test('the writes of an action are mutated, one part of the context at a time', () => {
    expect(namesOf(ofWrites(mutationsOf(flow)))).toEqual([
      'drop write of attempts by count',
      'drop write of items by fill',
      'drop write of items by take',
      'drop write of attempts by reset',
    ]);
  });

  test('a mutant is a copy: the machine stays as it is', () => {
    const configText = JSON.stringify(fixtureMachine.config);
    for (const { name, apply } of nonEmpty(mutationsOf(flow))) {
      const mutant = apply(fixtureMachine);
      const isChanged =
        JSON.stringify(mutant.config) !== configText ||
        mutant.implementations !== fixtureMachine.implementations;
      expect(isChanged, name).toBe(true);
      expect(JSON.stringify(fixtureMachine.config)).toBe(configText);
      expect(journeyDivergence(flow, journey)).toBeNull();
    }
  });

  test.each([
    ['remove shelf.idle · asked', /cannot happen in "idle"$/],
    ['start shelf in loading', /cannot happen in "loading.onTime"$/],
    ['negate guard isEmpty of shelf.full · taken[0]', /led to "idle", not to "full"$/],
    ['drop action count of shelf.loading · entry', /attempts is 0, not 1$/],
    ['drop write of attempts by count', /attempts is 0, not 1$/],
    ['drop write of items by fill', /items is 0, not 2$/],
  ])('a journey diverges in the mutant: %s', (name, divergence) => {
    const { apply } = byName(mutationsOf(flow), name);
    expect(journeyDivergence({ ...flow, machine: apply(fixtureMachine) }, journey)).toMatch(divergence);
  });

  test('a delay is doubled and halved', () => {
    const delayIn = (name: string) =>
      byName(mutationsOf(flow), name).apply(fixtureMachine).implementations.delays.hint;
    expect([delayIn('double delay hint'), delayIn('halve delay hint')]).toEqual([200, 50]);
  });
});

/**
 * A machine with everything that the fixture lacks: a delay in the state, eventless transitions, several actions,
 * guards with params.
 */
const counter = setup({
  types: { context: {} as { count: number; last: number }, events: {} as { type: 'added'; by: number } },
  guards: { isMore: ({ context }, than: number) => context.count > than },
  actions: {
    add: assign(({ context }, by: number) => ({ count: context.count + by, last: by })),
    double: assign(({ context }) => ({ count: context.count * 2 })),
    report: () => {},
  },
}).createMachine({
  id: 'counter',
  context: { count: 1, last: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        added: { actions: [{ type: 'add', params: ({ event }) => event.by }, 'double', 'report'] },
      },
      always: [
        { guard: { type: 'isMore', params: 100 }, target: 'many' },
        { guard: { type: 'isMore', params: 10 }, target: 'some' },
      ],
      after: { 500: 'some' },
    },
    some: { always: { guard: { type: 'isMore', params: 30 }, target: 'many' } },
    many: {},
  },
});

describe('mutations of a machine with eventless transitions', () => {
  const mutant = (name: string): AnyStateMachine =>
    byName(
      mutationsOf(flowOfMachine(counter, { events: { added: { one: { by: 1 } } }, project: () => null })),
      name,
    ).apply(counter);
  const snapshotAfter = (machine: AnyStateMachine, by: number) => {
    const actor = createActor(machine).start();
    actor.send({ type: 'added', by });
    return actor.getSnapshot();
  };

  test('all eventless transitions of a state are removed', () => {
    expect([snapshotAfter(counter, 10).value, snapshotAfter(counter, 50).value]).toEqual(['some', 'many']);
    expect(snapshotAfter(mutant('remove counter.open · always[1]'), 10).value).toBe('open');
    expect(snapshotAfter(mutant('remove every counter.open · always'), 50).value).toBe('open');
  });

  test('two actions change places', () => {
    expect(snapshotAfter(counter, 1).context.count).toBe(4);
    expect(
      snapshotAfter(mutant('swap actions add and double of counter.open · added'), 1).context.count,
    ).toBe(3);
  });

  test('a negated guard keeps its params', () => {
    expect(snapshotAfter(mutant('negate guard isMore of counter.open · always[0]'), 1).value).toBe('many');
    expect(snapshotAfter(mutant('negate guard isMore of counter.open · always[0]'), 200).value).toBe('many');
  });

  test('one of two written parts of the context keeps its value', () => {
    const { events, outcomes } = flow;
    const counterFlow = {
      ...flow,
      machine: counter,
      outcomes,
      project: () => null,
      events: { ...events, added: { one: { by: 1 } } },
    };
    const dropped = byName(mutationsOf(counterFlow), 'drop write of last by add').apply(counter);
    expect(snapshotAfter(dropped, 1).context).toEqual({ count: 4, last: 0 });
  });

  test('a delay written in the state is doubled and halved', () => {
    const lengths = (name: string) => Object.keys(mutant(name).config.states?.open?.after ?? {});
    expect(lengths('double delay 500 of counter.open')).toEqual(['1000']);
    expect(lengths('halve delay 500 of counter.open')).toEqual(['250']);
  });
});

describe('equivalence', () => {
  const original = behaviourOf(explore(flow));
  const differenceOf = (name: string) => {
    const { apply } = byName(mutationsOf(flow), name);
    const mutant = { ...flow, machine: apply(flow.machine) };
    const path = original.firstDifference(behaviourOf(explore(mutant)));
    return path?.map(({ step }) => stepName(step)) ?? null;
  };

  test.each([
    [
      'drop guard isOnFire of shelf.full · burnt',
      ['asked: by the visitor', 'load: two items', 'burnt: by lightning'],
    ],
    ['double delay hint', ['asked: by the visitor']],
    ['drop action count of shelf.loading · entry', ['asked: by the visitor']],
  ])('two machines that differ have a shortest path to their difference: %s', (name, path) => {
    expect(differenceOf(name)).toEqual(path);
  });

  test('a part of the context outside the projection is a difference too', () => {
    const unprojected = createFixtureFlow(({ items }) => ({ items }));
    const behaviour = behaviourOf(explore(unprojected));
    const { apply } = byName(mutationsOf(unprojected), 'drop write of attempts by count');
    const mutant = { ...unprojected, machine: apply(unprojected.machine) };
    expect(behaviour.firstDifference(behaviourOf(explore(mutant)))).toHaveLength(1);
  });

  test('the context counts for an action only where its function has parameters', () => {
    const machine = counter.provide({ actions: { report: () => {} } });
    const counterFlow = { ...flow, machine, events: { added: { one: { by: 1 } } }, project: () => null };
    const swapped = byName(
      mutationsOf(counterFlow),
      'swap actions double and report of counter.open · added',
    );
    const mutant = { ...counterFlow, machine: swapped.apply(machine) };
    const differenceWith = (report: (..._: unknown[]) => void) => {
      const [one, other] = [counterFlow, mutant].map((some) => behaviourOf(explore(some), { report }));
      return other && one?.firstDifference(other);
    };
    expect(differenceWith(() => {})).toBeNull();
    expect(differenceWith((_) => {})).toHaveLength(1);
  });

  test('machines that differ nowhere are equivalent', () => {
    expect(original.firstDifference(behaviourOf(explore(flow)))).toBeNull();
    // Nothing is ever on fire, so that the transition is never taken.
    expect(differenceOf('retarget shelf.full · burnt to shelf.idle')).toBeNull();
  });
});

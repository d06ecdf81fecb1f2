import { describe, expect, test } from 'vitest';
import { assign, createActor, fromPromise, setup } from 'xstate';
import { defineFlow, withEveryCase } from '../../../machines/paths/flow.ts';
import { buildModelOf, flowModelOf, PLAN_LEVEL } from '../../../machines/paths/flowModel.ts';
import { flowOfMachine } from '../../../machines/paths/machineFlow.ts';
import { always, neverInErrorStatus } from '../../../machines/paths/properties.ts';

const lamp = setup({
  types: {
    context: {} as { times: number },
    events: {} as { type: 'pressed' },
    input: {} as { times: number },
  },
  guards: { isNew: ({ context }) => context.times < 2 },
  actions: { count: assign({ times: ({ context }) => context.times + 1 }) },
  delays: { patience: 100 },
}).createMachine({
  id: 'lamp',
  description: 'Gives light.',
  context: ({ input }) => ({ times: input.times }),
  initial: 'off',
  states: {
    off: { on: { pressed: { guard: 'isNew', target: 'on', actions: 'count' } } },
    on: { initial: 'bright', states: { bright: {} }, after: { patience: 'off' } },
  },
});

const cases = {
  input: { times: 1 },
  events: { pressed: { once: {} } },
  outcomes: {},
  project: ({ times }: { times: number }) => times,
};

const definition = { id: 'lamp', title: 'Lamp', purpose: 'Light.', machine: lamp, actors: {} };

describe('a flow', () => {
  test('of the least that is defined has no page, choices, journeys or properties of its own', () => {
    const flow = defineFlow({ ...definition, cases });
    expect(flow).toMatchObject({
      ...{ id: 'lamp', title: 'Lamp', purpose: 'Light.', page: null, input: { times: 1 } },
      ...{ events: { pressed: { once: {} } }, outcomes: {} },
      ...{ casesFile: 'in machines/lamp/lamp.cases.ts' },
      ...{ choiceFields: [], choices: {}, fileExtensions: [] },
      ...{ journeys: [], properties: [neverInErrorStatus] },
    });
    expect(flow.choices).toEqual({});
    expect(
      flow.isPossible('pressed', 'once', lamp.resolveState({ value: 'off', context: { times: 0 } })),
    ).toBe(true);
    expect(flow.project(lamp.resolveState({ value: 'off', context: { times: 7 } }))).toBe(7);
  });

  test('has what is defined, and the property of every flow before its own', () => {
    const journeys = [{ title: 'light', steps: [] }];
    const shines = always('it shines', () => true);
    const flow = defineFlow({
      ...{ ...definition, page: '/lamp', journeys, properties: [shines] },
      cases: {
        ...cases,
        choiceFields: ['colour'],
        choices: { colour: ['red'] },
        fileExtensions: ['.pdf'],
        isPossible: (of, name, snapshot) => `${of} ${name} ${snapshot.value}` === 'pressed once off',
      },
    });
    expect(flow).toMatchObject({
      ...{ page: '/lamp', journeys, properties: [neverInErrorStatus, shines] },
      ...{ choiceFields: ['colour'], choices: { colour: ['red'] }, fileExtensions: ['.pdf'] },
    });
    const off = lamp.resolveState({ value: 'off', context: { times: 0 } });
    expect(flow.isPossible('pressed', 'once', off)).toBe(true);
    expect(flow.isPossible('pressed', 'twice', off)).toBe(false);
    expect(withEveryCase(flow).isPossible('pressed', 'twice', off)).toBe(true);
  });
});

describe('the model of a flow', () => {
  const flow = defineFlow({ ...definition, cases });
  const run = {
    ...{ flow: 'lamp', level: 'screens', states: ['on.bright'], transitions: ['lamp.off · pressed'] },
    ...{ guardResults: ['lamp.off · pressed ? true'], cases: ['pressed: once'], pairs: [] },
  };

  test('has its guards, delays, paths and coverage, without the runs of other flows', () => {
    const { chart, ...model } = flowModelOf(flow, [], [run, { ...run, flow: 'other', level: 'browser' }]);
    expect(chart.id).toBe('lamp');
    expect(model).toEqual({
      id: 'lamp',
      title: 'Lamp',
      guards: { isNew: '' },
      delays: { patience: 100 },
      messages: [],
      paths: [
        {
          steps: [
            { name: 'pressed: once', state: 'on.bright' },
            { name: 'after patience', state: 'off' },
          ],
        },
      ],
      coverage: [
        {
          level: PLAN_LEVEL,
          covered: [
            ...['lamp', 'lamp.off', 'lamp.on', 'lamp.on.bright'],
            ...['lamp.off · pressed', 'lamp.on · xstate.after.patience.lamp.on'],
            ...['lamp.off · pressed ? true', 'lamp.off · pressed ? false'],
          ],
        },
        {
          level: 'screens',
          covered: ['lamp', 'lamp.on', 'lamp.on.bright', 'lamp.off · pressed', 'lamp.off · pressed ? true'],
        },
      ],
    });
    expect(PLAN_LEVEL).toBe('plan');
  });

  test('has no runs and messages where none are given', () => {
    const { messages, coverage } = flowModelOf(flow);
    expect(messages).toEqual([]);
    expect(coverage.map(({ level }) => level)).toEqual([PLAN_LEVEL]);
  });

  test('in a build has its own messages of the error catalogue, each with all its texts', () => {
    const build = buildModelOf(
      'abc',
      [flow, { ...flow, id: 'torch' }],
      [
        { flow: 'lamp', where: 'Switch', condition: 'no power', text: 'Wait.', more: ['Or leave.', 'Now.'] },
        { flow: 'lamp', where: 'Switch', condition: 'broken', text: 'Call us.' },
        { flow: 'torch', where: 'Battery', condition: 'empty', text: 'Charge it.' },
      ],
      [run],
    );
    expect(build.build).toBe('abc');
    expect(
      build.flows.map(({ id, messages, coverage }) => ({ id, messages, runs: coverage.length })),
    ).toEqual([
      {
        id: 'lamp',
        messages: [
          { where: 'Switch', condition: 'no power', text: 'Wait. Or leave. Now.' },
          { where: 'Switch', condition: 'broken', text: 'Call us.' },
        ],
        runs: 2,
      },
      { id: 'torch', messages: [{ where: 'Battery', condition: 'empty', text: 'Charge it.' }], runs: 1 },
    ]);
  });
});

describe('a machine that is no flow of the product', () => {
  const machine = setup({
    actors: { load: fromPromise(() => Promise.resolve(1)) },
    types: { context: {} as { step: number } },
  }).createMachine({
    id: 'm',
    context: { step: 0 },
    initial: 'one',
    states: {
      one: {
        on: { went: 'two', stepped: 'one', 'form.*': 'one', '*': 'one' },
        always: { guard: () => false, target: 'two' },
      },
      two: {
        on: { went: 'one' },
        after: { 100: 'one' },
        invoke: { src: 'load', id: 'load', onDone: 'one', onError: 'two' },
      },
    },
  });

  test('has a case of each event that it names, and the whole context distinguishes states', () => {
    const flow = flowOfMachine(machine);
    expect(flow).toMatchObject({
      ...{ id: 'm', title: 'm', purpose: '', page: null, input: undefined, outcomes: {} },
      events: { went: { 'without a payload': {} }, stepped: { 'without a payload': {} } },
      ...{ casesFile: 'in the file that --cases names', choiceFields: [], choices: {}, fileExtensions: [] },
      ...{ journeys: [], properties: [neverInErrorStatus] },
    });
    expect(Object.keys(flow.events)).toEqual(['went', 'stepped']);
    expect(flow.defaultOutcomes).toEqual({
      done: { output: undefined },
      error: { error: new Error('an error') },
    });
    const snapshot = machine.resolveState({ value: 'one', context: { step: 3 } });
    expect(flow.project(snapshot)).toEqual({ step: '3' });
    expect(flow.projectInput?.({ id: 1 })).toEqual({ id: 1 });
    expect(flow.isPossible('went', 'without a payload', snapshot)).toBe(true);
    expect(flowOfMachine(lamp).purpose).toBe('Gives light.');
  });

  test('has the given cases in their place, and a projection without the input of actors', () => {
    const flow = flowOfMachine(machine, {
      input: 1,
      events: { went: { far: { miles: 3 } } },
      outcomes: { load: { loaded: { output: 2 } } },
      isPossible: (of) => of !== 'stepped',
      project: ({ step }) => `step ${step}`,
    });
    expect(flow).toMatchObject({ input: 1, outcomes: { load: { loaded: { output: 2 } } } });
    expect(flow.events).toEqual({ went: { far: { miles: 3 } }, stepped: { 'without a payload': {} } });
    const snapshot = machine.resolveState({ value: 'one', context: { step: 3 } });
    expect(flow.project(snapshot)).toBe('step 3');
    expect(flow.projectInput?.({ id: 1 })).toBeNull();
    expect(flow.isPossible('stepped', 'without a payload', snapshot)).toBe(false);
  });

  test('distinguishes states by the ids of actors in the context, or by their places where they have none', () => {
    const parent = setup({
      types: { context: {} as { named: unknown; plain: unknown } },
      actors: { child: fromPromise(() => new Promise(() => {})) },
    }).createMachine({
      id: 'parent',
      context: ({ spawn }) => ({ named: spawn('child', { id: 'named' }), plain: spawn('child') }),
      initial: 'one',
      states: { one: {} },
    });
    const actor = createActor(parent);
    expect(flowOfMachine(parent).project(actor.getSnapshot())).toEqual({
      named: '"actor named"',
      plain: '"actor #1"',
    });
  });
});

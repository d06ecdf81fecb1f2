import { describe, expect, test } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import {
  type BuildModel,
  buildModelOf,
  compareBuilds,
  flowOfMachine,
  type ObservedCoverage,
} from '../../../machines/paths/index.ts';

/** The changes of a flow from one build to another. */

const base = setup({
  types: { context: {} as { count: number } },
  actors: {
    send: fromPromise(() => Promise.resolve(null)),
    other: fromPromise(() => Promise.resolve(null)),
  },
  guards: { isReady: () => true, isOpen: () => true },
  actions: { note: assign(({ context }) => ({ count: Math.min(context.count + 1, 2) })), count: () => {} },
  delays: { patience: 5_000 },
});

type States = NonNullable<Parameters<typeof base.createMachine>[0]['states']>;

const original: States = {
  idle: {
    description: 'The form waits.',
    tags: ['calm'],
    entry: 'note',
    on: {
      opened: [{ guard: 'isReady', target: 'sending', actions: 'count' }, { target: 'refused' }],
      closed: { actions: 'note' },
    },
  },
  sending: {
    invoke: { id: 'send', src: 'send', onDone: 'done', onError: 'refused' },
    after: { patience: 'refused', 300: { actions: 'note' } },
  },
  refused: { on: { closed: 'idle' } },
  done: { type: 'final' },
};

type FlowModel = BuildModel['flows'][number];

type Change = ReturnType<typeof compareBuilds>['flows'][number]['changes'][number];

type Variant = {
  states?: States;
  initial?: string;
  patience?: number;
  /** From how many openings on the guard lets the visitor in. */
  least?: number;
  messages?: [condition: string, text: string][];
};

function build({
  states = original,
  initial = 'idle',
  patience = 5_000,
  least = 1,
  messages = [],
}: Variant): FlowModel {
  const machine = base
    .createMachine({ id: 'form', context: { count: 0 }, initial, states })
    .provide({ guards: { isReady: ({ context }) => context.count >= least }, delays: { patience } });
  const ends = { done: { output: null }, error: { error: new Error('no') } };
  const flow = flowOfMachine(machine, { outcomes: { send: ends, other: ends } });
  const [model] = buildModelOf(
    'a build',
    [flow],
    messages.map(([condition, text]) => ({ flow: flow.id, where: 'Form', condition, text })),
  ).flows;
  if (!model) throw new Error('the build has one flow');
  return model;
}

/** Undefined where nothing changed. */
const compareFlows = (before: FlowModel, after: FlowModel) =>
  compareBuilds({ build: 'a', flows: [before] }, { build: 'b', flows: [after] }).flows[0];

/** The original states with one of them changed. */
const withState = (name: string, state: States[string]): States => ({
  ...original,
  [name]: { ...original[name], ...state },
});

const changesTo = (variant: Variant, before: Variant = {}): Change[] =>
  compareFlows(build(before), build(variant))?.changes ?? [];

/** Changes in short, without paths: `altered state idle: description "…" → "…"`. */
const inShort = (changes: readonly Change[]) =>
  changes
    .filter(({ kind }) => kind !== 'path')
    .map(
      ({ status, kind, name, differences }) =>
        `${status} ${kind} ${name}${differences.map(({ what, before, after }) => `; ${what}: ${before} → ${after}`).join('')}`,
    );

const opened = [{ guard: 'isReady', target: 'sending', actions: 'count' }, { target: 'refused' }] as const;
const onOpened = (...transitions: object[]) =>
  withState('idle', { on: { closed: { actions: 'note' }, opened: transitions } });

describe('what changed in a flow', () => {
  test('a comparison of two builds that are the same says nothing', () => {
    expect(compareFlows(build({}), build({}))).toBeUndefined();
  });

  test.each<[string, Variant, string[]]>([
    ['a state is added', { states: { ...original, extra: {} } }, ['added state extra']],
    [
      'the description of a state',
      { states: withState('idle', { description: 'It waits.' }) },
      ['altered state idle; description: The form waits. → It waits.'],
    ],
    [
      'the tags of a state',
      { states: withState('idle', { tags: ['busy'] }) },
      ['altered state idle; tags: calm → busy'],
    ],
    [
      'the entry and exit actions of a state',
      { states: withState('idle', { entry: [], exit: 'note' }) },
      ['altered state idle; entry: note → ; exit:  → note'],
    ],
    [
      'the actor that a state invokes',
      {
        states: withState('sending', {
          invoke: { id: 'send', src: 'other', onDone: 'done', onError: 'refused' },
        }),
      },
      ['altered state sending; invoke: send → send: other'],
    ],
    [
      'the type of a state',
      { states: withState('refused', { on: {}, type: 'final' }) },
      ['altered state refused; type: atomic → final', 'removed transition refused · closed → idle'],
    ],
    ['the initial state', { initial: 'refused' }, ['altered state form; initial: form.idle → form.refused']],
    [
      'a transition before another one of its event',
      { states: onOpened({ guard: 'isOpen', target: 'done' }, ...opened) },
      ['added transition idle · opened [isOpen] → done'],
    ],
    [
      'a transition is removed',
      { states: onOpened(opened[0]) },
      ['removed transition idle · opened → refused'],
    ],
    [
      'the target of a transition',
      { states: onOpened({ ...opened[0], target: 'done' }, opened[1]) },
      ['altered transition idle · opened [isReady] → done; target: sending → done'],
    ],
    [
      'the actions of a transition',
      { states: onOpened({ ...opened[0], actions: ['count', 'note'] }, opened[1]) },
      ['altered transition idle · opened [isReady] → sending; actions: count → count, note'],
    ],
    [
      'whether a transition reenters its state',
      { states: withState('refused', { on: { closed: { target: 'idle', reenter: true } } }) },
      ['altered transition refused · closed → idle; reenter: no → yes'],
    ],
    [
      'the event of a transition',
      { states: withState('refused', { on: { left: 'idle' } }) },
      ['altered transition refused · left → idle; trigger: closed → left'],
    ],
    [
      'the order in which transitions are tried',
      { states: onOpened({ target: 'refused', guard: 'isOpen' }, opened[0]) },
      [
        'altered transition idle · opened [isReady] → sending; order among those of its event: 1. → 2.',
        'altered transition idle · opened [isOpen] → refused; order among those of its event: 2. → 1.',
        'added guard isOpen of idle · opened [isOpen] → refused',
      ],
    ],
    [
      'a guard is removed',
      { states: onOpened({ target: 'sending', actions: 'count' }) },
      ['removed transition idle · opened → refused', 'removed guard isReady of idle · opened → sending'],
    ],
    [
      'another guard',
      { states: onOpened({ ...opened[0], guard: 'isOpen' }, opened[1]) },
      ['altered guard idle · opened [isOpen] → sending; guard: isReady → isOpen'],
    ],
    ['a named delay', { patience: 6_000 }, ['altered delay patience; length: 5000 ms → 6000 ms']],
    [
      'a delay without a name',
      {
        states: withState('sending', { after: { patience: 'refused', 500: { actions: 'note' } } }),
      },
      ['altered delay sending · after 500 ms; length: 300 ms → 500 ms'],
    ],
    ['a message is added', { messages: [['no answer', 'Try again']] }, ['added message Form, no answer']],
  ])('a comparison of two builds says: %s', (_title, variant, expected) => {
    expect(inShort(changesTo(variant)).sort()).toEqual([...expected].sort());
  });

  test('a comparison says where an altered path parts, and which are new or gone', () => {
    const model = build({});
    const [step, other, last] = ['opened', 'closed', 'left'].map((name) => ({ name, state: 'idle' }));
    if (!step || !other || !last) throw new Error('there are three steps');
    const paths = (...all: (typeof step)[][]) => ({ ...model, paths: all.map((steps) => ({ steps })) });
    const compare = (before: FlowModel, after: FlowModel) =>
      (compareFlows(before, after)?.changes ?? []).map(({ status, name, differences }) => [
        status,
        name,
        ...differences,
      ]);
    expect(compare(paths([step, other]), paths([step, other]))).toEqual([]);
    expect(compare(paths([step, other]), paths([other], [step, last]))).toEqual([
      ['added', 'path 1 (1 step, to idle)'],
      [
        'altered',
        'path 2 (2 steps, to idle)',
        { what: 'step 2', before: 'closed → idle', after: 'left → idle' },
      ],
    ]);
    expect(compare(paths([step, other]), paths([other]))).toEqual([
      ['added', 'path 1 (1 step, to idle)'],
      ['removed', 'path 1 (2 steps, to idle)'],
    ]);
    expect(compare(paths([step, other]), paths([step]))).toEqual([
      ['altered', 'path 1 (1 step, to idle)', { what: 'step 2', before: 'closed → idle', after: 'no step' }],
    ]);
  });

  test('a comparison sees a changed guard behind the same name', () => {
    const changes = changesTo({ least: 3 });
    expect(changes.map(({ kind }) => kind)).toContain('path');
    expect(inShort(changes)).toEqual([]);
  });
});

describe('coverage is lost', () => {
  const run = (transitions: string[], states: string[] = []): ObservedCoverage => ({
    flow: 'form',
    level: 'screens',
    states,
    transitions,
    guardResults: transitions.includes('form.idle · opened[0]') ? ['form.idle · opened[0] ? true'] : [],
    cases: [],
    pairs: [],
  });
  const withRun = (model: FlowModel, { states, transitions, guardResults, level }: ObservedCoverage) => ({
    ...model,
    coverage: [{ level, covered: [...states.map((id) => `form.${id}`), ...transitions, ...guardResults] }],
  });

  test('coverage is lost where a shared part is no longer covered', () => {
    const before = withRun(
      build({}),
      run(['form.idle · opened[0]', 'form.refused · closed'], ['idle', 'done']),
    );
    const after = build({ states: onOpened({ guard: 'isOpen', target: 'done' }, ...opened) });
    const lost = (now: ObservedCoverage) =>
      compareFlows(before, withRun(after, now))?.lostCoverage.map(
        ({ level, kind, name }) => `${level}: ${kind} ${name}`,
      );
    expect(lost(run(['form.idle · opened[1]', 'form.refused · closed'], ['idle']))).toEqual([
      'screens: state done',
      'screens: guard isReady of idle · opened [isReady] → sending: yes',
    ]);
    expect(lost(run(['form.idle · opened[0]'], ['idle', 'done']))).toEqual([
      'screens: transition idle · opened [isReady] → sending',
      'screens: transition refused · closed → idle',
      'screens: guard isReady of idle · opened [isReady] → sending: yes',
    ]);
  });

  test('coverage is not lost with a removed part or a level of one build', () => {
    const before = withRun(build({}), run(['form.refused · closed']));
    const after = build({ states: withState('refused', { on: {} }) });
    expect(compareFlows(before, withRun(after, run([])))?.lostCoverage).toEqual([]);
    const changes = compareBuilds({ build: 'a', flows: [before] }, { build: 'b', flows: [build({})] });
    expect(changes).toMatchObject({ flows: [], levelsNotCompared: ['screens', 'plan'] });
  });

  test('coverage is lost by the paths where nothing leads to something any more', () => {
    const after = build({ states: onOpened({ ...opened[0], guard: 'isReady' }, opened[1]), least: 3 });
    expect(compareFlows(build({}), after)?.lostCoverage).toContainEqual({
      level: 'plan',
      kind: 'state',
      name: 'sending',
      at: 'form.sending',
    });
  });
});

describe('the chart with both builds', () => {
  const after = build({
    states: { ...onOpened({ guard: 'isOpen', target: 'sending', actions: 'count' }), extra: {} },
  });
  const before = build({});

  test('the chart of two builds has removed parts, and gives each part its status', () => {
    const changes = compareFlows(before, after);
    expect(changes?.chart.transitions.map(({ id }) => id)).toContain('form.idle · opened[1] (removed)');
    expect(changes?.chart.hasRemoved).toBe(true);
    expect(changes?.statuses).toEqual({
      'form.extra': 'added',
      'form.idle · opened': 'altered',
      'form.idle · opened[1] (removed)': 'removed',
    });
  });
});

test('changes are printed as Markdown: a table, and a line for each', () => {
  const before = build({});
  const after = build({ patience: 6_000, states: withState('idle', { description: 'With `code`.' }) });
  const [added, removed] = ['new', 'old'].map((id) => ({ ...before, id, title: `The ${id} flow` }));
  if (!added || !removed) throw new Error('there are two flows');
  const changes = compareBuilds(
    { build: 'main', flows: [before, removed] },
    { build: 'now', flows: [after, added] },
  );
  expect(changes.asMarkdown()).toBe(`## The flows: now since main

| Flow | Added | Removed | Altered | Coverage lost |
| --- | --- | --- | --- | --- |
| form | 0 | 0 | 2 | 0 |
| The new flow | the flow | 0 | 0 | 0 |
| The old flow | 0 | the flow | 0 | 0 |

### form

- **altered** state \`idle\`: description \`The form waits.\` → \`\`With \`code\`.\`\`
- **altered** delay \`patience\`: length \`5000 ms\` → \`6000 ms\`

### The new flow

The flow was added.

### The old flow

The flow was removed.`);
  const tested = { ...before, coverage: [...before.coverage, { level: 'screens', covered: [] }] };
  const same = compareBuilds({ build: 'a', flows: [before] }, { build: 'b', flows: [tested] });
  expect(same.asMarkdown()).toBe(
    '## The flows: b since a\n\nNothing has changed.\n\nCoverage was not compared for screens: one of the two has none.',
  );
});

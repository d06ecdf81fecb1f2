import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, createActor, setup } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import {
  type ChartModel,
  chartOf,
  explore,
  flowOfMachine,
  type Path,
  plan,
  printPaths,
  StepFailure,
  stateName,
  toMermaid,
  transitionLabel,
} from '../../../machines/paths/index.ts';
import { declarePromiseActor } from '../../../machines/shared/actors.ts';
import { chartFixtureMachine, graph } from '../../support/flowFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

const fixture = chartOf(chartFixtureMachine);
const all: { id: string; model: ChartModel }[] = [
  ...catalogue.map(({ id, machine }) => ({ id, model: chartOf(machine) })),
  { id: 'fixture', model: fixture },
];

const state = (id: string) => fixture.states.find((each) => each.id === id);
const labelsFrom = (id: string) =>
  fixture.transitions
    .filter(({ source }) => source === id)
    .map((transition) => `${transitionLabel(transition)} → ${transition.targets.join(' + ')}`);

describe('the model of a chart', () => {
  test('the model of a chart has every type of state, parents before their children', () => {
    const types = fixture.states.map(
      ({ id, type, history }) => `${id}: ${history ? `${history} ` : ''}${type}`,
    );
    expect(types).toEqual([
      'fixture: compound',
      'fixture.idle: atomic',
      'fixture.fetching: atomic',
      'fixture.work: parallel',
      'fixture.work.left: compound',
      'fixture.work.left.first: atomic',
      'fixture.work.left.second: atomic',
      'fixture.work.left.end: final',
      'fixture.work.right: compound',
      'fixture.work.right.open: atomic',
      'fixture.work.right.closed: atomic',
      'fixture.work.right.past: shallow history',
      'fixture.work.right.deepPast: deep history',
      'fixture.paused: atomic',
      'fixture.over: final',
    ]);
  });

  test('a chart’s model has the facts of a state without XState’s timer events', () => {
    expect(state('fixture.idle')).toEqual({
      id: 'fixture.idle',
      key: 'idle',
      parent: 'fixture',
      type: 'atomic',
      description: 'Waits for somebody.',
      tags: ['calm', 'editable'],
      entry: ['note', 'forget'],
      exit: ['note'],
      invokes: [],
    });
    expect(state('fixture.fetching')).toMatchObject({ entry: [], exit: [], invokes: ['first: fetch'] });
  });

  test('the model of a chart has initial arrows, and those of history states', () => {
    expect(fixture.initialArrows.map(({ source, target }) => `${source} → ${target}`)).toEqual([
      'fixture → fixture.idle',
      'fixture.work.left → fixture.work.left.first',
      'fixture.work.right → fixture.work.right.open',
      'fixture.work.right.past → fixture.work.right.closed',
    ]);
  });

  test('the model of a chart has every kind of transition in words', () => {
    expect(labelsFrom('fixture')).toEqual(['reset → fixture.idle', 'pinged / note → ']);
    expect(labelsFrom('fixture.idle')).toEqual([
      'started → fixture.work',
      'again → fixture.idle',
      'skipped [isReady] / note, forget → fixture.work.left.second',
      'counted / note → ',
    ]);
    expect(labelsFrom('fixture.fetching')).toEqual([
      'done of first → fixture.work',
      'error of first → fixture.idle',
      'after 300 ms / note → ',
      'after patience (5000 ms) → fixture.idle',
    ]);
    expect(labelsFrom('fixture.work')).toEqual([
      'split → fixture.work.left.second + fixture.work.right.closed',
      'stopped → fixture.over',
      'paused → fixture.paused',
      'done of fixture.work → fixture.over',
    ]);
    expect(labelsFrom('fixture.work.left.second')).toEqual(['always [isReady] → fixture.work.left.end']);
    expect(fixture.transitions.filter(({ reenter }) => reenter).map(({ trigger }) => trigger)).toContain(
      'again',
    );
  });

  test('the model of a chart names its transitions as the steps of a graph do', () => {
    const taken = [...graph.states.values()].flatMap(({ edges }) =>
      edges.flatMap(({ transitions }) => transitions),
    );
    const { transitions } = chartOf(graph.flow.machine);
    expect(transitions.map(({ id }) => id)).toEqual(expect.arrayContaining(taken));
  });
});

const TRANSITION_STATEMENT = /^(\[\*\]|\w+) --> (\[\*\]|\w+)(?: : (.+))?$/;
const STATE_STATEMENT = /^state "([^"]+)" as (\w+)( \{)?$/;
const DESCRIPTION_STATEMENT = /^(\w+) : (.+)$/;
const PLAIN_TEXT = /^[^";]*$/;

/** Parses a state diagram as Mermaid does; throws at a line that is not a statement. */
function parseMermaid(diagram: string) {
  const [first, ...lines] = diagram.split('\n').map((line) => line.trim());
  const open: string[] = [];
  const parsed = {
    first,
    states: new Map<string, { name: string; parent: string | undefined }>(),
    arrows: [] as { from: string; to: string; label: string | undefined; inside: string | undefined }[],
    lines: [] as { of: string; text: string }[],
    regions: [] as string[],
  };
  const plain = (words: string) => {
    if (!PLAIN_TEXT.test(words.replaceAll(/#\d+;/g, ''))) throw new Error(`not to be quoted: ${words}`);
    return words.replaceAll(/#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  };
  for (const line of lines) {
    const [named, arrow, text] = [
      STATE_STATEMENT.exec(line),
      TRANSITION_STATEMENT.exec(line),
      DESCRIPTION_STATEMENT.exec(line),
    ];
    if (named) {
      const [, name = '', id = '', opens] = named;
      if (parsed.states.has(id)) throw new Error(`"${id}" is defined twice`);
      parsed.states.set(id, { name: plain(name), parent: open.at(-1) });
      if (opens) open.push(id);
    } else if (line === '}') {
      if (open.pop() === undefined) throw new Error('a brace too many');
    } else if (line === '--') parsed.regions.push(open.at(-1) ?? '');
    else if (arrow) {
      const [, from = '', to = '', label] = arrow;
      parsed.arrows.push({ from, to, label: label && plain(label), inside: open.at(-1) });
    } else if (text) parsed.lines.push({ of: text[1] ?? '', text: plain(text[2] ?? '') });
    else throw new Error(`not a statement: ${line}`);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} is not closed`);
  return parsed;
}

describe('Mermaid', () => {
  test.each(all)('the Mermaid text of $id defines everything once, and before it is used', ({ model }) => {
    const { first, states, arrows, lines } = parseMermaid(toMermaid(model));
    expect(first).toBe('stateDiagram-v2');
    const used = [...arrows.flatMap(({ from, to }) => [from, to]), ...lines.map(({ of }) => of)];
    expect(nonEmpty(used).filter((id) => id !== '[*]' && !states.has(id))).toEqual([]);
  });

  test.each(all)('the Mermaid text of $id says every state, arrow and action of the chart', ({ model }) => {
    const { states, arrows, lines } = parseMermaid(toMermaid(model));
    const names = [...states.values()]
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('any state of'));
    const drawnRoots = model.states.filter(({ parent, type }) => parent !== null || type === 'parallel');
    const shown = drawnRoots.map(({ key, history }) =>
      history ? { shallow: 'H', deep: 'H*' }[history] : key,
    );
    expect(names.sort()).toEqual(shown.sort());

    const labels = [
      ...arrows.flatMap(({ label }) => label ?? []),
      ...lines.map(({ text }) => text.replace(/ → .*$/, '').replace(/ \/ .*$/, '')),
    ];
    const expected = model.transitions.flatMap((transition) => {
      const isLine = lines.some(({ text }) => text.startsWith(transitionLabel(transition)));
      const times = isLine || transition.targets.length === 0 ? 1 : transition.targets.length;
      return Array<string>(times).fill(transitionLabel({ ...transition, actions: [] }));
    });
    expect(labels.sort()).toEqual(expected.sort());
  });

  test('a Mermaid diagram draws regions, final and history states and initial arrows', () => {
    const { arrows, regions } = parseMermaid(toMermaid(fixture));
    expect(regions).toEqual(['fixture_work', 'fixture_work']);
    const plain = arrows.filter(({ label }) => label === undefined).map(({ from, to }) => `${from} → ${to}`);
    expect(plain).toEqual([
      '[*] → fixture_idle',
      '[*] → fixture_work_left_first',
      'fixture_work_left_end → [*]',
      '[*] → fixture_work_right_open',
      'fixture_over → [*]',
      'fixture_work_right_past → fixture_work_right_closed',
    ]);
  });
});

type Format = NonNullable<Parameters<typeof printPaths>[2]>;

const machine = setup({
  types: { events: {} as { type: 'goAgain'; error?: Error } },
  actors: { loadItem: declarePromiseActor<number>('loadItem') },
  delays: { verySlowNotice: 100 },
}).createMachine({
  id: 'loader',
  initial: 'idle',
  states: {
    idle: { description: 'The "first" state.', on: { goAgain: 'work' } },
    work: {
      description: 'FAQ v1.2 are loaded',
      invoke: { id: 'loadItem', src: 'loadItem', onDone: 'over' },
      after: { verySlowNotice: 'late' },
      initial: 'inner',
      states: { inner: {} },
    },
    late: { description: 'Outer.', initial: 'inner', states: { inner: { description: '' } } },
    over: { type: 'final' },
    never: {},
  },
});

const loader = {
  ...flowOfMachine(machine, {
    events: { goAgain: { 'a "second" time': { error: new Error('no') } } },
    outcomes: { loadItem: { 'the item': { output: 7 } } },
  }),
  title: 'The loader',
};
const loaderGraph = explore(loader);
const statesOf = (path: Path) => path.map(({ after }) => stateName(after)).join();
const paths = plan(loaderGraph, { criteria: ['transitions'] }).paths.toSorted((one, other) =>
  statesOf(one).localeCompare(statesOf(other)),
);
const print = (format: Format) => printPaths(loaderGraph, paths, format);

describe('paths are printed', () => {
  test('a path as text has a sentence for each step and each state', () => {
    expect(print('text')).toBe(`The loader

Test 1 (2 steps)
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When nothing comes until time is up (very slow notice),
  then [late.inner]

Test 2 (2 steps)
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When load item: the item,
  then [over]
`);
  });

  test('a path as Markdown has numbered steps to take by hand, with what is newly seen', () => {
    const seen = (snapshot: AnyMachineSnapshot) => ['it is shown', `it says ${stateName(snapshot)}`];
    expect(
      printPaths({ ...loaderGraph, flow: { ...loader, page: '/loader' } }, paths, 'markdown', seen),
    ).toBe(`## The loader

Tick what you see after each step; what it does not name stays as it is.

### Test 1 (2 steps)

Begin on /loader:

- [ ] the "first" state [idle]
- [ ] it is shown
- [ ] it says idle

1. go again, a "second" time: error no
   - [ ] FAQ v1.2 are loaded [work.inner]
   - [ ] it says work.inner
1. nothing comes until time is up (very slow notice): wait 0.1 s
   - [ ] [late.inner]
   - [ ] it says late.inner

### Test 2 (2 steps)

Begin on /loader:

- [ ] the "first" state [idle]
- [ ] it is shown
- [ ] it says idle

1. go again, a "second" time: error no
   - [ ] FAQ v1.2 are loaded [work.inner]
   - [ ] it says work.inner
1. load item: the item
   - [ ] [over]
   - [ ] it says over
`);
  });

  test('a path as a Mermaid flowchart has no double quotes in its texts', () => {
    expect(print('mermaid')).toBe(`flowchart TD
  subgraph "Test 1 (2 steps)"
    t0s0["idle"]
    t0s1["work.inner"]
    t0s2["late.inner"]
    t0s0 -->|"go again, a 'second' time"| t0s1
    t0s1 -->|"nothing comes until time is up (very slow notice)"| t0s2
  end
  subgraph "Test 2 (2 steps)"
    t1s0["idle"]
    t1s1["work.inner"]
    t1s2["over"]
    t1s0 -->|"go again, a 'second' time"| t1s1
    t1s1 -->|"load item: the item"| t1s2
  end`);
  });

  test('a plan as data has the states, transitions and what is out of reach', () => {
    const data: unknown = JSON.parse(print('json'));
    expect(data).toMatchObject({
      machine: 'loader',
      states: [
        'loader',
        'loader.idle',
        'loader.work',
        'loader.work.inner',
        'loader.late',
        'loader.late.inner',
        'loader.over',
        'loader.never',
      ],
      transitions: [
        'loader.idle · goAgain',
        'loader.work · xstate.done.actor.loadItem',
        'loader.work · xstate.after.verySlowNotice.loader.work',
      ],
      unreachable: [{ id: 'loader.never', why: expect.stringMatching(/./) }],
    });
    expect(print('json').split('\n')[1]).toBe('  "machine": "loader",');
  });

  test('a path as data has the message of an error', () => {
    const goAgain = {
      kind: 'event',
      name: 'goAgain: a "second" time',
      event: { type: 'goAgain', error: { message: 'no' } },
      after: { value: { work: 'inner' }, status: 'active' },
    };
    expect(JSON.parse(print('json'))).toHaveProperty('tests', [
      {
        steps: [
          goAgain,
          {
            kind: 'timer',
            name: 'after verySlowNotice',
            event: { type: 'xstate.after.verySlowNotice.loader.work' },
            wait: 100,
            after: { value: { late: 'inner' }, status: 'active' },
          },
        ],
      },
      {
        steps: [
          goAgain,
          {
            kind: 'outcome',
            name: 'loadItem: the item',
            event: expect.objectContaining({ type: 'xstate.done.actor.loadItem', output: 7 }),
            after: { value: 'over', status: 'done' },
          },
        ],
      },
    ]);
  });
});

test('a printed failure has its passed steps, the failed one and both states', () => {
  const initial = createActor(machine).getSnapshot();
  const failureOf = (steps: Path, actual: string | null) =>
    new StepFailure(initial, steps, actual, null).message;
  expect(failureOf(paths[0] ?? [], 'work.inner')).toBe(`step 2 went wrong
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When nothing comes until time is up (very slow notice),
  then expected: [late.inner]
       actual: [work.inner]`);
  const threeSteps = [...(paths[0] ?? []).slice(0, 1), ...(paths[0] ?? [])];
  expect(failureOf(threeSteps, null).match(/When go again/g)).toHaveLength(2);
  expect(failureOf([], null)).toBe(`step 0 went wrong
  Given the "first" state [idle]
       actual: [nothing renders the flow]`);
});

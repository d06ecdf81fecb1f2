import { describe, expect, test } from 'vitest';
import { changeStatuses, chartWithRemoved } from '../../../machines/paths/changedChart.ts';
import type { Change } from '../../../machines/paths/changes.types.ts';
import type { ChartModel, ChartState, ChartTransition } from '../../../machines/paths/chart.ts';
import { compareBuilds } from '../../../machines/paths/compareBuilds.ts';
import { compareFlows, transitionName } from '../../../machines/paths/compareFlows.ts';
import type { FlowModel } from '../../../machines/paths/flowModel.ts';

const state = (id: string, facts: Partial<ChartState> = {}): ChartState => ({
  id,
  key: id.split('.').at(-1) ?? id,
  parent: id === 'm' ? null : 'm',
  type: 'atomic',
  tags: [],
  entry: [],
  exit: [],
  invokes: [],
  ...facts,
});

const transition = (trigger: string, facts: Partial<ChartTransition> = {}): ChartTransition => ({
  id: `m.a · ${trigger}`,
  source: 'm.a',
  targets: ['m.b'],
  trigger,
  actions: [],
  reenter: false,
  ...facts,
});

const arrow = (source: string, target: string) => ({ id: `${source} → ${target}`, source, target });

const root = state('m', { type: 'compound' });
const chart = (parts: Partial<ChartModel> = {}): ChartModel => ({
  id: 'm',
  states: [root, state('m.a'), state('m.b')],
  initialArrows: [],
  transitions: [],
  ...parts,
});

const flowWith = (parts: Partial<FlowModel> = {}): FlowModel => ({
  id: 'flow',
  title: 'The flow',
  chart: chart(),
  guards: {},
  delays: {},
  messages: [],
  paths: [],
  coverage: [],
  ...parts,
});

const changesOf = (before: FlowModel, after: FlowModel): Change[] =>
  compareFlows(before, after)?.changes ?? [];

const changesOfChart = (before: Partial<ChartModel>, after: Partial<ChartModel>) =>
  changesOf(flowWith({ chart: chart(before) }), flowWith({ chart: chart(after) }));

test('a transition is named by its states without the machine, its event and its guard', () => {
  const both = transition('split', { guard: 'isReady', targets: ['m.b.c', 'm.d'], actions: ['note'] });
  expect(transitionName(chart(), both)).toBe('a · split [isReady] → b.c and d');
  expect(transitionName(chart(), transition('noted', { source: 'm', targets: [] }))).toBe('m · noted');
});

describe('what changed of states', () => {
  const changesOfState = (before: Partial<ChartState>, after: Partial<ChartState>) =>
    changesOfChart({ states: [root, state('m.a', before)] }, { states: [root, state('m.a', after)] });

  test.each<[what: string, before: Partial<ChartState>, after: Partial<ChartState>, texts: [string, string]]>(
    [
      [
        'type',
        { type: 'history', history: 'shallow' },
        { type: 'history', history: 'deep' },
        ['shallow history', 'deep history'],
      ],
      ['description', {}, { description: 'Waits.' }, ['', 'Waits.']],
      ['tags', { tags: ['busy'] }, { tags: ['busy', 'calm'] }, ['busy', 'busy, calm']],
      ['invoke', { invokes: ['send'] }, { invokes: ['send', 'load'] }, ['send', 'send, load']],
      ['entry', { entry: ['note'] }, { entry: ['note', 'count'] }, ['note', 'note, count']],
      ['exit', { exit: ['note'] }, { exit: ['note', 'count'] }, ['note', 'note, count']],
    ],
  )('says its %s before and after', (what, before, after, [old, now]) => {
    expect(changesOfState(before, after)).toEqual([
      {
        kind: 'state',
        status: 'altered',
        name: 'a',
        differences: [{ what, before: old, after: now }],
        at: ['m.a'],
      },
    ]);
  });

  test('says the defaults of a history state', () => {
    const arrows = (...targets: string[]) => ({
      initialArrows: targets.map((target) => arrow('m.a', target)),
    });
    expect(changesOfChart(arrows('m.b'), arrows('m.b', 'm.c'))).toMatchObject([
      { name: 'a', differences: [{ what: 'initial', before: 'm.b', after: 'm.b, m.c' }] },
    ]);
  });

  test('says which were added and removed', () => {
    expect(changesOfChart({}, { states: [root, state('m.a'), state('m.c')] })).toEqual([
      { kind: 'state', status: 'added', name: 'c', differences: [], at: ['m.c'] },
      { kind: 'state', status: 'removed', name: 'b', differences: [], at: ['m.b'] },
    ]);
  });
});

describe('what changed of transitions', () => {
  const changesOfTransition = (before: ChartTransition, after: ChartTransition) =>
    changesOfChart({ transitions: [before] }, { transitions: [after] });

  test('says which were added and removed, and where they are drawn', () => {
    const [opened, shut] = [transition('opened'), transition('shut', { source: 'm.b', targets: ['m.a'] })];
    expect(changesOfTransition(opened, shut)).toEqual([
      { kind: 'transition', status: 'added', name: 'b · shut → a', differences: [], at: ['m.a · shut'] },
      {
        kind: 'transition',
        status: 'removed',
        name: 'a · opened → b',
        differences: [],
        at: ['m.a · opened (removed)'],
      },
    ]);
  });

  test('says the targets before and after', () => {
    expect(
      changesOfTransition(transition('split'), transition('split', { targets: ['m.b', 'm.c'] })),
    ).toEqual([
      {
        kind: 'transition',
        status: 'altered',
        name: 'a · split → b and c',
        differences: [{ what: 'target', before: 'b', after: 'b and c' }],
        at: ['m.a · split'],
      },
    ]);
  });

  test.each<[string, string, string, [kind: string, what: string, before: string, after: string][]]>([
    ['the length of a timer', 'after 300 ms', 'after 5 ms', [['delay', 'length', '300 ms', '5 ms']]],
    ['a timer with a name whose length is another one', 'after slow (300 ms)', 'after slow (5 ms)', []],
    [
      'a timer that has a name now',
      'after 300 ms',
      'after slow (300 ms)',
      [
        ['transition', 'trigger', 'after a time', 'after slow'],
        ['delay', 'length', '300 ms', ''],
      ],
    ],
    [
      'an event whose name ends like a timer',
      'sent after 300 ms',
      'sent after 5 ms',
      [['transition', 'trigger', 'sent after 300 ms', 'sent after 5 ms']],
    ],
    [
      'an event whose name begins like a timer',
      'after 300 ms or so',
      'after 5 ms or so',
      [['transition', 'trigger', 'after 300 ms or so', 'after 5 ms or so']],
    ],
    [
      'an event with a length in its name',
      'after (300 ms) or so',
      'after (5 ms) or so',
      [['transition', 'trigger', 'after (300 ms) or so', 'after (5 ms) or so']],
    ],
  ])('says of %s what differs', (_title, before, after, expected) => {
    const changes = changesOfTransition(transition(before), transition(after));
    expect(
      changes.flatMap(({ kind, differences }) =>
        differences.map((each) => [kind, each.what, each.before, each.after]),
      ),
    ).toEqual(expected);
    expect(changes.map(({ at }) => at)).toEqual(expected.map(() => [`m.a · ${after}`]));
  });

  test.each<[string, string | undefined, string | undefined, Partial<Change>]>([
    ['was added', undefined, 'isReady', { status: 'added', name: 'isReady of a · opened [isReady] → b' }],
    ['was removed', 'isReady', undefined, { status: 'removed', name: 'isReady of a · opened → b' }],
    [
      'is another one',
      'isReady',
      'isOpen',
      {
        status: 'altered',
        name: 'a · opened [isOpen] → b',
        differences: [{ what: 'guard', before: 'isReady', after: 'isOpen' }],
      },
    ],
  ])('says that the guard %s', (_title, before, after, expected) => {
    const opened = (guard: string | undefined) => transition('opened', guard === undefined ? {} : { guard });
    expect(changesOfTransition(opened(before), opened(after))).toEqual([
      { kind: 'guard', differences: [], at: ['m.a · opened'], ...expected },
    ]);
  });
});

describe('what changed of delays, guards and messages', () => {
  test('a delay is drawn at the transitions of its timer', () => {
    const timers = ['after slow (9 ms)', 'after slow', 'after slower (9 ms)', 'after 9 ms'];
    const withDelays = (delays: FlowModel['delays']) =>
      flowWith({ delays, chart: chart({ transitions: timers.map((each) => transition(each)) }) });
    const at = ['m.a · after slow (9 ms)', 'm.a · after slow'];
    expect(changesOf(withDelays({ slow: null }), withDelays({ slow: 9 }))).toEqual([
      {
        kind: 'delay',
        status: 'altered',
        name: 'slow',
        differences: [{ what: 'length', before: 'computed', after: '9 ms' }],
        at,
      },
    ]);
    expect(changesOf(withDelays({ slow: 9 }), withDelays({}))).toEqual([
      { kind: 'delay', status: 'removed', name: 'slow', differences: [], at },
    ]);
  });

  test('a guard is drawn at its transitions', () => {
    const transitions = [transition('opened', { guard: 'isReady' }), transition('shut', { guard: 'isOpen' })];
    const withGuards = (guards: FlowModel['guards']) => flowWith({ guards, chart: chart({ transitions }) });
    expect(changesOf(withGuards({}), withGuards({ isReady: '' }))).toEqual([
      { kind: 'guard', status: 'added', name: 'isReady', differences: [], at: ['m.a · opened'] },
    ]);
  });

  const message = (text: string, where = 'Form') => ({ where, condition: 'empty', text });

  test('messages that are shown at one place and time are numbered', () => {
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index + 1}`);
    const messages = texts.map((text) => message(text));
    expect(
      changesOf(
        flowWith({ messages }),
        flowWith({
          messages: messages.map((each, at) => (at === 0 || at > 9 ? { ...each, text: 'new' } : each)),
        }),
      ).map(({ name, differences: [difference], at }) => [name, difference?.before, difference?.after, at]),
    ).toEqual([
      ['Form, empty', 'text 1', 'new', []],
      ['Form, empty (11)', 'text 11', 'new', []],
      ['Form, empty (12)', 'text 12', 'new', []],
    ]);
  });

  test('a number in the place of a message is no number of the message', () => {
    const messages = [message('one', 'Form (1)'), message('two', 'Form (1)'), message('other')];
    expect(changesOf(flowWith(), flowWith({ messages })).map(({ name }) => name)).toEqual([
      'Form (1), empty',
      'Form (1), empty (2)',
      'Form, empty',
    ]);
  });
});

test('a flow has changed also where only coverage was lost', () => {
  const covered = (...ids: string[]) => flowWith({ coverage: [{ level: 'screens', covered: ids }] });
  expect(compareFlows(covered('m.a', 'm.b'), covered('m.a'))).toEqual({
    flow: 'flow',
    title: 'The flow',
    status: 'altered',
    changes: [],
    lostCoverage: [{ level: 'screens', kind: 'state', name: 'b', at: 'm.b' }],
  });
  expect(compareFlows(covered('m.a'), covered('m.a', 'm.b'))).toBeNull();
});

test('builds have flows in common, new ones and old ones, and levels that ran in one of them alone', () => {
  const withLevels = (id: string, ...levels: string[]) =>
    flowWith({ id, title: `Flow ${id}`, coverage: levels.map((level) => ({ level, covered: [] })) });
  expect(
    compareBuilds(
      { build: 'main', flows: [withLevels('same', 'plan', 'screens'), withLevels('old')] },
      { build: 'now', flows: [withLevels('new', 'browser'), withLevels('same', 'plan')] },
    ),
  ).toEqual({
    before: 'main',
    after: 'now',
    flows: [
      { flow: 'new', title: 'Flow new', status: 'added', changes: [], lostCoverage: [] },
      { flow: 'old', title: 'Flow old', status: 'removed', changes: [], lostCoverage: [] },
    ],
    levelsNotCompared: ['screens', 'browser'],
  });
});

describe('the chart with both builds', () => {
  test('is another one where only a state was removed, or only a transition', () => {
    const full = chart({ transitions: [transition('opened')] });
    const withoutState = chart({ states: [root, state('m.a')], transitions: full.transitions });
    expect(chartWithRemoved(full, withoutState)).toEqual({
      ...withoutState,
      states: full.states,
      hasRemoved: true,
    });
    expect(chartWithRemoved(full, chart())).toEqual({
      ...chart(),
      transitions: [{ ...transition('opened'), id: 'm.a · opened (removed)' }],
      hasRemoved: true,
    });
  });

  test('has the initial arrows of removed states, and of others only those of this build', () => {
    const before = chart({
      initialArrows: [arrow('m', 'm.b'), arrow('m.b', 'm.c')],
    });
    const after = chart({ states: [root, state('m.a')], initialArrows: [arrow('m', 'm.a')] });
    expect(chartWithRemoved(before, after).initialArrows).toEqual([arrow('m', 'm.a'), arrow('m.b', 'm.c')]);
  });

  const change = (kind: Change['kind'], status: Change['status'], ...at: string[]): Change => ({
    kind,
    status,
    name: '',
    differences: [],
    at,
  });

  test.each<[string, Change[], object]>([
    [
      'states and transitions have their own',
      [change('state', 'added', 'a'), change('transition', 'removed', 'b')],
      { a: 'added', b: 'removed' },
    ],
    [
      'what has another guard or delay is altered',
      [change('guard', 'added', 'a'), change('delay', 'removed', 'b')],
      { a: 'altered', b: 'altered' },
    ],
    [
      'what is new and has a guard is new',
      [change('transition', 'added', 'a'), change('guard', 'added', 'a')],
      { a: 'added' },
    ],
    [
      'what has a guard and is new is new',
      [change('guard', 'added', 'a'), change('transition', 'added', 'a')],
      { a: 'added' },
    ],
  ])('statuses: %s', (_title, changes, expected) => {
    expect(changeStatuses({ changes })).toEqual(expected);
  });
});

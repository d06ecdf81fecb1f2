import { expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { activeStateIds, chartOf, transitionLabel } from '../../../machines/paths/chart.ts';
import { toMermaid } from '../../../machines/paths/mermaid.ts';

test('the active states of a name are those of each part with their ancestors, each once', () => {
  expect(activeStateIds('m', 'a.b.c | a.d | e')).toEqual(['m', 'm.a', 'm.a.b', 'm.a.b.c', 'm.a.d', 'm.e']);
});

test('the label of a transition has its guard and actions, where it has some', () => {
  const sent = { id: 'm · sent', source: 'm', targets: [], trigger: 'sent', actions: [], reenter: false };
  expect(transitionLabel({ ...sent, guard: 'isReady', actions: ['note', 'count'] })).toBe(
    'sent [isReady] / note, count',
  );
  expect(transitionLabel(sent)).toBe('sent');
});

const nested = createMachine({
  id: 'm',
  initial: 'waiting',
  states: {
    waiting: { on: { opened: { guard: 'isReady', target: 'open', actions: 'note' } } },
    open: {
      initial: 'first',
      on: { restarted: '.first', noted: { actions: 'note' }, shut: 'waiting' },
      states: {
        first: {
          on: { next: 'last', up: { target: '#m.open', actions: 'note' }, counted: { actions: 'count' } },
        },
        last: { type: 'final' },
      },
    },
    plain: { initial: 'only', states: { only: {} } },
  },
});

const regions = createMachine({
  id: 'm',
  type: 'parallel',
  states: {
    left: {
      initial: 'a--1',
      states: { 'a--1': {}, past: { type: 'history', target: 'a--1' } },
    },
    right: { initial: 'b', states: { b: {}, deepPast: { type: 'history', history: 'deep' } } },
  },
});

const sharedRegions = createMachine({
  id: 'm',
  type: 'parallel',
  on: { noted: { actions: 'note' }, split: '.left.b' },
  states: { left: { initial: 'a', states: { a: {}, b: {} } }, right: {} },
});

test.each<[string, AnyStateMachine, string[]]>([
  [
    'states in states, with a node for all of them where a transition has no arrow from the state itself',
    nested,
    [
      '[*] --> m_waiting',
      'state "waiting" as m_waiting',
      'state "open" as m_open {',
      '  [*] --> m_open_first',
      '  state "any state of open" as m_open_any',
      '  m_open_any : noted / note',
      '  state "first" as m_open_first',
      '  m_open_first : up / note → open',
      '  m_open_first : counted / count',
      '  state "last" as m_open_last',
      '  m_open_last --> [*]',
      '}',
      'state "plain" as m_plain {',
      '  [*] --> m_plain_only',
      '  state "only" as m_plain_only',
      '}',
      'm_waiting --> m_open : opened [isReady]',
      'm_open_any --> m_open_first : restarted',
      'm_open --> m_waiting : shut',
      'm_open_first --> m_open_last : next',
    ],
  ],
  [
    'regions of a parallel root, and history states with their defaults',
    regions,
    [
      'state "m" as m {',
      '  state "left" as m_left {',
      '    [*] --> m_left_a_1',
      '    state "a--1" as m_left_a_1',
      '    state "H" as m_left_past',
      '  }',
      '  --',
      '  state "right" as m_right {',
      '    [*] --> m_right_b',
      '    state "b" as m_right_b',
      '    state "H*" as m_right_deepPast',
      '  }',
      '}',
      'm_left_past --> m_left_a_1',
    ],
  ],
  [
    'a region of its own for what all regions share',
    sharedRegions,
    [
      'state "m" as m {',
      '  state "any state of m" as m_any',
      '  m_any : noted / note',
      '  --',
      '  state "left" as m_left {',
      '    [*] --> m_left_a',
      '    state "a" as m_left_a',
      '    state "b" as m_left_b',
      '  }',
      '  --',
      '  state "right" as m_right',
      '}',
      'm_any --> m_left_b : split',
    ],
  ],
])('a Mermaid diagram has %s', (_title, machine, lines) => {
  expect(toMermaid(chartOf(machine)).split('\n')).toEqual([
    'stateDiagram-v2',
    ...lines.map((line) => `  ${line}`),
  ]);
});

test('a Mermaid diagram draws an arrow to each target, and names several targets that it cannot draw', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'work',
    states: {
      work: {
        type: 'parallel',
        states: {
          left: {
            initial: 'a',
            states: { a: { on: { up: { target: ['#m.work.left', '#m.work.right.c'] } } }, b: {} },
          },
          right: { initial: 'c', states: { c: {} } },
        },
      },
      idle: { on: { split: { target: ['#m.work.left.b', '#m.work.right.c'] } } },
    },
  });
  const lines = toMermaid(chartOf(machine)).split('\n');
  expect(lines.slice(-2)).toEqual([
    '  m_idle --> m_work_left_b : split',
    '  m_idle --> m_work_right_c : split',
  ]);
  expect(lines).toContain('      m_work_left_a : up → left and c');
});

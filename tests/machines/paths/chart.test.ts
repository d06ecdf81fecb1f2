import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { type ChartModel, chartOf, toMermaid, transitionLabel } from '../../../machines/paths/index.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';
import { graph } from '../../support/flowFixture.ts';
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
  test('has every type of state, parents before their children', () => {
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

  test('has the facts of a state, without what XState adds for its timers', () => {
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

  test('has initial arrows, and those of history states', () => {
    expect(fixture.initialArrows.map(({ source, target }) => `${source} → ${target}`)).toEqual([
      'fixture → fixture.idle',
      'fixture.work.left → fixture.work.left.first',
      'fixture.work.right → fixture.work.right.open',
      'fixture.work.right.past → fixture.work.right.closed',
    ]);
  });

  test('has every kind of transition in words', () => {
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

  test('names its transitions as the steps of a graph do', () => {
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
  test.each(all)(
    '$id: is a state diagram in which everything is defined once, and before it is used',
    ({ model }) => {
      const { first, states, arrows, lines } = parseMermaid(toMermaid(model));
      expect(first).toBe('stateDiagram-v2');
      const used = [...arrows.flatMap(({ from, to }) => [from, to]), ...lines.map(({ of }) => of)];
      expect(nonEmpty(used).filter((id) => id !== '[*]' && !states.has(id))).toEqual([]);
    },
  );

  test.each(all)('$id: says every state, arrow and action of the chart', ({ model }) => {
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

  test('draws regions, final and history states and initial arrows', () => {
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

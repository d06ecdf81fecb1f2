import { describe, expect, test } from 'vitest';
import { chartOf } from '../../machines/paths/index.ts';
import { itemsOf, keyAction, nameIn, remarksOf } from '../../src/visualiser/chart/outline.ts';
import type { ChartProps } from '../../src/visualiser/chart/types.ts';
import { chartFixtureMachine } from '../support/chartFixture.ts';

const model = chartOf(chartFixtureMachine);
const items = itemsOf(model, []);

const item = (id: string, folded: string[] = []) => {
  const found = itemsOf(model, folded).find((each) => each.id === id);
  if (!found) throw new Error(`no line "${id}"`);
  return found;
};
const commandOf = (key: string, id: string, folded: string[] = []) => {
  const all = itemsOf(model, folded);
  const from = all.find((each) => each.id === id);
  const command = from && keyAction(key, all, from);
  return command && ('goTo' in command ? command.goTo.id : `fold ${command.fold}`);
};

describe('the outline', () => {
  test('has a line for every state and transition of the chart', () => {
    const ids = [...model.states, ...model.transitions].map(({ id }) => id);
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('has the levels of the chart, and transitions under their state', () => {
    expect(item('fixture').level).toBe(1);
    expect(item('fixture.work.left.first').level).toBe(4);
    expect(item('fixture.work.left.first · next')).toMatchObject({
      level: 5,
      parent: 'fixture.work.left.first',
    });
  });

  test('hides what is in a folded state, but not its own transitions', () => {
    const folded = itemsOf(model, ['fixture.work']).map(({ id }) => id);
    expect(folded).not.toContain('fixture.work.left');
    expect(folded).toContain('fixture.work · stopped');
    expect(item('fixture.work', ['fixture.work']).isOpen).toBe(false);
    expect(item('fixture.idle').isOpen).toBeUndefined();
    expect(item('fixture').isOpen).toBeUndefined();
  });

  test('has a line in the order of the chart, and says of each what it is', () => {
    expect(items.slice(0, 5)).toEqual([
      { id: 'fixture', level: 1, parent: null },
      { id: 'fixture · reset', level: 2, parent: 'fixture' },
      { id: 'fixture · pinged', level: 2, parent: 'fixture' },
      { id: 'fixture.idle', level: 2, parent: 'fixture' },
      { id: 'fixture.idle · started', level: 3, parent: 'fixture.idle' },
    ]);
    expect(item('fixture.work')).toEqual({
      ...{ id: 'fixture.work', level: 2, parent: 'fixture', isOpen: true },
    });
  });

  test.each<[string, string, string | null]>([
    ['ArrowDown', 'fixture', 'fixture · reset'],
    ['ArrowDown', 'fixture.over', null],
    ['ArrowUp', 'fixture · reset', 'fixture'],
    ['ArrowUp', 'fixture', null],
    ['Home', 'fixture.over', 'fixture'],
    ['End', 'fixture', 'fixture.over'],
    ['ArrowRight', 'fixture.work', 'fixture.work · split'],
    ['ArrowRight', 'fixture.over', null],
    ['ArrowRight', 'fixture.work.right', 'fold fixture.work.right'],
    ['ArrowLeft', 'fixture.work', 'fold fixture.work'],
    ['ArrowLeft', 'fixture.work.right', 'fixture.work'],
    ['ArrowLeft', 'fixture.idle · again', 'fixture.idle'],
    ['ArrowLeft', 'fixture', null],
    ['Enter', 'fixture.idle', 'fixture.idle'],
    [' ', 'fixture.idle', 'fixture.idle'],
    ['x', 'fixture.idle', null],
  ])('is gone through with the keys of a tree: %s on %s leads to %s', (key, id, expected) => {
    expect(commandOf(key, id, ['fixture.work.right'])).toBe(expected);
  });

  const about = { model, active: [], folded: [], details: false, onSelect: () => {}, onFold: () => {} };

  test.each<[string, Partial<ChartProps>, string[]]>([
    [
      'fixture.idle',
      { active: ['fixture.idle'], details: true, coverage: { 'fixture.idle': 'uncovered' } },
      [
        ...['active', 'initial', 'calm', 'editable', 'entry / note', 'entry / forget', 'exit / note'],
        'uncovered',
      ],
    ],
    ['fixture.idle', { active: ['fixture'], coverage: {} }, ['initial', 'calm', 'editable']],
    ['fixture.fetching', {}, ['invoke / first: fetch']],
    ['fixture.work', {}, ['parallel']],
    ['fixture.work.left', {}, []],
    ['fixture.work.left.first', {}, ['initial']],
    ['fixture.work.right.past', {}, ['shallow history']],
    ['fixture.work.right.deepPast', {}, ['deep history']],
    ['fixture.over', {}, ['final']],
  ])('says of %s what the chart shows of it, with %j', (id, props, remarks) => {
    const state = model.states.find((each) => each.id === id);
    expect(state && remarksOf(state, { ...about, ...props })).toEqual(remarks);
  });

  test('says of a state that the first one is in it', () => {
    const arrows = [{ id: 'deep', source: 'fixture', target: 'fixture.work.left.first' }];
    const initialIn = model.states
      .filter((state) =>
        remarksOf(state, { ...about, model: { ...model, initialArrows: arrows } }).includes('initial'),
      )
      .map(({ id }) => id);
    expect(initialIn).toEqual(['fixture.work']);
  });

  test('names states within their machine', () => {
    expect(nameIn(model, 'fixture.work.left')).toBe('work.left');
    expect(nameIn(model, 'fixture')).toBe('fixture');
    expect(nameIn(model, 'fixtures.work')).toBe('fixtures.work');
  });
});
